/** The game's events and actions as unions, put together from the generated types. */

import type * as rows from "./rows.gen";

export type { Landing, Own, Placing, Standing, Table, Upturned } from "./rows.gen";

export type RowsEvent =
  | rows.DealStarted
  | rows.Laid
  | rows.TurnedUp
  | rows.Placed
  | rows.RowAsked
  | rows.DealScored
  | rows.GameOver
  | rows.SeatLeft
  | rows.SeatRetaken;

export type Action = rows.Lay | rows.TakeRow | rows.NextDeal;
