/** The game's events and actions as unions, put together from the generated types. */

import type * as order from "./order.gen";

export type { Category, Own, Shown, Standing, Strength, Table, Verdict } from "./order.gen";

export type OrderEvent =
  | order.DealStarted
  | order.StreetOpened
  | order.Took
  | order.Released
  | order.SaidYes
  | order.SaidNo
  | order.YesCleared
  | order.ShownDown
  | order.DealEnded
  | order.GameOver
  | order.SeatLeft
  | order.SeatJoined
  | order.SeatRetaken;

export type Action = order.Take | order.Release | order.Yes | order.No | order.NextDeal;
