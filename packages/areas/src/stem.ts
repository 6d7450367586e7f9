const VOWEL = /[aeiouy]/

/** Takes off plural, -ed, -ing and a silent e, no more: "divorced" and "divorcing" are "divorc", as "divorce" is. */
export function stemEnglish(word: string): string {
  if (word.length < 4) return word
  const bare = withoutVerbEnding(withoutPlural(word))
  const root = bare.length > 3 && bare.endsWith('e') ? bare.slice(0, -1) : bare
  return root.length > 3 && root.at(-1) === root.at(-2) ? root.slice(0, -1) : root
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|ss|x|z)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

function withoutVerbEnding(word: string): string {
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`
  if (word.endsWith('eed')) return word.length > 5 ? word.slice(0, -1) : word
  if (word.endsWith('ed')) return withoutEnding(word, 2)
  if (word.endsWith('ing')) return withoutEnding(word, 3)
  return word
}

/** Words as short as "sue" get their e back: "sued", "suing". Without a vowel before it, it is no ending: "bring". */
function withoutEnding(word: string, length: number): string {
  const root = word.slice(0, -length)
  if (root.length < 2 || !VOWEL.test(root)) return word
  return root.length === 2 ? `${root}e` : root
}

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
  const single = withoutPluralStemFrench(word)
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

function withoutPluralStemFrench(word: string): string {
  if (word.endsWith('aux') && word.length > 5 && !word.endsWith('eaux')) return `${word.slice(0, -2)}l`
  if (word.endsWith('eaux')) return word.slice(0, -1)
  if (word.endsWith('s') && !word.endsWith('ss') && !/(?:ais|ons|ees|as|es)$/.test(word))
    return word.slice(0, -1)
  return word
}

/** Pronouns that hang on an infinitive or gerund: "divorciarme", "demandarlos". */
const ENCLITIC = /(?<=.{3}(?:ar|er|ir|ando|iendo))(?:me|te|se|lo|la|le|nos|los|las|les)$/
const VERB_ENDINGS =
  /(?:aciones|ieron|iendo|aron|ando|aban|aria|eria|iria|aste|iste|aba|ado|ada|ido|ida|amos|emos|imos|ar|er|ir|an|en)$/
/** Nouns that end as a participle does. */
const NOUNS = new Set(
  `
    despido pedido marido partido sentido sonido vestido estado mercado abogado juzgado jurado delegado
    resultado grado lado ganado candado entrada salida medida comida vida bebida partida deuda ayuda
    moneda tienda vivienda
  `
    .trim()
    .split(/\s+/),
)
const SHORTEST_ROOT = 3
/** In shorter words the last vowel tells nouns apart: "plazo" and "plaza", "marco" and "marca". */
const LONG_ENOUGH = 6

/** Takes off plural, gender of longer words, and the endings of the common verbs. */
export function stemSpanish(word: string): string {
  if (word.length < 4) return word
  const single = withoutPluralStemSpanish(word.replace(ENCLITIC, ''))
  const ending = single.length > 4 && !NOUNS.has(single) ? (VERB_ENDINGS.exec(single)?.[0] ?? '') : ''
  const root = single.slice(0, single.length - ending.length)
  if (ending !== '' && ending !== 'aciones' && root.length >= SHORTEST_ROOT) return root
  return single.length >= LONG_ENOUGH && /[aeo]$/.test(single) ? single.slice(0, -1) : single
}

function withoutPluralStemSpanish(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss') || word.endsWith('is')) return word
  if (word.endsWith('ces') && word.length > 4) return `${word.slice(0, -3)}z`
  if (/[lrndyj]es$/.test(word) && word.length > 4) return word.slice(0, -2)
  return word.slice(0, -1)
}
