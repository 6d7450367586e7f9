/** Nouns that end as a plural or a verb does. */
const AS_THEY_ARE = new Set(
  `
    pays mois temps fois cours corps proces avis bras tiers permis deces refus abus acces succes prix taux
    choix voix heritier loyer metier entier premier dernier dossier papier courrier foncier financier
    immobilier hier cher mer fer
  `
    .trim()
    .split(/\s+/),
)
/** Long endings need a longer root before them: "garant" is no form of "gare". */
const LONG_ENDINGS =
  /(?:eraient|erions|eriez|erait|erais|eront|erons|aient|erent|erai|eras|erez|era|ait|ais|ant|ons|ez|ai|as)$/
const SHORT_ENDINGS = /(?:ees|er|ee|es|e)$/
const [LONG_ROOT, SHORT_ROOT] = [4, 3]

/** Takes off plural, feminine and the endings of the common verbs: "licenciée", "licencier" and "licencié" are one. */
export function stemFrench(word: string): string {
  if (word.length < 5 || AS_THEY_ARE.has(word)) return withoutShortEnding(word)
  const single = withoutPlural(word)
  if (AS_THEY_ARE.has(single)) return single
  const long = LONG_ENDINGS.exec(single)?.[0].length ?? 0
  const root =
    long > 0 && single.length - long >= LONG_ROOT ? single.slice(0, -long) : withoutShortEnding(single)
  const infinitive = root.length > 4 && root.endsWith('ir') ? root.slice(0, -1) : root
  return infinitive.length > 4 && infinitive.at(-1) === infinitive.at(-2)
    ? infinitive.slice(0, -1)
    : infinitive
}

function withoutShortEnding(word: string): string {
  if (AS_THEY_ARE.has(word)) return word
  const ending = SHORT_ENDINGS.exec(word)?.[0].length ?? 0
  return word.length - ending >= SHORT_ROOT ? word.slice(0, word.length - ending) : word
}

function withoutPlural(word: string): string {
  if (word.endsWith('aux') && word.length > 5 && !word.endsWith('eaux')) return `${word.slice(0, -2)}l`
  if (word.endsWith('eaux')) return word.slice(0, -1)
  if (word.endsWith('s') && !word.endsWith('ss') && !/(?:ais|ons|ees|as|es)$/.test(word))
    return word.slice(0, -1)
  return word
}
