/** Socket.IO as a `Channel`: WebSocket first, polling where a proxy forbids it; it never reconnects by itself. */

import { Fetch, WebSocket as WebSocketTransport } from "engine.io-client";
import { io } from "socket.io-client";
import { takeEarly } from "./early";
import type { Channel, Dial } from "./socket";

const CONNECT_MS = 8_000;

/** What has been written for the server and waits for the connection, each as its frame. */
type Ahead = () => string[];

/**
 * The usual transport, but for the socket that a room's page has opened ahead, and that nothing waits for the
 * server's greetings: Socket.IO's CONNECT and the first messages go out as soon as the socket is open, a round
 * trip or two earlier. When the client gets to writing them, they have been sent.
 */
class EagerWebSocket extends WebSocketTransport {
  private sent: string[] = [];

  override createSocket(...how: Parameters<WebSocketTransport["createSocket"]>): WebSocket {
    return takeEarly() ?? (super.createSocket(...how) as WebSocket);
  }

  /** Where sockets are forbidden the first try fails at once, before the client listens: it would never try polling. */
  override doOpen(): this {
    queueMicrotask(() => {
      if (this.readyState === "opening") super.doOpen();
    });
    return this;
  }

  override onOpen(): void {
    super.onOpen();
    this.sent = (this.opts as unknown as { ahead: Ahead }).ahead();
    for (const frame of this.sent) this.ws.send(frame);
  }

  override doWrite(...[packet, frame]: Parameters<WebSocketTransport["doWrite"]>): void {
    if (frame === this.sent[0]) this.sent.shift();
    else super.doWrite(packet, frame);
  }
}

export const dial: Dial = (auth, events): Channel => {
  const ahead = [`40${JSON.stringify(auth)}`];
  const socket = io({
    ...({ ahead: () => [...ahead] } satisfies { ahead: Ahead }),
    auth,
    forceNew: true,
    reconnection: false,
    timeout: CONNECT_MS,
    transports: [EagerWebSocket, Fetch],
    tryAllTransports: true,
    withCredentials: true, // a balancer's cookie leads every poll to the instance that began the session
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
  socket.on("hall", events.hall);
  socket.on("notice", events.notice);
  return {
    send: (message, answered) => {
      // The client keeps what is said before it is connected, and numbers it from 0.
      if (!socket.connected) ahead.push(`42${ahead.length - 1}${JSON.stringify(["cmd", message])}`);
      socket.emit("cmd", message, answered);
    },
    close: () => {
      isDown = true;
      socket.io.removeAllListeners();
      socket.removeAllListeners();
      socket.disconnect();
      socket.io.engine?.close();
    },
  };
};
