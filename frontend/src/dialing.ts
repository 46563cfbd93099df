/**
 * A `Dial` that fetches Socket.IO's client when the first connection is made: a room asks for it at once, the
 * shelf when somebody is about to open a table, the game without a server never.
 */

import { supply } from "./supply.svelte";
import type { Channel, Dial } from "./socket";

export const dial: Dial = (auth, events) => {
  let channel: Channel | null = null;
  let isClosed = false;
  const said: Parameters<Channel["send"]>[] = [];
  void supply.fetch(() => import("./dial"), "page").then((client) => {
    if (isClosed) return;
    channel = client.dial(auth, events);
    for (const each of said) channel.send(...each);
  });
  return {
    send: (message, answered) => {
      if (channel === null) said.push([message, answered]);
      else channel.send(message, answered);
    },
    close: () => {
      isClosed = true;
      channel?.close();
    },
  };
};
