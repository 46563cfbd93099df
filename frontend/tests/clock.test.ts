import { describe, expect, it, vi } from "vitest";
import { left, minutes, shownSeconds } from "../src/clock";

describe("the clock", () => {
  it("counts from the moment the view came", () => {
    expect(left(45, 10_000, 12_500)).toBe(42.5);
    expect(left(1, 10_000, 99_000)).toBe(0);
  });

  it("stands still while nobody is here", () => {
    expect(left(45, 10_000, 60_000, true)).toBe(45);
  });

  it("never reads the wall clock", () => {
    const wall = vi.spyOn(Date, "now");
    left(45, 0, 1_000);
    shownSeconds(45, 45);
    expect(wall).not.toHaveBeenCalled();
    wall.mockRestore();
  });

  it("shows its limit until the play-back is over", () => {
    expect(shownSeconds(48.2, 45)).toBe(45);
    expect(shownSeconds(44.1, 45)).toBe(45);
    expect(shownSeconds(43.9, 45)).toBe(44);
    expect(shownSeconds(0, 45)).toBe(0);
  });

  it("is written in minutes and seconds", () => {
    expect([minutes(75), minutes(9.2), minutes(-1)]).toEqual(["1:15", "0:10", "0:00"]);
  });
});
