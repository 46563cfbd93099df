/** Room codes as people write them down: any case, spaces, look-alikes, or the whole link. */

/** The server's letters: no vowels, no Y, no 0, 1, I, L, O. */
const LETTERS = "BCDFGHJKMNPQRSTVWXZ23456789";
const LENGTH = 6;
/** What somebody may have read instead, where exactly one letter was meant. */
const MEANT: Readonly<Record<string, string>> = { O: "Q", "0": "Q", U: "V", Y: "V", В: "B", С: "C", Н: "H", К: "K", М: "M", Т: "T", Х: "X" };

/** The code in this text, as far as it can be one: at most six of the code's own letters. */
export function tidyCode(text: string): string {
  const fromLink = /\/r\/([^/?#\s]+)/i.exec(text)?.[1] ?? text;
  return Array.from(fromLink.toUpperCase().normalize("NFKC"), (letter) => MEANT[letter] ?? letter)
    .filter((letter) => LETTERS.includes(letter))
    .join("")
    .slice(0, LENGTH);
}

export const isWhole = (code: string): boolean => code.length === LENGTH;

/** "KVR7TD" -> "KVR 7TD": easier to read aloud. */
export function spaced(code: string): string {
  return code.length === LENGTH ? `${code.slice(0, 3)} ${code.slice(3)}` : code;
}

/** The code as a screen reader should say it: letter by letter. */
export const spelled = (code: string): string => Array.from(code).join(" ");
