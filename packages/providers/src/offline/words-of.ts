const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}`
const NUMBER = String.raw`\p{N}+(?:[.,:]\p{N}+)*`
const SPACED = String.raw`[[\p{L}\p{M}]--[${UNSPACED}]]+(?:['’]s\b)?`

const WORD = new RegExp(`([${UNSPACED}]+)|(${NUMBER})|${SPACED}`, 'gv')
/** Most lines are plain ASCII and need none of the above; the outcome is the same. */
const ASCII_WORD = /[a-z]+(?:'s\b)?|(\d+(?:[.,:]\d+)*)/g
/** No word that anybody asks for; its endings are not worth looking at. */
const LONGEST_STEM = 40

/**
 * The words of a text as search sees them: lower case, no accents, light English stems, and pairs of
 * characters for scripts that put no spaces between words. It depends on no locale and no dictionary.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  if (/^[\0-\x7f]*$/.test(text)) {
    for (const [word, number] of text.toLowerCase().matchAll(ASCII_WORD)) words.push(wordForm(word, number))
    return words
  }
  for (const [word, unspaced, number] of fold(text).matchAll(WORD)) {
    if (unspaced === undefined) words.push(wordForm(word, number))
    else for (const pair of pairsOf(unspaced)) words.push(pair)
  }
  return words
}

function wordForm(word: string, number: string | undefined): string {
  return number === undefined ? stem(word) : number.replaceAll(',', '')
}

/** Lower case without accents. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
}

function* pairsOf(run: string): Generator<string> {
  const characters = Array.from(run)
  if (characters.length === 1) yield run
  for (let index = 1; index < characters.length; index++)
    yield `${characters[index - 1] ?? ''}${characters[index] ?? ''}`
}

/** Takes plural, tense and doer endings off, so that launch, launches, launched and launching meet. */
function stem(word: string): string {
  const bare = word.replace(/['’]s$/, '')
  if (bare.length < 4 || bare.length > LONGEST_STEM || !/^[a-z]+$/.test(bare)) return bare
  const singular = bare
    .replace(/ies$/, 'y')
    .replace(/(?<=(?:ss|x|z|ch|sh))es$/, '')
    .replace(/(?<=[^su])s$/, '')
  return settle(singular.replace(/(?<=[a-z]{4})ers?$/, '').replace(/(?<=[a-z]{3})(?:ing|ed)$/, ''))
}

/** One form for what the endings leave: no final e, no doubled consonant, y as i. */
function settle(word: string): string {
  return word
    .replace(/(?<=[a-z]{3})e$/, '')
    .replace(/(?<=[a-z]{2})([bdgmnprt])\1$/, '$1')
    .replace(/(?<=[a-z]{2})y$/, 'i')
}
