import type { Language } from './area.ts'
import { ENGLISH_FRAMES } from './frames-english.ts'
import { FRENCH_FRAMES } from './frames-french.ts'
import { SPANISH_FRAMES } from './frames-spanish.ts'
import type { FrameCues } from './frame-cues.ts'

/**
 * In these the matter is only material: to be translated, put in order, sung at a party, or what a film is about. Who
 * asks for it wants no advice on it.
 */
export const TASK_FRAMES: Readonly<Record<Language, FrameCues>> = {
  en: ENGLISH_FRAMES,
  fr: FRENCH_FRAMES,
  es: SPANISH_FRAMES,
}
