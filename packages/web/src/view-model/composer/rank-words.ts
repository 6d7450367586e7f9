import { findPlace, type Mark } from '../text/find-place.ts'
import { foldText } from '../text/fold-text.ts'
import { takeBest } from '../text/take-best.ts'

interface Named {
  readonly name: string
  readonly about: string
}

export interface WordMatch<T> {
  readonly word: T
  /** Where what was typed stands in the name. */
  readonly marks: readonly Mark[]
}

export interface RankedWords<T> {
  readonly matches: readonly WordMatch<T>[]
  readonly found: number
}

/** After the name itself come the three ranks of a place in it. */
const IN_NAME = 1
const LETTERS = 4
const ABOUT = 5

/**
 * Words that answer to a query: by the whole name, by the start of the name, of a word in it, or inside it; then by its letters in their
 * order, as in `wkrv` for `weekly-review`; then by what is said about it. Equal ones keep their order.
 */
export function rankWords<T extends Named>(
  words: readonly T[],
  query: string,
  limit: number,
): RankedWords<T> {
  const wanted = foldText(query)
  const ranked = words.flatMap((word, place) => {
    const found = matchOf(word, wanted)
    return found ? [{ word, place, ...found }] : []
  })
  const best = takeBest(ranked, limit, (a, b) => a.rank - b.rank || a.place - b.place)
  return { matches: best.map(({ word, marks }) => ({ word, marks })), found: ranked.length }
}

function matchOf(
  { name, about }: Named,
  wanted: string,
): { readonly rank: number; readonly marks: readonly Mark[] } | undefined {
  if (wanted === '') return { rank: 0, marks: [] }
  const folded = foldText(name)
  // Folding can change the length of rare letters; then a place in it is none in the name.
  const inPlace = (marks: readonly Mark[]) => (folded.length === name.length ? marks : [])
  const place = findPlace(folded, wanted)
  if (place) return { rank: folded === wanted ? 0 : IN_NAME + place.rank, marks: inPlace([place.mark]) }
  const letters = lettersIn(folded, wanted)
  if (letters) return { rank: LETTERS, marks: inPlace(letters) }
  return wanted.length > 2 && foldText(about).includes(wanted) ? { rank: ABOUT, marks: [] } : undefined
}

/** The places of letters that stand in a name one behind the other, the first at its beginning. */
function lettersIn(name: string, wanted: string): readonly Mark[] | undefined {
  if (name[0] !== wanted[0]) return undefined
  const marks: Mark[] = []
  let from = 0
  for (const letter of wanted) {
    const at = name.indexOf(letter, from)
    if (at < 0) return undefined
    marks.push([at, at + letter.length])
    from = at + letter.length
  }
  return marks
}
