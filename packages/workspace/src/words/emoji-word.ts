/** Signs that stand among words as punctuation does, and the one that is a letter to SQLite. */
const NO_EMOJI = '\\u00a9\\u00ae\\u203c\\u2049\\u2122\\u2139\\u2194-\\u21aa'
const DRESSED = '(?:\\ufe0f|\\p{Emoji_Modifier})*'
/** One picture: a flag, or one to nine signs joined. The source of a pattern with the flag `u`. */
export const EMOJI = `\\p{Regional_Indicator}{2}|(?![${NO_EMOJI}])\\p{Extended_Pictographic}${DRESSED}(?:\\u200d\\p{Extended_Pictographic}${DRESSED}){0,8}`

const WHOLE = new RegExp(`^(?:${EMOJI})$`, 'u')
/** Also a colour on its own, which SQLite takes for a letter. */
const ALL = new RegExp(`${EMOJI}|\\p{Emoji_Modifier}`, 'gu')
const UNDRESSED = /[\ufe0f\u200d]|\p{Emoji_Modifier}/gu
/** No word that anyone types begins like this. */
const START = 'zqe'
const WORD = /^zqe\d/

/**
 * The word that stands for a picture in the index, where SQLite would drop it; undefined for any other text. Colours
 * of skin and variants count for nothing. In digits, which no stemming changes.
 */
export function emojiWord(text: string): string | undefined {
  if (text.charCodeAt(0) < 0x2000 || !WHOLE.test(text)) return undefined
  const signs = text.replaceAll(UNDRESSED, '')
  return START + Array.from(signs, (sign) => sign.codePointAt(0)).join('x')
}

export function isEmojiWord(word: string): boolean {
  return WORD.test(word)
}

/** The text with a word in place of each picture. */
export function spellEmoji(text: string): string {
  return text.replaceAll(ALL, (emoji) => ` ${emojiWord(emoji) ?? ''} `)
}
