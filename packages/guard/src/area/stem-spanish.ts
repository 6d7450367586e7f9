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
  const single = withoutPlural(word.replace(ENCLITIC, ''))
  const ending = single.length > 4 && !NOUNS.has(single) ? (VERB_ENDINGS.exec(single)?.[0] ?? '') : ''
  const root = single.slice(0, single.length - ending.length)
  if (ending !== '' && ending !== 'aciones' && root.length >= SHORTEST_ROOT) return root
  return single.length >= LONG_ENOUGH && /[aeo]$/.test(single) ? single.slice(0, -1) : single
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss') || word.endsWith('is')) return word
  if (word.endsWith('ces') && word.length > 4) return `${word.slice(0, -3)}z`
  if (/[lrndyj]es$/.test(word) && word.length > 4) return word.slice(0, -2)
  return word.slice(0, -1)
}
