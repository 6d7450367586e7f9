import type { Language } from './area.ts'
import { ENGLISH_FRAMES } from './frames-english.ts'
import { FRENCH_FRAMES } from './frames-french.ts'
import { SPANISH_FRAMES } from './frames-spanish.ts'

/** Words and phrases as a person writes them, folded, parted by `|`. */
export interface FrameCues {
  /** Words that may stand before the request itself. */
  readonly polite: string
  /** What at the beginning of a clause makes the rest of it material: "translate", "who wrote". */
  readonly whole: string
  /** The same in two parts: "write" at the beginning and "birthday" somewhere behind it. */
  readonly pairs: readonly { readonly first: string; readonly second: string }[]
  /** What sets the scene for something that is told, played or learnt, wherever it stands. */
  readonly scenes: string
}

/**
 * In these the matter is only material: to be translated, put in order, sung at a party, or what a film is about. Who
 * asks for it wants no advice on it.
 */
export const TASK_FRAMES: Readonly<Record<Language, FrameCues>> = {
  en: ENGLISH_FRAMES,
  fr: FRENCH_FRAMES,
  es: SPANISH_FRAMES,
}
