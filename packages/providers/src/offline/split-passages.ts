import type { ContextDocument } from './context-document.ts'
import { type Block, splitBlocks } from './split-blocks.ts'

/** A stretch of a document that can be quoted by itself. Lines count from 1 within the document's text. */
export interface Passage {
  readonly kind: Block['kind']
  readonly document: ContextDocument
  readonly from: number
  readonly to: number
  readonly lines: readonly string[]
  /** The headings above it, outermost first. */
  readonly headings: readonly string[]
  /** The line of its own heading when it directly follows that heading. */
  readonly headingLine?: number
  /** Its nearest heading is the one of the whole document. */
  readonly isUnderTitle: boolean
  /** The first passage of its document. */
  readonly isLead: boolean
}

/** Longer blocks are cut at their lines, so that a match is found where it stands. */
const LONGEST_PASSAGE = 1_400

/** The quotable passages of a document, in order. Linear in its length. */
export function splitPassages(document: ContextDocument): Passage[] {
  const lines = document.text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  const passages: Passage[] = []
  let trail: readonly { readonly depth: number; readonly text: string }[] = []
  let heading: number | undefined
  let led = false
  for (const block of splitBlocks(lines, document.format)) {
    if (block.kind === 'heading') {
      const line = (lines[block.from - 1] ?? '').trim()
      const depth = /^#+/.exec(line)?.[0].length ?? 1
      trail = [...trail.filter((above) => above.depth < depth), { depth, text: line.slice(depth).trim() }]
      heading = block.from
      continue
    }
    const place = { headings: trail.map((above) => above.text), isUnderTitle: trail.at(-1)?.depth === 1 }
    for (const [from, to] of cut(block, lines)) {
      // Rows without their header are no table any more; as code they keep their lines.
      const kind = block.kind === 'table' && from > block.from ? 'code' : block.kind
      const isLead: boolean = kind !== 'front-matter' && !led
      led ||= isLead
      const passage = { kind, document, from, to, lines: lines.slice(from - 1, to), ...place, isLead }
      passages.push(heading === undefined ? passage : { ...passage, headingLine: heading })
      heading = undefined
    }
  }
  return passages
}

/** Cuts between lines only; a single line stays whole, however long. */
function* cut(block: Block, lines: readonly string[]): Generator<readonly [from: number, to: number]> {
  let from = block.from
  let length = 0
  for (let line = block.from; line <= block.to; line++) {
    const size = (lines[line - 1] ?? '').length + 1
    if (length > 0 && length + size > LONGEST_PASSAGE) {
      yield [from, line - 1]
      from = line
      length = 0
    }
    length += size
  }
  yield [from, block.to]
}
