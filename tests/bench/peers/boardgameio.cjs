// boardgame.io with its in-memory storage: every seat may move at any time, and sees its own hand.

const { Server, Origins } = require("boardgame.io/server");
const { ActivePlayers } = require("boardgame.io/core");

async function main() {
  const { ROOM, SEATS, firstHands, played, port, tableView } = await import("./table.mjs");
  const game = {
    name: "bench",
    setup: () => ({ m: 0, top: 0, hands: firstHands() }),
    turn: { activePlayers: ActivePlayers.ALL },
    moves: {
      play: {
        move: ({ G, playerID }, k) => {
          const seat = Number(playerID);
          G.hands[seat] = played(G.hands[seat], seat, k);
          G.m += 1;
          G.top = k;
        },
        ignoreStaleStateID: true,
        redact: true,
      },
    },
    playerView: ({ G, playerID }) => ({
      room: ROOM,
      table: tableView(G.m, G.top, G.hands),
      own: { hand: G.hands[Number(playerID)] ?? [] },
    }),
  };
  const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
  await server.run({ port, callback: () => console.log("ready") });
}

void main();
