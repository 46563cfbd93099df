/** Codes of tables and halls as people write them down: any case, spaces, look-alikes, or the whole link. */

/** The server's letters: no vowels, no Y, no 0, 1, I, L, O. */
const LETTERS = "BCDFGHJKMNPQRSTVWXZ23456789";
/** A table's code; a hall's has one letter more, and that tells the two apart. */
const TABLE_LENGTH = 6;
const HALL_LENGTH = 7;
/** What somebody may have read instead, where exactly one letter was meant. */
const MEANT: Readonly<Record<string, string>> = { O: "Q", "0": "Q", U: "V", Y: "V", В: "B", С: "C", Н: "H", К: "K", М: "M", Т: "T", Х: "X" };

/** The code in this text, as far as it can be one: at most seven of the codes' own letters. */
export function tidyCode(text: string): string {
  const fromLink = /\/[rh]\/([^/?#\s]+)/i.exec(text)?.[1] ?? text;
  return Array.from(fromLink.toUpperCase().normalize("NFKC"), (letter) => MEANT[letter] ?? letter)
    .filter((letter) => LETTERS.includes(letter))
    .join("")
    .slice(0, HALL_LENGTH);
}

export const isHallCode = (code: string): boolean => code.length === HALL_LENGTH;

export const isWhole = (code: string): boolean => code.length === TABLE_LENGTH || isHallCode(code);

/** "KVR7TD" -> "KVR 7TD", "KVR7TDX" -> "KVR 7TDX": easier to read aloud. */
export function spaced(code: string): string {
  return isWhole(code) ? `${code.slice(0, 3)} ${code.slice(3)}` : code;
}

/** The code as a screen reader should say it: letter by letter. */
export const spelled = (code: string): string => Array.from(code).join(" ");
