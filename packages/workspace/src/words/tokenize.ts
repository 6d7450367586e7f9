/** A word of a text as the index sees it. */
export interface Token {
  /** Lower case, without diacritics; not stemmed. A picture has a word of its own. */
  readonly word: string
  /** Offsets in UTF-16 code units. */
  readonly start: number
  readonly end: number
}

/** Marks that SQLite takes for part of the letter before them, and drops; others end a word. */
const MARK = '\\u0300-\\u0304\\u0306-\\u030c\\u030f\\u0311\\u031b\\u0323-\\u0328\\u032d\\u032e\\u0330\\u0331'
const MARKS = new RegExp(`[${MARK}]+`, 'gu')
/** Signs that separate words as punctuation does, and the one that is a letter to SQLite. */
const NO_EMOJI = '\\u00a9\\u00ae\\u203c\\u2049\\u2122\\u2139\\u2194-\\u21aa'
const DRESSED = '(?:\\ufe0f|\\p{Emoji_Modifier})*'
/** One picture: a flag, or one to nine signs joined. The source of a pattern with the flag `u`. */
const EMOJI = `\\p{Regional_Indicator}{2}|(?![${NO_EMOJI}])\\p{Extended_Pictographic}${DRESSED}(?:\\u200d\\p{Extended_Pictographic}${DRESSED}){0,8}`

const WORDS = new RegExp(`${EMOJI}|[\\p{L}\\p{N}\\p{Co}][\\p{L}\\p{N}\\p{Co}${MARK}]*`, 'gu')
/** Scripts that write words without blanks between them. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々]/u
const UNSPACED_RUNS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々]+/gu
const HANGUL = /\p{sc=Hangul}/u
/** Of letters that are one character with their mark, SQLite takes it off Latin ones only: й and ά stay. */
const LATIN_DIACRITICS = /(\p{sc=Latin})[\u0300-\u036f]+/gu
const BEYOND_ASCII = /[^ -~]/
const BEYOND_LATIN = /[\u0250-\uffff]/
const PICTURE = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]/u
/** The segmenter takes time beyond the linear on very long runs. */
const LONGEST_RUN = 1000

/** Words with their places, in order; linear. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = []
  eachWord(text, (start, end) => {
    const word = wordOf(text.slice(start, end))
    if (word !== '') tokens.push({ word, start, end })
  })
  return tokens
}

/** Finds each word with its place, in order. Words of ASCII are found without a pattern: nearly all are. */
export function eachWord(text: string, visit: (start: number, end: number) => void): void {
  for (let at = 0; at < text.length; ) {
    if (!mayBeWord(text.charCodeAt(at))) {
      at++
      continue
    }
    const start = at
    let isPlain = true
    for (let code = text.charCodeAt(at); at < text.length && mayBeWord(code); code = text.charCodeAt(++at))
      if (code >= 0x80) isPlain = false
    if (isPlain) visit(start, at)
    else splitRun(text.slice(start, at), (from, to) => visit(start + from, start + to))
  }
}

/** A letter or digit of ASCII, or anything beyond it. */
function mayBeWord(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code >= 0x80
  )
}

/**
 * The text with blanks between the words of scripts that have none, and with words for pictures: what goes into
 * the index. The same string where there is nothing to do.
 */
export function indexText(text: string): string {
  if (!BEYOND_LATIN.test(text)) return text
  const spelled = PICTURE.test(text) ? spellEmoji(text) : text
  if (!UNSPACED.test(spelled)) return spelled
  return spelled.replaceAll(UNSPACED_RUNS, (run) => {
    const words: string[] = []
    for (const [from, to] of splitUnspaced(run)) words.push(run.slice(from, to))
    return ` ${words.join(' ')} `
  })
}

/** Whether a word is of a script that writes no blanks: where it ends there is a guess. */
export function isUnspaced(word: string): boolean {
  return UNSPACED.test(word)
}

/** Whether a word may be joined to others: where its script writes no blanks, and in Korean, by particles. */
export function mayBeJoined(word: string): boolean {
  return isUnspaced(word) || HANGUL.test(word)
}

/** What the index has for one word of a text. */
export function wordOf(text: string): string {
  return emojiWord(text) ?? fold(text)
}

/** Lower case, without diacritics. */
export function fold(word: string): string {
  if (!BEYOND_ASCII.test(word)) return word.toLowerCase()
  const bare = word.toLowerCase().replaceAll(MARKS, '')
  return bare.normalize('NFD').replaceAll(LATIN_DIACRITICS, '$1').normalize('NFC')
}

/** The words of a run that holds more than ASCII: unspaced scripts apart from others, and by their own words. */
function splitRun(run: string, visit: (from: number, to: number) => void): void {
  for (const { 0: word, index } of run.matchAll(WORDS)) {
    let at = 0
    for (const match of word.matchAll(UNSPACED_RUNS)) {
      if (match.index > at) visit(index + at, index + match.index)
      for (const [from, to] of splitUnspaced(match[0]))
        visit(index + match.index + from, index + match.index + to)
      at = match.index + match[0].length
    }
    if (at < word.length) visit(index + at, index + word.length)
  }
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

const WHOLE = new RegExp(`^(?:${EMOJI})$`, 'u')
/** Also a colour on its own, which SQLite takes for a letter. */
const ALL = new RegExp(`${EMOJI}|\\p{Emoji_Modifier}`, 'gu')
const UNDRESSED = /[\ufe0f\u200d]|\p{Emoji_Modifier}/gu
/** No word that anyone types begins like this. */
const START = 'zqe'
const WORD = /^zqe\d/

/**
 * The word for a picture in the index, where SQLite would drop it; undefined for any other text. Colours
 * of skin and variants count for nothing. In digits, which no stemming changes.
 */
function emojiWord(text: string): string | undefined {
  if (text.charCodeAt(0) < 0x2000 || !WHOLE.test(text)) return undefined
  const signs = text.replaceAll(UNDRESSED, '')
  return START + Array.from(signs, (sign) => sign.codePointAt(0)).join('x')
}

export function isEmojiWord(word: string): boolean {
  return WORD.test(word)
}

/** The text with a word in place of each picture. */
function spellEmoji(text: string): string {
  return text.replaceAll(ALL, (emoji) => ` ${emojiWord(emoji) ?? ''} `)
}
