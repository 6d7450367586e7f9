/**
 * What stands between words. Fixed ranges instead of Unicode properties, whose tables grow from one
 * runtime to the next: the same text must be found by the same words everywhere. [L-1]
 */
const BETWEEN =
  /[\0-/:-@[-`{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02c2-\u02df\u055a-\u055f\u0589\u05be\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufe10-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\u{1f000}-\u{1faff}]+/u

/** Scripts that write no blanks between words: Thai, Lao, Khmer, kana and Han. */
const UNSPACED = /[\u0e00-\u0eff\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+/
const RUNS = new RegExp(`${UNSPACED.source}|[^${UNSPACED.source.slice(1, -2)}]+`, 'g')

/** English endings, longest first, each with the letters that must stand before it. */
const ENDINGS: readonly (readonly [ending: string, before: number])[] = [
  ['ing', 3],
  ['ed', 3],
  ['es', 3],
  ['s', 3],
]
const SHORTEST_STEM = 4

/**
 * The words of a text as a search compares them: lower case, common English endings taken off. Where a script
 * has no blanks, every two neighbouring characters are a word.
 */
export function splitWords(text: string): readonly string[] {
  const parts = text.normalize('NFC').toLowerCase().split(BETWEEN)
  return parts.flatMap((part) => (part === '' ? [] : wordsOf(part)))
}

function wordsOf(part: string): readonly string[] {
  if (!UNSPACED.test(part)) return [stem(part)]
  return (part.match(RUNS) ?? []).flatMap((run) => (UNSPACED.test(run) ? pairsOf(run) : [stem(run)]))
}

function pairsOf(run: string): readonly string[] {
  if (run.length < 2) return [run]
  return Array.from({ length: run.length - 1 }, (_, index) => run.slice(index, index + 2))
}

function stem(word: string): string {
  const found = ENDINGS.find(
    ([ending, before]) => word.endsWith(ending) && word.length >= before + ending.length,
  )
  const isDouble = found?.[0] === 's' && word.endsWith('ss')
  const bare = found && !isDouble ? word.slice(0, -found[0].length) : word
  if (bare.length <= SHORTEST_STEM) return bare
  if (bare.endsWith('e')) return bare.slice(0, -1)
  return bare.endsWith('y') ? `${bare.slice(0, -1)}i` : bare
}
