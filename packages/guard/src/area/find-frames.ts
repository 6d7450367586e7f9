import type { FrameEntry } from './tree-entry.ts'

interface FramePlace {
  readonly entry: FrameEntry
  readonly from: number
}

interface FrameText {
  readonly folded: readonly string[]
  readonly polite: ReadonlySet<string>
  readonly isClauseStart: (at: number) => boolean
  readonly isSentenceStart: (at: number) => boolean
}

/** How far apart the parts of a frame may stand, in words. */
const REACH = 10

/** How many different requests there are in which the matter is only material; places come in order of the text. */
export function countFrames(places: readonly FramePlace[], text: FrameText): number {
  if (places.length === 0) return 0
  const starts = requestStarts(text)
  const kinds = new Set<string>()
  const open = new Map<number, number>()
  const sentences = sentenceNumbers(text)
  const isBehind = (at: number, first = Number.NEGATIVE_INFINITY): boolean =>
    at - first <= REACH && sentences[at] === sentences[first]
  for (const { entry, from } of places) {
    switch (entry.part) {
      case 'whole':
        if (starts[from] === 1) kinds.add('whole')
        break
      case 'first':
        if (starts[from] === 1) open.set(entry.frame, from)
        break
      case 'second':
        if (isBehind(from, open.get(entry.frame))) kinds.add(`pair ${entry.frame}`)
        break
      default:
        entry.part satisfies never
    }
  }
  return kinds.size
}

/** A request begins a clause; polite words may stand before it. */
function requestStarts({ folded, polite, isClauseStart }: FrameText): Uint8Array {
  const starts = new Uint8Array(folded.length)
  for (let at = 0; at < folded.length; at += 1)
    starts[at] =
      at === 0 || isClauseStart(at) || (starts[at - 1] === 1 && polite.has(folded[at - 1] ?? '')) ? 1 : 0
  return starts
}

function sentenceNumbers({ folded, isSentenceStart }: FrameText): readonly number[] {
  let number = 0
  return folded.map((_, at) => {
    if (at > 0 && isSentenceStart(at)) number += 1
    return number
  })
}
