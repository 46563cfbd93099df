/** What a person has chosen for this browser: light or dark, sound, vibration. All off or "as the system". */

import { vibrate } from "./device";
import { KEYS, keep, recall } from "./storage";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

function themeKept(): Theme {
  const kept = recall(KEYS.theme);
  return THEMES.find((theme) => theme === kept) ?? "system";
}

class Prefs {
  theme = $state<Theme>(themeKept());
  hasSound = $state(recall(KEYS.sound) === "on");
  hasVibration = $state(recall(KEYS.vibration) === "on");

  showTheme(): void {
    if (this.theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = this.theme;
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    keep(KEYS.theme, theme);
    this.showTheme();
  }

  setSound(isOn: boolean): void {
    this.hasSound = isOn;
    keep(KEYS.sound, isOn ? "on" : "off");
    if (isOn) chime();
  }

  setVibration(isOn: boolean): void {
    this.hasVibration = isOn;
    keep(KEYS.vibration, isOn ? "on" : "off");
    if (isOn) vibrate(40);
  }
}

export const prefs = new Prefs();

let audio: AudioContext | undefined;

/** Two soft notes, made here: nothing is fetched. */
export function chime(): void {
  try {
    audio ??= new AudioContext();
    for (const [index, hertz] of [523.25, 783.99].entries()) {
      const at = audio.currentTime + index * 0.13;
      const tone = new OscillatorNode(audio, { type: "sine", frequency: hertz });
      const volume = new GainNode(audio, { gain: 0 });
      volume.gain.setValueAtTime(0, at);
      volume.gain.linearRampToValueAtTime(0.12, at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.45);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + 0.5);
    }
  } catch {
    // A browser without audio, or one that has not been touched yet: the title and the mark remain.
  }
}
