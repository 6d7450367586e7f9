import type { ContextDocument } from './read-request.ts'

const FENCE = /^ {0,3}(`{3,}|~{3,})/

const HEADING = /^ {0,3}#{1,6}(?:\s|$)/

const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/

const RULE = /^\s*([-*_])(?:\s*\1){2,}\s*$/

const EMBED_ONLY = /^\s*!\[/

/** A stretch of a document that can be quoted by itself. Lines count from 1 within the document's text. */
export interface Passage {
  readonly kind: Block['kind']
  readonly document: ContextDocument
  readonly from: number
  readonly to: number
  readonly lines: readonly string[]
  /** The headings above it, outermost first. */
  readonly headings: readonly string[]
  /** The line of its heading, if it directly follows that heading. */
  readonly headingLine?: number
  /** Its nearest heading is the one of the whole document. */
  readonly isUnderTitle: boolean
  /** The first passage of its document. */
  readonly isLead: boolean
}

/** Longer blocks are cut at their lines, so that a match is found where it is. */
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

/** A run of lines of one kind, first and last counted from 1. */
interface Block {
  readonly kind: 'heading' | 'paragraph' | 'list' | 'table' | 'code' | 'front-matter'
  readonly from: number
  readonly to: number
}

/** Markdown by its lines: enough structure to quote by, never more than one look at a line. */
function splitBlocks(lines: readonly string[], format: 'markdown' | 'plain'): Block[] {
  if (format === 'plain') return plainBlocks(lines)
  const blocks: Block[] = []
  let line = 1
  while (line <= lines.length) {
    const block = blockAt(lines, line)
    if (block !== undefined) blocks.push(block)
    line = (block?.to ?? line) + 1
  }
  return joinLeads(blocks, lines)
}

function blockAt(lines: readonly string[], from: number): Block | undefined {
  const line = lines[from - 1] ?? ''
  if (from === 1 && line.trimEnd() === '---') {
    const close = lines.findIndex((other, index) => index > 0 && other.trimEnd() === '---')
    if (close > 0) return { kind: 'front-matter', from, to: close + 1 }
  }
  if (line.trim() === '' || RULE.test(line)) return undefined
  const fence = FENCE.exec(line)?.[1]
  if (fence !== undefined) return { kind: 'code', from, to: fenceEnd(lines, from, fence) }
  if (HEADING.test(line)) return { kind: 'heading', from, to: from }
  if (isTableRow(line)) return { kind: 'table', from, to: runEnd(lines, from, isTableRow) }
  if (LIST_ITEM.test(line)) return { kind: 'list', from, to: listEnd(lines, from) }
  const to = runEnd(lines, from, isParagraphLine)
  return lines.slice(from - 1, to).every((each) => EMBED_ONLY.test(each))
    ? undefined
    : { kind: 'paragraph', from, to }
}

function isTableRow(line: string): boolean {
  return line.trimStart().startsWith('|')
}

function isParagraphLine(line: string): boolean {
  return !(
    line.trim() === '' ||
    HEADING.test(line) ||
    LIST_ITEM.test(line) ||
    FENCE.test(line) ||
    isTableRow(line)
  )
}

function runEnd(lines: readonly string[], from: number, belongs: (line: string) => boolean): number {
  let to = from
  while (to < lines.length && belongs(lines[to] ?? '')) to++
  return to
}

function fenceEnd(lines: readonly string[], from: number, fence: string): number {
  for (let line = from + 1; line <= lines.length; line++) {
    const text = (lines[line - 1] ?? '').trim()
    if (text.startsWith(fence) && text.replaceAll(fence.charAt(0), '') === '') return line
  }
  return lines.length
}

/** A list continues over single blank lines as long as items or indented lines follow. */
function listEnd(lines: readonly string[], from: number): number {
  let to = from
  for (let line = from + 1; line <= lines.length; line++) {
    const text = lines[line - 1] ?? ''
    if (text.trim() === '') {
      if (line - to > 1) return to
      continue
    }
    const continues = LIST_ITEM.test(text) || /^\s/.test(text) || (line - to === 1 && isParagraphLine(text))
    if (!continues) return to
    to = line
  }
  return to
}

/** A paragraph that ends in a colon belongs to the list, table or code that it announces. */
function joinLeads(blocks: readonly Block[], lines: readonly string[]): Block[] {
  const joined: Block[] = []
  for (const block of blocks) {
    const lead = joined.at(-1)
    const announces =
      lead?.kind === 'paragraph' &&
      block.from - lead.to <= 2 &&
      (block.kind === 'list' || block.kind === 'table') &&
      /[:：]\s*$/.test((lines[lead.to - 1] ?? '').slice(-20))
    if (announces) joined[joined.length - 1] = { ...block, from: lead.from }
    else joined.push(block)
  }
  return joined
}

/** Code and plain text: runs between blank lines. */
function plainBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  for (let line = 1; line <= lines.length; line++) {
    if ((lines[line - 1] ?? '').trim() === '') continue
    const to = runEnd(lines, line, (text) => text.trim() !== '')
    blocks.push({ kind: 'code', from: line, to })
    line = to
  }
  return blocks
}
