/** A word of a text as the index sees it. */
export interface Token {
  /** Lower case, without diacritics; not stemmed. */
  readonly word: string
  /** Offsets in UTF-16 code units. */
  readonly start: number
  readonly end: number
}

const WORDS = /[\p{L}\p{N}\p{Co}\u0300-\u036f]+/gu
/** Scripts that write words without blanks between them. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々]/u
const UNSPACED_RUNS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々]+/gu
/** SQLite takes them off Latin letters only: й and ά are letters of their own. */
const LATIN_DIACRITICS = /(\p{sc=Latin})[\u0300-\u036f]+/gu
const BEYOND_ASCII = /[^ -~]/
/** The segmenter takes time beyond the linear on very long runs. */
const LONGEST_RUN = 1000

/** Words with their places, in order; linear. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(WORDS)) {
    const run = match[0]
    if (!UNSPACED.test(run)) {
      const word = fold(run)
      if (word !== '') tokens.push({ word, start: match.index, end: match.index + run.length })
    } else
      for (const [from, to] of splitRun(run)) {
        const word = fold(run.slice(from, to))
        if (word !== '') tokens.push({ word, start: match.index + from, end: match.index + to })
      }
  }
  return tokens
}

/** The text with blanks between the words of scripts that have none: what goes into the index. The same string where there is nothing to do. */
export function indexText(text: string): string {
  if (!UNSPACED.test(text)) return text
  return text.replaceAll(UNSPACED_RUNS, (run) => {
    const words: string[] = []
    for (const [from, to] of splitUnspaced(run)) words.push(run.slice(from, to))
    return ` ${words.join(' ')} `
  })
}

/** Lower case, without diacritics. */
export function fold(word: string): string {
  if (!BEYOND_ASCII.test(word)) return word.toLowerCase()
  return word.toLowerCase().normalize('NFD').replaceAll(LATIN_DIACRITICS, '$1').normalize('NFC')
}

/** Splits where an unspaced script begins or ends, and between its words. */
function* splitRun(run: string): Generator<readonly [from: number, to: number]> {
  let at = 0
  for (const match of run.matchAll(UNSPACED_RUNS)) {
    if (match.index > at) yield [at, match.index]
    for (const [from, to] of splitUnspaced(match[0])) yield [match.index + from, match.index + to]
    at = match.index + match[0].length
  }
  if (at < run.length) yield [at, run.length]
}

function* splitUnspaced(run: string): Generator<readonly [from: number, to: number]> {
  const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
  for (let at = 0; at < run.length; ) {
    let end = Math.min(run.length, at + LONGEST_RUN)
    // A pair of surrogates stays together.
    if (end < run.length && run.charCodeAt(end) >= 0xdc00 && run.charCodeAt(end) < 0xe000) end++
    for (const { index, segment } of segmenter.segment(run.slice(at, end)))
      yield [at + index, at + index + segment.length]
    at = end
  }
}
