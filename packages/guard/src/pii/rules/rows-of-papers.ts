import type { Label } from '../text-index/find-labels.ts'

/** Before a label that begins a row, and behind it, up to where its cell ends. */
const ROW_BEGINS = /(?:^|\n)[^\S\n]*(?:\|[^\S\n]*|[([{]?["'])?$/
const CELL_ENDS = /^[^|;\t\n]{0,32}[|;\t]|^["'],|^,(?=\S)/
const CELLS = /[|;\t]|["'],|,(?=\S)/

/**
 * Whether rows are of one paper each, "Führerschein | … | ja", "MOT certificate | … | yes", `('title', '…')`: then each says itself
 * what its number is of.
 */
export function hasRowsOfPapers(
  text: string,
  labels: readonly Label[],
  isOne: (label: Label) => boolean,
): boolean {
  return labels.some(
    (label) =>
      isOne(label) &&
      CELL_ENDS.test(text.slice(label.end, label.end + 34)) &&
      ROW_BEGINS.test(text.slice(Math.max(0, label.start - 8), label.start)),
  )
}

const LONGEST_ROW = 200

/** Whether a place lies in a cell of a row that does not begin with a label asked for. */
export function isInOtherRow(text: string, place: number, labelEnd: number): boolean {
  const from = Math.max(0, place - LONGEST_ROW)
  const start = from + text.slice(from, place).lastIndexOf('\n') + 1
  return labelEnd <= start && CELLS.test(text.slice(start, place).replace(/^\s*\|/, ''))
}

const LONGEST_RECORD = 300
/** One record closes, and another opens: in JSON, in tuples, in lists of YAML. */
const NEXT_RECORD =
  /[)}\]]\s{0,8},\s{0,8}(?:["']?\w{1,40}["']?\s?:\s{0,3})?[({[]|\n\s{0,12}- ["']?\w{1,40}["']?:/

/** Whether a label is said of the record before that of a place. */
export function isInNextRecord(text: string, labelEnd: number, place: number): boolean {
  if (labelEnd === 0 || place - labelEnd > LONGEST_RECORD) return false
  return NEXT_RECORD.test(text.slice(labelEnd, place))
}
