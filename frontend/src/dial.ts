/** Socket.IO as a `Channel`: WebSocket first, polling where a proxy forbids it; it never reconnects by itself. */

import { io } from "socket.io-client";
import type { Channel, Dial } from "./socket";

const CONNECT_MS = 8_000;

export const dial: Dial = (auth, events): Channel => {
  const socket = io({
    auth,
    forceNew: true,
    reconnection: false,
    timeout: CONNECT_MS,
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    closeOnBeforeunload: false,
  });
  let isDown = false;
  const down = (reason: string): void => {
    if (isDown) return;
    isDown = true;
    events.down(reason);
  };
  socket.on("connect", () => {
    socket.io.engine.on("packet", events.heard);
    events.up();
  });
  socket.on("connect_error", (error) => {
    const code: unknown = (error as Error & { data?: { code?: unknown } }).data?.code;
    down(code === "update" || error.message === "update" ? "update" : "connect_error");
  });
  socket.on("disconnect", (reason) => down(reason));
  socket.on("view", events.view);
  socket.on("notice", events.notice);
  return {
    send: (message, answered) => void socket.emit("cmd", message, answered),
    close: () => {
      isDown = true;
      socket.io.removeAllListeners();
      socket.removeAllListeners();
      socket.disconnect();
      socket.io.engine?.close();
    },
  };
};
