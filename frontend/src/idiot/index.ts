/** The engine of idiot: all a screen needs of it. */

export { bot } from "./bot";
export { type Card, isSameRank, rankOf, valueOf } from "./cards";
export * from "./model";
export { again, apply, phase, start } from "./rules";
export { read, written } from "./save";
export { view } from "./view";
