import type { Facet } from './question-terms.ts'
import type { Passage } from './split-passages.ts'
import { wordsOf } from './words-of.ts'

/** The most of running text that is quoted at a time. */
const LONGEST_PROSE = 600

/** A field without a value, a comment, or an element without a word of text. */
const SAYS_NOTHING =
  /^[\s>]*(?:[-*+] )?(?:%%[^%]{0,400}%%|%%|[*_]{0,2}\p{L}[\p{L}\p{N} _-]{0,40}[*_]{0,2}::[*_]{0,2}|<!--[^>]{0,400}-->|<\/?[a-z][^<>]{0,400}>)\s*$/iu

export interface Quote {
  /** A Markdown quote, ending in the citation. */
  readonly text: string
  /** First and last line of what is quoted, counted from 1 in the source. */
  readonly lines: readonly [from: number, to: number]
}

/**
 * The passage as a Markdown quote with its citation: it leaves out but never adds words. Empty if there are
 * only pictures or tags.
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

/** A bare address continues to the next blank: a citation right after it would become a part of it. */
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

/** The most relevant sentences of a long paragraph, and their lines. */
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

/** One line of Markdown for the quote; nothing when only an embed or a tag was there. */
function cleanLines(line: string): string[] {
  if (SAYS_NOTHING.test(line)) return []
  const text = cleanInline(line.replace(/^(?:\s*>)+\s?/, '')).trimEnd()
  // A field may have held nothing but tags.
  return text.trim() === '' || SAYS_NOTHING.test(text) ? [] : [text]
}

/**
 * Links become plain words; pictures, embeds, trailing tags and footnote marks are removed, so that a note
 * can't fake a citation. HTML is shown as text.
 */
function cleanInline(text: string): string {
  return text
    .replace(/(?:[,;]?\s{0,8}!\[\[[^[\]]*\]\])+(?=\s{0,8}[,;.])|!\[\[[^[\]]*\]\]/g, '')
    .replace(/<((?:https?:\/\/|mailto:)[^\s<>]*)>/gi, '$1')
    .replace(/\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1')
    .replace(/!?\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '$1')
    .replace(/(?<!\s)(?:\s+#[\p{L}\p{N}/_-]+){1,40}\s*$/u, '')
    .replace(/\[\^+/g, '[')
    .replace(/(`+)[^`]*\1|<(?=[a-z/!?])/gi, (found) => (found === '<' ? '\\<' : found))
}

/** A stretch of a text, with marks where something was left out. */
interface Clip {
  readonly text: string
  /** Offsets of the stretch in the whole, blanks around it left out. */
  readonly start: number
  readonly end: number
}

/** The whole text if short, else whole sentences around the relevant part. */
function clipText(text: string, facets: readonly Facet[]): Clip {
  if (text.length <= LONGEST_PROSE) return { text, start: 0, end: text.length }
  const sentences = sentencesOf(text)
  const worth = sentences.map((sentence) => worthOf(sentence, facets))
  const best = worth.indexOf(Math.max(...worth))
  const [first, last] = widen(best, sentences)
  const before = sentences.slice(0, first).reduce((sum, sentence) => sum + sentence.length, 0)
  const run = sentences.slice(first, last + 1).join('')
  const stretch = run.trim()
  const start = before + run.length - run.trimStart().length
  const marked = `${first > 0 ? '… ' : ''}${stretch}${last < sentences.length - 1 ? ' …' : ''}`
  return { text: marked, start, end: start + stretch.length }
}

/** Sentences with the blanks after them; what has no end is cut between words, or anywhere if there are none. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  let start = 0
  for (const end of [...sentenceEnds(text), text.length]) {
    let rest = text.slice(start, end)
    start = end
    while (rest.length > LONGEST_PROSE) {
      const blank = rest.slice(0, LONGEST_PROSE).search(/\s\S*$/)
      const cut = blank > 0 ? blank + 1 : wholeCharacters(rest, LONGEST_PROSE)
      sentences.push(rest.slice(0, cut))
      rest = rest.slice(cut)
    }
    if (rest !== '') sentences.push(rest)
  }
  return sentences
}

function sentenceEnds(text: string): number[] {
  const ends = text.matchAll(/[.!?]["'”’)\]*_]{0,9}\s+|[。！？]\s*/g)
  return [...ends].map((match) => match.index + match[0].length)
}

/** Never between the halves of a surrogate pair. */
function wholeCharacters(text: string, end: number): number {
  const code = text.charCodeAt(end - 1)
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end
}

/** Goes on to both sides while there is room, so that a quote does not begin or stop at its keyword. */
function widen(best: number, pieces: readonly string[]): readonly [first: number, last: number] {
  let [first, last] = [best, best]
  let length = pieces[best]?.length ?? 0
  const fits = (index: number): boolean =>
    index >= 0 && index < pieces.length && length + (pieces[index]?.length ?? 0) <= LONGEST_PROSE
  while (fits(last + 1) || fits(first - 1)) {
    if (fits(last + 1)) length += pieces[++last]?.length ?? 0
    if (fits(first - 1)) length += pieces[--first]?.length ?? 0
  }
  return [first, last]
}

/** The weight of the facets that a text names; each counts once. */
function worthOf(text: string, facets: readonly Facet[]): number {
  const words = new Set(wordsOf(text))
  let worth = 0
  for (const facet of facets) {
    let most = 0
    for (const [word, weight] of facet.words) if (words.has(word)) most = Math.max(most, weight)
    worth += most * facet.weight
  }
  return worth
}
