/** What is needed of a term to know it by a wrong spelling. */
interface SpeltTerm {
  readonly words: readonly string[]
  readonly weight: number
}

const LEAST_WEIGHT = 4
const SHORTEST = 6
/** A word with a letter too few. */
const SHORTEST_FOUND = 5

/** For every word that is a term by itself: what is left of it without one of its letters. */
export function collectSpellings(
  terms: readonly ReadonlyMap<string, SpeltTerm>[],
): ReadonlyMap<string, readonly string[]> {
  const known = new Set<string>()
  for (const own of terms)
    for (const { words, weight } of own.values()) {
      const [word = '', next] = words
      if (next === undefined && weight >= LEAST_WEIGHT && word.length >= SHORTEST) known.add(word)
    }
  const spellings = new Map<string, string[]>()
  for (const word of known)
    for (const rest of withoutOne(word)) {
      const others = spellings.get(rest)
      if (others) others.push(word)
      else spellings.set(rest, [word])
    }
  return spellings
}

/**
 * The term that a word was meant to be: with one letter too few, one too many or two in wrong order. Another letter in
 * its place makes another word too often, as in "contrast".
 */
export function correctSpelling(
  spellings: ReadonlyMap<string, readonly string[]>,
  stem: string,
): string | undefined {
  if (stem.length < SHORTEST_FOUND) return undefined
  const isAlike = (term: string): boolean => term[0] === stem[0]
  const short = spellings.get(stem)?.find(isAlike)
  if (short !== undefined || stem.length < SHORTEST) return short
  for (const rest of withoutOne(stem)) {
    const found = spellings.get(rest)?.find((term) => isAlike(term) && isSwapped(term, stem))
    if (found !== undefined) return found
  }
  return undefined
}

function isSwapped(term: string, stem: string): boolean {
  if (term.length !== stem.length) return false
  let at = 0
  while (at < term.length && term[at] === stem[at]) at += 1
  return term[at] === stem[at + 1] && term[at + 1] === stem[at] && term.slice(at + 2) === stem.slice(at + 2)
}

function withoutOne(word: string): ReadonlySet<string> {
  return new Set(Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1)))
}
