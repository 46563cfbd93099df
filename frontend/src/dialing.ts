/**
 * A `Dial` that fetches Socket.IO's client when the first connection is made: a room asks for it at once, the
 * shelf when somebody is about to open a table, the game without a server never.
 */

import { supply } from "./supply.svelte";
import type { Channel, Dial } from "./socket";

let client: Promise<typeof import("./dial")> | undefined;
/** Connections that wait for it, to be told when it does not come: then the server is away, as far as they know. */
const waiting = new Set<() => void>();

export const dial: Dial = (auth, events) => {
  let channel: Channel | null = null;
  let isClosed = false;
  const said: Parameters<Channel["send"]>[] = [];
  const down = (): void => events.down("no client");
  waiting.add(down);
  client ??= supply.fetch(() => import("./dial"), "page", () => [...waiting].forEach((tell) => tell()));
  void client.then((arrived) => {
    waiting.delete(down);
    if (isClosed) return;
    channel = arrived.dial(auth, events);
    for (const each of said) channel.send(...each);
  });
  return {
    send: (message, answered) => {
      if (channel === null) said.push([message, answered]);
      else channel.send(message, answered);
    },
    close: () => {
      isClosed = true;
      waiting.delete(down);
      channel?.close();
    },
  };
};
