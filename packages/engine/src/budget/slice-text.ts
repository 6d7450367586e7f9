/**
 * Cuts a text into slices of at most `maximum` characters, for counters that slow down on long runs.
 * A cut falls where tokenizers split anyway, so that counts of slices add up; only a run that has
 * no such place is cut inside, and never between the halves of a surrogate pair.
 */
export function* sliceText(text: string, maximum: number): Generator<string, void, undefined> {
  let start = 0
  while (text.length - start > maximum) {
    const end = findCut(text, start, start + maximum)
    yield text.slice(start, end)
    start = end
  }
  if (start < text.length) yield text.slice(start)
}

function findCut(text: string, start: number, limit: number): number {
  for (let cut = limit; cut > start; cut -= 1) if (isCut(text, cut)) return cut
  return isLowSurrogate(text.charCodeAt(limit)) && limit - start > 1 ? limit - 1 : limit
}

/** Whether tokenizers split before the character at `at` anyway. */
function isCut(text: string, at: number): boolean {
  return isTokenBoundary(text.charAt(at - 1), text.charAt(at))
}

/**
 * Whether every tokenizer of the byte-pair family begins a new word between these two characters:
 * before a blank that follows a visible character, between letters and digits, and after either
 * of them. Marks, apostrophes and halves of pairs may belong to the word before them.
 */
function isTokenBoundary(before: string, after: string): boolean {
  if (after === ' ' || after === '\t') return !/\s/.test(before)
  if (/[\p{M}\p{Cs}'’]/u.test(after)) return false
  if (/\p{L}/u.test(before)) return !/\p{L}/u.test(after)
  return /\p{N}/u.test(before) && !/\p{N}/u.test(after)
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
