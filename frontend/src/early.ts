/** The WebSocket that `boot.ts` opened before the client had arrived, taken over once. */

export interface Early {
  socket: WebSocket;
  /** What has come on it so far, in order. */
  messages: MessageEvent[];
}

declare global {
  interface Window {
    kortlekEarly?: Early;
  }
}

/** The early socket if it is there and lives. Its new owner's handlers hear what has happened on it. */
export function takeEarly(): WebSocket | null {
  const early = window.kortlekEarly;
  delete window.kortlekEarly;
  if (early === undefined) return null;
  const { socket, messages } = early;
  if (socket.readyState === WebSocket.CLOSING || socket.readyState === WebSocket.CLOSED) return null;
  const wasOpen = socket.readyState === WebSocket.OPEN;
  // After the owner has set its handlers, and before any further message can arrive.
  queueMicrotask(() => {
    if (wasOpen) socket.onopen?.(new Event("open"));
    for (const message of messages) socket.onmessage?.(message);
  });
  return socket;
}
