import { isEmojiWord } from '../emoji-word.ts'
import type { SearchSource } from '../search-source.ts'
import { editDistance } from './edit-distance.ts'

const SHORTEST = 4
const LONG = 8
/** Letters that a stem may lack of the word it stands for. */
const LONGEST_ENDING = 5
const SHORTEST_STEM = 5
/** A letter more or less at the end is a weaker sign than a wrong one within. */
const ENDING_COST = 0.15
const MOST_CORRECTIONS = 3

/**
 * Terms of the vocabulary that a word was probably meant to be, likeliest first: at most one wrong letter, two in a
 * long word; those with the fewest only. The first letter is taken to be right, or swapped with the second.
 */
export function correctWord(source: SearchSource, word: string): readonly string[] {
  if (word.length < SHORTEST || isEmojiWord(word)) return []
  const most = word.length >= LONG ? 2 : 1
  const found: { term: string; cost: number; documents: number }[] = []
  for (const initial of new Set([word[0] ?? '', word[1] ?? '']))
    for (const { term, documents } of source.vocabulary(initial, after(initial))) {
      const cost = costOf(word, term, most)
      if (cost !== undefined) found.push({ term, cost, documents })
    }
  const least = Math.min(...found.map((entry) => entry.cost))
  return found
    .filter((entry) => entry.cost === least)
    .toSorted((a, b) => b.documents - a.documents || (a.term < b.term ? -1 : 1))
    .slice(0, MOST_CORRECTIONS)
    .map((entry) => entry.term)
}

/** The first text after everything that begins like this. */
function after(initial: string): string {
  return String.fromCharCode(initial.charCodeAt(0) + 1)
}

function costOf(word: string, term: string, most: number): number | undefined {
  const ending = word.length - term.length
  if (ending > LONGEST_ENDING || ending < -most || /^\d+$/.test(term) || isEmojiWord(term)) return undefined
  const distance = editDistance(word, term, { most, openEnd: false })
  if (distance <= most) return distance
  if (term.length < SHORTEST_STEM || ending < 1) return undefined
  const open = editDistance(word, term, { most: most - 1, openEnd: true })
  return open < most ? open + ending * ENDING_COST : undefined
}
