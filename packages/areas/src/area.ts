/** The languages whose words the detector stems and whose guidance is shipped. */
export type Language = 'en' | 'fr' | 'es'

export const LANGUAGES: readonly Language[] = ['en', 'fr', 'es']

/** A term that belongs to none of the known languages is looked for in all of them. */
export type TermLanguage = Language | 'any'

export interface AreaTerm {
  readonly text: string
  /** From 1, a hint, to 5, which decides alone. */
  readonly weight: number
  readonly language: TermLanguage
}

export interface AreaNegative {
  readonly text: string
  readonly language: TermLanguage
}

/** Text by language code; `any` is text that was given without one. */
export type LocalText = Readonly<Record<string, string>>

/** One area of guidance, as its file says. */
export interface Area {
  readonly pack: string
  readonly id: string
  readonly name: LocalText
  readonly languages: readonly string[]
  readonly terms: readonly AreaTerm[]
  /** Phrases that take away the words they cover. */
  readonly negatives: readonly AreaNegative[]
  readonly guidance: LocalText
}

/** The path of an area file: `<pack>/<id>.area.md`. */
export interface AreaPlace {
  readonly pack: string
  readonly id: string
}

/** The text in that language, else in English, else without a language, else the first one. */
export function localText(text: LocalText, language: string | undefined): string | undefined {
  const wanted = language === undefined ? undefined : text[language]
  return wanted ?? text['en'] ?? text['any'] ?? Object.values(text)[0]
}

export function isLanguage(value: string): value is Language {
  return (LANGUAGES as readonly string[]).includes(value)
}
