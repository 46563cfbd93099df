// Socket.IO on node as it is usually used: one emit a seat.

import { createServer } from "node:http";
import { Server } from "socket.io";
import { Table, port } from "./table.mjs";

const http = createServer();
const io = new Server(http, { pingInterval: 10_000, pingTimeout: 10_000 });
const tables = new Map();

io.on("connection", (socket) => {
  const { table: name, seat } = socket.handshake.auth;
  if (!tables.has(name)) tables.set(name, { table: new Table(), sockets: [] });
  const { table, sockets } = tables.get(name);
  sockets[seat] = socket;
  socket.on("play", ({ k }, answer) => {
    table.play(seat, k);
    sockets.forEach((other, viewer) => other.emit("view", table.view(viewer)));
    answer({ type: "applied" });
  });
});
http.listen(port, "127.0.0.1", () => console.log("ready"));
