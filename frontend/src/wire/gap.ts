/** The game's events and actions as unions, put together from the generated types. */

import type * as gap from "./gap.gen";

export type { Own, Phrase, Sentence, Shown, Standing, Table, Verdict } from "./gap.gen";

export type GapEvent =
  | gap.RoundStarted
  | gap.PassedOver
  | gap.HasLaid
  | gap.TurnedUp
  | gap.RoundSettled
  | gap.NextRoundWaits
  | gap.GameOver
  | gap.SeatJoined
  | gap.SeatLeft
  | gap.SeatRetaken;

export type Action = gap.Lay | gap.Pick | gap.PickNone | gap.NextSentence;
