/** The wire's types by direction, put together from the generated ones. */

import type * as wire from "./wire.gen";

export type {
  Applied,
  Hall,
  HallView,
  Notice,
  PersonView,
  ReachedView,
  Refused,
  RoomView,
  SeatView,
  SizeView,
  TableView,
  View,
  Welcome,
  What,
  YouView,
} from "./wire.gen";

export type Answer = wire.Applied | wire.Refused | wire.Welcome;

export type ClientMessage =
  | wire.Hello
  | wire.Create
  | wire.OpenHall
  | wire.Attach
  | wire.Detach
  | wire.Join
  | wire.Leave
  | wire.Rename
  | wire.Choose
  | wire.SeatBot
  | wire.UnseatBot
  | wire.Remove
  | wire.HandOn
  | wire.Start
  | wire.StopStart
  | wire.Act
  | wire.Again
  | wire.End
  | wire.Here
  | wire.AskHere
  | wire.ChairLink
  | wire.TakeChair
  | wire.OpenAnother
  | wire.LeaveHall
  | wire.NameOrganiser
  | wire.Plan
  | wire.SeatEveryone
  | wire.SeatWaiting
  | wire.EndRound
  | wire.DissolveTable
  | wire.Announce
  | wire.CountDown
  | wire.LookFor;

type WithoutId<Message> = Message extends { id: string } ? Omit<Message, "id"> : never;

/** A command before the link has given it its id. */
export type Command = WithoutId<ClientMessage>;
export type CommandType = Command["type"];
