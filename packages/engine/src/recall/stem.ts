/** SQLite counts bytes, so "ℹs" is long enough to lose its s. */
const LONGEST = 64
const SHORTEST = 3

/** The stem of a folded word by Porter's algorithm, as SQLite's `porter` tokenizer gives it: words out of its bounds stay. */
export function stem(word: string): string {
  const bytes = byteLength(word)
  if (bytes < SHORTEST || bytes > LONGEST) return word
  let result = plural(word)
  result = pastAndGerund(result)
  if (result.endsWith('y') && hasVowel(result, result.length - 1)) result = `${result.slice(0, -1)}i`
  result = replaceSuffix(result, LONG_SUFFIXES, 0)
  result = replaceSuffix(result, MIDDLE_SUFFIXES, 0)
  result = dropSuffix(result)
  return tidy(result)
}

function byteLength(word: string): number {
  let bytes = 0
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    // Each half of a surrogate pair accounts for two of the four bytes.
    bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3
  }
  return bytes
}

function isVowel(word: string, at: number): boolean {
  const letter = word[at]
  if (letter === 'y') return at > 0 && !isVowel(word, at - 1)
  return letter === 'a' || letter === 'e' || letter === 'i' || letter === 'o' || letter === 'u'
}

/** SQLite looks at bytes: a letter of two is two consonants, and never a single or doubled one. */
function isAscii(word: string, at: number): boolean {
  return word.charCodeAt(at) < 0x80
}

function hasVowel(word: string, end: number): boolean {
  for (let at = 0; at < end; at++) if (isVowel(word, at)) return true
  return false
}

/** How many times a consonant follows a vowel in the first `end` letters, counted as far as anyone asks. */
function measure(word: string, end: number): number {
  let count = 0
  let wasVowel = false
  for (let at = 0; at < end && count < 2; at++) {
    const vowel = isVowel(word, at)
    if (wasVowel && !vowel) count++
    wasVowel = vowel
  }
  return count
}

/** Here SQLite takes every y for a consonant. */
function endsDouble(word: string): boolean {
  const last = word.length - 1
  return last > 0 && isAscii(word, last) && word[last] === word[last - 1] && !/[aeiou]$/.test(word)
}

/** Consonant, vowel, consonant at the end, the last none of w, x, y: as in "hop". */
function endsShort(word: string, end: number): boolean {
  const last = end - 1
  if (
    last < 2 ||
    !isAscii(word, last) ||
    isVowel(word, last) ||
    !isVowel(word, last - 1) ||
    isVowel(word, last - 2)
  )
    return false
  return word[last] !== 'w' && word[last] !== 'x' && word[last] !== 'y'
}

/** Something must precede an ending. */
function hasEnding(word: string, ending: string): boolean {
  return word.length > ending.length && word.endsWith(ending)
}

function plural(word: string): string {
  if (!word.endsWith('s')) return word
  if (hasEnding(word, 'sses') || hasEnding(word, 'ies')) return word.slice(0, -2)
  return word.endsWith('ss') ? word : word.slice(0, -1)
}

function pastAndGerund(word: string): string {
  if (hasEnding(word, 'eed')) return measure(word, word.length - 3) > 0 ? word.slice(0, -1) : word
  const cut = hasEnding(word, 'ed') ? 2 : hasEnding(word, 'ing') ? 3 : 0
  if (cut === 0 || !hasVowel(word, word.length - cut)) return word
  const rest = word.slice(0, -cut)
  if (rest.endsWith('at') || rest.endsWith('bl') || rest.endsWith('iz')) return `${rest}e`
  if (endsDouble(rest)) return /[lsz]$/.test(rest) ? rest : rest.slice(0, -1)
  return measure(rest, rest.length) === 1 && endsShort(rest, rest.length) ? `${rest}e` : rest
}

type Suffixes = readonly (readonly [from: string, to: string])[]

/** The first suffix that fits decides, also where the rest is too short for it. */
function replaceSuffix(word: string, suffixes: Suffixes, least: number): string {
  for (const [from, to] of suffixes) {
    if (!hasEnding(word, from)) continue
    const end = word.length - from.length
    return measure(word, end) > least ? word.slice(0, end) + to : word
  }
  return word
}

function dropSuffix(word: string): string {
  for (const suffix of LAST_SUFFIXES) {
    if (!hasEnding(word, suffix)) continue
    const end = word.length - suffix.length
    if (measure(word, end) < 2) return word
    if (suffix === 'ion' && word[end - 1] !== 's' && word[end - 1] !== 't') return word
    return word.slice(0, end)
  }
  return word
}

function tidy(word: string): string {
  let result = word
  if (result.endsWith('e')) {
    const end = result.length - 1
    const count = measure(result, end)
    if (count > 1 || (count === 1 && !endsShort(result, end))) result = result.slice(0, end)
  }
  if (result.endsWith('ll') && measure(result, result.length - 1) > 1) result = result.slice(0, -1)
  return result
}

const LONG_SUFFIXES: Suffixes = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
]

const MIDDLE_SUFFIXES: Suffixes = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
]

const LAST_SUFFIXES = 'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'.split(
  ' ',
)
