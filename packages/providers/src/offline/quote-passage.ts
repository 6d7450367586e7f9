import { cleanInline, cleanLines } from './clean-markdown.ts'
import { clipText, LONGEST_PROSE, worthOf } from './clip-text.ts'
import type { Facet } from './question-terms.ts'
import type { Passage } from './split-passages.ts'

export interface Quote {
  /** A Markdown quote, ending in the citation. */
  readonly text: string
  /** First and last line of what is quoted, counted from 1 in the source. */
  readonly lines: readonly [from: number, to: number]
}

/**
 * The passage as a Markdown quote with its citation: it only leaves out, it never adds a word. Nothing when
 * only pictures or tags stand there.
 */
export function quotePassage(
  passage: Passage,
  facets: readonly Facet[],
  citation: string,
): Quote | undefined {
  const { from, to, body } = bodyOf(passage, facets)
  if (body.length === 0) return undefined
  const heading = from === passage.from ? headingOf(passage) : undefined
  const quoted = [...(heading === undefined ? [] : [heading.text, '']), ...body]
  if (passage.kind === 'paragraph' || passage.kind === 'list')
    quoted.push(withCitation(quoted.pop() ?? '', citation))
  else quoted.push('', citation)
  const offset = passage.document.firstLine - 1
  return {
    text: quoted.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n'),
    lines: [(heading?.line ?? from) + offset, to + offset],
  }
}

/** A bare address goes on to the next blank: a citation right after it would become a part of it. */
function withCitation(line: string, citation: string): string {
  return /(?:https?:\/\/|www\.)\S*$/i.test(line) ? `${line} ${citation}` : `${line}${citation}`
}

interface Body {
  readonly from: number
  readonly to: number
  readonly body: readonly string[]
}

function bodyOf(passage: Passage, facets: readonly Facet[]): Body {
  const { kind, from, to, lines } = passage
  switch (kind) {
    case 'paragraph':
      return proseBody(passage, facets)
    case 'list':
    case 'table':
      return { from, to, body: lines.flatMap((line) => cleanLines(clipText(line, facets).text)) }
    case 'code':
      return { from, to, body: fenced(lines.map((line) => clipText(line, facets).text)) }
    case 'front-matter':
      return frontMatterBody(passage, facets)
    case 'heading':
      return { from, to, body: [] }
  }
  return kind satisfies never
}

/** Of a long paragraph the sentences that say most, and the lines on which they stand. */
function proseBody({ from, lines }: Passage, facets: readonly Facet[]): Body {
  const whole = lines.join('\n')
  const { text, start, end } = clipText(whole, facets)
  const lineAt = (offset: number): number => from + whole.slice(0, offset).split('\n').length - 1
  return { from: lineAt(start), to: lineAt(end), body: text.split('\n').flatMap(cleanLines) }
}

/** Front matter is quoted by the one run of fields that the question names. */
function frontMatterBody({ from, lines }: Passage, facets: readonly Facet[]): Body {
  const hits = lines.map((line) => worthOf(line, facets) > 0)
  const first = Math.max(0, hits.indexOf(true))
  const last = Math.max(first, hits.lastIndexOf(true))
  return { from: from + first, to: from + last, body: fenced(lines.slice(first, last + 1)) }
}

function headingOf(passage: Passage): { readonly text: string; readonly line: number } | undefined {
  const heading = passage.headings.at(-1)
  if (passage.headingLine === undefined || heading === undefined) return undefined
  const text = cleanInline(heading.slice(0, LONGEST_PROSE))
    .replace(/[*_`#]+/g, '')
    .trim()
  return text === '' ? undefined : { text: `**${text}**`, line: passage.headingLine }
}

/** Code in a fence of our own, longer than any inside it, so that nothing in it can leave the quote. */
function fenced(lines: readonly string[]): string[] {
  const inner = lines.filter(
    (line, index) => !((index === 0 || index === lines.length - 1) && /^ {0,3}(?:`{3}|~{3})/.test(line)),
  )
  const longest = inner.reduce(
    (most, line) => Math.max(most, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)),
    2,
  )
  const fence = '`'.repeat(longest + 1)
  return [fence, ...inner, fence]
}
