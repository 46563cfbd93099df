// Colyseus as a table with hidden hands would use it: one message a seat, no shared state.

const { createServer } = require("node:http");
const { Room, Server } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");

async function main() {
  const { SEATS, Table, port } = await import("./table.mjs");

  class TableRoom extends Room {
    maxClients = SEATS;
    patchRate = null;

    onCreate() {
      const table = new Table();
      this.onMessage("play", (client, { k }) => {
        table.play(client.userData.seat, k);
        for (const other of this.clients) other.send("view", table.view(other.userData.seat));
      });
    }

    onJoin(client, { seat }) {
      client.userData = { seat };
    }
  }

  const transport = new WebSocketTransport({ server: createServer(), pingInterval: 10_000 });
  const server = new Server({ transport, greet: false });
  server.define("table", TableRoom).filterBy(["table"]);
  await server.listen(port, "127.0.0.1");
  console.log("ready");
}

void main();
