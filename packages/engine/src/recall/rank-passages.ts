/** A passage as a search sees it. */
export interface PassageWords {
  readonly counts: ReadonlyMap<string, number>
  /** How many words it has. */
  readonly length: number
}

/** How soon a word that stands again counts no more, and how much a long passage is held against it. */
const SATURATION = 1.2
const LENGTH_WEIGHT = 0.75
/** A question and its answer belong together: what stands beside a passage counts for it too. */
const NEIGHBOUR_WEIGHT = 0.5
/** What is much weaker than the best only shares a common word with the question. */
const LEAST_SHARE = 0.2

/** Counts the words of a passage. */
export function countWords(words: readonly string[]): PassageWords {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { counts, length: words.length }
}

/**
 * BM25 over passages in the order of the conversation: indices of those that a question is about, best first, of
 * equal ones the newer. Only sums and quotients: a logarithm may differ in its last bits from one runtime to the
 * next, and bytes of a request hang on the order.
 */
export function rankPassages(
  question: readonly string[],
  passages: readonly PassageWords[],
): readonly number[] {
  const words = [...new Set(question)]
  const weights = weighWords(words, passages)
  const total = passages.reduce((sum, { length }) => sum + length, 0)
  const average = total / Math.max(1, passages.length)
  const own = passages.map((passage) => scoreOf(passage, { words, weights, average }))
  const scores = own.map(
    (score, index) => score + NEIGHBOUR_WEIGHT * Math.max(own[index - 1] ?? 0, own[index + 1] ?? 0),
  )
  const best = scores.reduce((most, score) => Math.max(most, score), 0)
  return scores
    .map((score, index) => ({ score, index }))
    .filter(({ score }) => score > 0 && score >= LEAST_SHARE * best)
    .sort((a, b) => b.score - a.score || b.index - a.index)
    .map(({ index }) => index)
}

/** Rare words count more. The sum of 1/n from the word's passages to all of them is close to the usual logarithm. */
function weighWords(
  words: readonly string[],
  passages: readonly PassageWords[],
): ReadonlyMap<string, number> {
  const sums = [0]
  for (let count = 1; count <= passages.length; count += 1) sums.push((sums[count - 1] ?? 0) + 1 / count)
  const all = sums[passages.length] ?? 0
  return new Map(
    words.map((word) => {
      const holding = passages.reduce((count, { counts }) => count + (counts.has(word) ? 1 : 0), 0)
      return [word, all - (sums[holding] ?? 0)]
    }),
  )
}

function scoreOf(
  { counts, length }: PassageWords,
  question: {
    readonly words: readonly string[]
    readonly weights: ReadonlyMap<string, number>
    readonly average: number
  },
): number {
  const { words, weights, average } = question
  const damping = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / Math.max(1, average))
  let score = 0
  for (const word of words) {
    const count = counts.get(word) ?? 0
    if (count > 0) score += ((weights.get(word) ?? 0) * count * (SATURATION + 1)) / (count + damping)
  }
  return score
}
