/** Nouns that end as a plural or a verb does. */
const AS_THEY_ARE = new Set(
  'pays mois temps fois cours corps proces avis bras tiers permis deces refus abus acces succes prix taux choix voix heritier loyer metier entier premier dernier dossier papier courrier foncier financier immobilier hier cher mer fer'.split(
    ' ',
  ),
)
const VERB_ENDINGS =
  /(?:eraient|erions|eriez|erait|erais|eront|erons|aient|erent|erai|eras|erez|era|ait|ais|ant|ons|ees|ez|er|ee|es|e|as|ai)$/
const SHORTEST_ROOT = 3

/** Takes off plural, feminine and the endings of the common verbs: "licenciée", "licencier" and "licencié" are one. */
export function stemFrench(word: string): string {
  if (word.length < 4 || AS_THEY_ARE.has(word)) return word
  const single = withoutPlural(word)
  if (single.length < 4 || AS_THEY_ARE.has(single)) return single
  const ending = VERB_ENDINGS.exec(single)?.[0].length ?? 0
  const root = single.slice(0, single.length - ending)
  const bare = root.length >= SHORTEST_ROOT ? root : single
  const infinitive = bare.length > 4 && bare.endsWith('ir') ? bare.slice(0, -1) : bare
  return infinitive.length > 4 && infinitive.at(-1) === infinitive.at(-2)
    ? infinitive.slice(0, -1)
    : infinitive
}

function withoutPlural(word: string): string {
  if (word.endsWith('aux') && word.length > 5 && !word.endsWith('eaux')) return `${word.slice(0, -2)}l`
  if (word.endsWith('eaux')) return word.slice(0, -1)
  if (word.endsWith('s') && !word.endsWith('ss') && !/(?:ais|ons|ees|as|es)$/.test(word))
    return word.slice(0, -1)
  return word
}
