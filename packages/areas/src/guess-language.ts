import { LANGUAGES, type Language } from './area.ts'
import { FUNCTION_WORDS } from './words/common.ts'

/** How much of a text each language explains; the shares add up to 1 unless nothing spoke for any. */
export interface LanguageGuess {
  readonly shares: Readonly<Record<Language, number>>
  /** Set where one language is clear. */
  readonly language?: Language
}

export type LanguageTable = ReadonlyMap<string, readonly (readonly [Language, number])[]>

/** A long text is clear after its beginning. */
const WORDS_READ = 400
const CLEAR_SHARE = 0.62
const LEAST_EVIDENCE = 1
const SPANISH_SIGNS = /[ñ¿¡]/i
const FRENCH_SIGNS = /[çœàèêùû]/i
const SIGN_WEIGHT = 1.5

/** Function words to the languages they speak for; a word of two languages counts half for each. */
export function buildLanguageTable(): LanguageTable {
  const languagesOf = new Map<string, Language[]>()
  for (const language of LANGUAGES)
    for (const word of FUNCTION_WORDS[language]) {
      const known = languagesOf.get(word)
      if (known) known.push(language)
      else languagesOf.set(word, [language])
    }
  return new Map(
    [...languagesOf].map(([word, languages]) => [
      word,
      languages.map((language) => [language, 1 / languages.length ** 2] as const),
    ]),
  )
}

/** Guesses the language by its function words and by letters that only one of the three has. */
export function guessLanguage(
  table: LanguageTable,
  { folded }: { readonly folded: readonly string[] },
  text: string,
): LanguageGuess {
  const counts: Record<Language, number> = { en: 0, fr: 0, es: 0 }
  const end = Math.min(folded.length, WORDS_READ)
  for (let at = 0; at < end; at += 1)
    for (const [language, count] of table.get(folded[at] ?? '') ?? []) counts[language] += count
  const head = text.slice(0, WORDS_READ * 8)
  if (SPANISH_SIGNS.test(head)) counts.es += SIGN_WEIGHT
  if (FRENCH_SIGNS.test(head)) counts.fr += SIGN_WEIGHT
  const total = counts.en + counts.fr + counts.es
  if (total === 0) return { shares: counts }
  const shares = { en: counts.en / total, fr: counts.fr / total, es: counts.es / total }
  const best = LANGUAGES.reduce((first, other) => (shares[other] > shares[first] ? other : first))
  const isClear = shares[best] >= CLEAR_SHARE && total >= LEAST_EVIDENCE
  return isClear ? { shares, language: best } : { shares }
}
