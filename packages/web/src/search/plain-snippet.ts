import { type HighlightPiece, splitHighlights } from '../view-model/text/split-highlights.ts'

type Range = readonly [start: number, end: number]

/** What takes the place of a stretch of the text: nothing, or a sign. */
interface Change {
  readonly start: number
  readonly end: number
  readonly sign: string
}

/** Marks of Markdown that go, wherever they stand. Of a link the target goes where it has words of its own. */
const MARKS: readonly RegExp[] = [
  /\*\*|__|`/g,
  /(?<=^|[\s…])(?:#{1,6}|-{3,})(?=\s)/g,
  /(?<=^|[\s…])- \[[ xX]\](?=\s)/g,
  // The end of a link whose beginning was cut off.
  /(?<=^…?)[^[\]|…]*\|(?=[^[\]|]*\]\])/g,
  /!\[\[(?=[^[\]|]*\|\d+(?:x\d+)?\]\])|(?<=!\[\[[^[\]|]*)\|\d+(?:x\d+)?(?=\]\])/g,
  /!?\[\[(?:[^[\]|]*\|)?|\]\]/g,
  /!?\[(?=[^[\]]*\]\([^()\s]*\))|(?<=\[[^[\]]*)\]\([^()\s]*\)/g,
]
const HEADING_OF_LINK = /(?<=\[\[[^[\]|#]+)#\^?(?=[^[\]|#]+\]\])/g
const FRONT_MATTER = /^--- (?:.*?(?:^| )---(?= |$)|.*)/s
const NEXT_FIELD = / (?=[\p{L}_][\p{L}\p{N}_-]*: )/gu
/** The border of a table, or cells that stand beside each other. */
const CELLS = /(?: ?\|(?: ?:?-+:?(?= ?\|))?)+(?: |$)/g
const FEWEST_CELLS = 3

/** A snippet of a note in pieces, those that were searched for marked, without the marks of Markdown, which in a line of a list say nothing. */
export function plainSnippet(text: string, highlights: readonly Range[]): readonly HighlightPiece[] {
  const changes = changesOf(text, highlights)
  const pieces: HighlightPiece[] = []
  let at = 0
  for (const { text: words, hit } of splitHighlights(text, highlights)) {
    const plain = changed(words, at, changes).replaceAll(/\s{2,}/g, ' ')
    const isDoubled = (pieces.at(-1)?.text ?? ' ').endsWith(' ')
    const shown = isDoubled ? plain.trimStart() : plain
    if (shown !== '') pieces.push({ text: shown, hit })
    at += words.length
  }
  return pieces
}

/** In the order in which they stand; none within another. */
function changesOf(text: string, highlights: readonly Range[]): readonly Change[] {
  const all = [
    ...frontMatter(text, highlights),
    ...cells(text),
    ...found(text, HEADING_OF_LINK, ' › '),
    ...MARKS.flatMap((mark) => found(text, mark, '')),
  ]
  const kept: Change[] = []
  for (const change of all)
    if (kept.every(({ start, end }) => change.end <= start || change.start >= end)) kept.push(change)
  return kept.toSorted((a, b) => a.start - b.start)
}

function found(text: string, pattern: RegExp, sign: string, from = 0): readonly Change[] {
  return [...text.matchAll(pattern)].map(({ 0: match, index }) => ({
    start: from + index,
    end: from + index + match.length,
    sign,
  }))
}

/** It describes the note, whose title stands above: it goes, unless all that was found stands in it. */
function frontMatter(text: string, highlights: readonly Range[]): readonly Change[] {
  const [fields] = FRONT_MATTER.exec(text) ?? []
  if (fields === undefined) return []
  const end = fields.length
  const isOnly = highlights.length > 0 && highlights.every(([start]) => start < end)
  if (end < text.length && !isOnly) return [{ start: 0, end, sign: '' }]
  return found(fields.slice(4), NEXT_FIELD, ' · ', 4)
}

function cells(text: string): readonly Change[] {
  const all = found(text, CELLS, ' · ')
  if (all.length < FEWEST_CELLS) return []
  const isEdge = ({ start, end }: Change): boolean => start === 0 || end === text.length
  return all.map((change) => (isEdge(change) ? { ...change, sign: ' ' } : change))
}

/** Part of the text, from `at` on, as it is shown. What is changed over its end is shown where it begins. */
function changed(words: string, at: number, changes: readonly Change[]): string {
  let shown = ''
  let from = 0
  for (const { start, end, sign } of changes) {
    if (end <= at || start >= at + words.length) continue
    if (start >= at) shown += words.slice(from, start - at) + sign
    from = Math.min(end - at, words.length)
  }
  return shown + words.slice(from)
}
