import { safeEnd } from '../budget/cut-text.ts'

/** Where a text is cut, best first. */
const BREAKS = ['\n\n', '\n', '. ', ' ']

/** A text in exact pieces of at most `maximum` characters, cut between paragraphs, lines or sentences if it can be. */
export function splitPassages(text: string, maximum: number): readonly string[] {
  const passages: string[] = []
  let start = 0
  while (start < text.length) {
    const end = text.length - start <= maximum ? text.length : findCut(text, start, start + maximum)
    const passage = text.slice(start, end).trim()
    if (passage !== '') passages.push(passage)
    start = end
  }
  return passages
}

/** The last break of the best kind in the second half: shorter pieces would tell too little. */
function findCut(text: string, start: number, limit: number): number {
  const least = start + Math.floor((limit - start) / 2)
  for (const mark of BREAKS) {
    const found = text.lastIndexOf(mark, limit - mark.length)
    if (found >= least) return found + mark.length
  }
  return Math.max(start + 1, safeEnd(text, limit))
}
