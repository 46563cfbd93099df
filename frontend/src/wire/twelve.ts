/** The game's events and actions as unions, put together from the generated types. */

import type * as twelve from "./twelve.gen";

export type { Chair, Enemy, Laid, Loss, Medal, Own, Payment, Phrase, Preview, Table } from "./twelve.gen";

export type TwelveEvent =
  | twelve.EnemyCame
  | twelve.TurnBegan
  | twelve.Played
  | twelve.JesterPlayed
  | twelve.Yielded
  | twelve.Healed
  | twelve.Dealt
  | twelve.Drew
  | twelve.Shielded
  | twelve.Struck
  | twelve.EnemyFell
  | twelve.BlowDealt
  | twelve.Paid
  | twelve.Said
  | twelve.Named
  | twelve.Flipped
  | twelve.SeatLeft
  | twelve.GameOver;

export type Action = twelve.Play | twelve.Yield | twelve.Pay | twelve.Name | twelve.Say | twelve.Flip;
