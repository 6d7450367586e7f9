import type { JsonValue } from '@varve/engine/internal'
import MarkdownIt, { type StateBlock, type Token } from 'markdown-it/browser'
import { BlockCollector } from './collect-blocks.ts'
import { toLineFeeds } from './line-breaks.ts'
import type { FrontMatter, NoteLink, ParsedNote } from './parsed-note.ts'
import { type Findings, readWikiLink } from './inline-scan.ts'
import { readYaml } from './read-yaml.ts'
import { parseSimpleYaml } from './simple-yaml.ts'
import { type BlockToken, NoteBlockState } from './note-block-state.ts'
import { endsInComment } from './skip-span.ts'

// The same parser in one file, which loads in a quarter of the time.

/** Deeper blocks are left out, so that nesting cannot exhaust the stack. */
const DEEPEST = 64

/** Each level of quotes reads the lines below it again: deeper ones stay text. */
const DEEPEST_QUOTES = 6

const ENDS_PARAGRAPH = { alt: ['paragraph', 'blockquote', 'list'] }

const RAW_ELEMENT = /^<(script|pre|style|textarea)(?=[\s>]|$)/i

const parser = createParser()

const OPENING = /^---([A-Za-z]*)[ \t]*$/

const SAYS_WHO_MAY_READ = /^["']?(?:varve|private|local[-_ ]?only)["']?[ \t]*:/i

/** A line that may be in a block: empty, indented, of a list, a comment, or a property. */
const MAY_BE_OF_BLOCK = /^(?:[ \t]|$|-[ \t]|#|[^\s:#][^:]*:)/

/** Beyond this a block is not metadata. */
const MOST_CHARACTERS = 65_536

const NONE: FrontMatterReading = { frontMatter: { values: {} }, lines: 0, bodyStart: 0, links: [] }

/**
 * What a note says about itself, for any text, in time linear in its length. Lines are counted from 1 and ended by
 * LF, CRLF or CR. Code, comments and addresses hold no links and no tags; nothing is ever executed.
 */
export function parseNote(text: string): ParsedNote {
  const plain = toLineFeeds(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  const { frontMatter, lines, bodyStart, links } = readFrontMatter(plain)
  const findings: Findings = { links: [...links], tags: [], fields: [] }
  const blocks = new BlockCollector(findings, lines)
  blocks.collect(parseBlocks(bodyStart === 0 ? plain : plain.slice(bodyStart)))
  return {
    frontMatter,
    headings: blocks.headings,
    tags: eachOnce([...frontMatterTags(frontMatter), ...findings.tags]),
    aliases: frontMatterAliases(frontMatter),
    links: findings.links,
    blocks: blocks.blocks,
    fields: findings.fields,
    items: blocks.items,
    callouts: blocks.callouts,
    queries: blocks.queries,
  }
}

/** Tags may differ only in case; the first spelling wins. */
function eachOnce(tags: readonly string[]): readonly string[] {
  if (tags.length < 2) return tags
  const first = new Map<string, string>()
  for (const tag of tags) {
    const folded = tag.toLowerCase()
    if (!first.has(folded)) first.set(folded, tag)
  }
  return [...first.values()]
}

/**
 * Tags of the front matter: `tags` or `tag`, a list or a text of them parted by commas or blanks. As in the text, a
 * tag is not a bare number.
 */
function frontMatterTags({ values }: FrontMatter): readonly string[] {
  return namesIn(values, ['tags', 'tag'], /[\s,]+/u)
    .map((tag) => tag.replace(/^#+/u, '').normalize('NFC'))
    .filter((tag) => /[^\d]/u.test(tag))
}

/** Other names of a note: `aliases` or `alias`, a list or a text of them parted by commas. */
function frontMatterAliases({ values }: FrontMatter): readonly string[] {
  return [...new Set(namesIn(values, ['aliases', 'alias'], /,/u))]
}

function namesIn(
  values: FrontMatter['values'],
  names: readonly string[],
  separator: RegExp,
): readonly string[] {
  const found: string[] = []
  for (const [name, value] of Object.entries(values)) {
    if (!names.includes(name.toLowerCase())) continue
    for (const text of textsOf(value)) found.push(...(Array.isArray(value) ? [text] : text.split(separator)))
  }
  return found.map((text) => text.trim()).filter((text) => text !== '')
}

function textsOf(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  return Array.isArray(value) ? value.flatMap(textsOf) : []
}

interface FrontMatterReading {
  readonly frontMatter: FrontMatter
  /** How many lines the block takes, and where the text after it begins. */
  readonly lines: number
  readonly bodyStart: number
  /** Those that a property gives as a quoted `[[…]]`. */
  readonly links: readonly NoteLink[]
}

/** Reads the block between `---` lines at the very beginning of a text with LF line ends. */
export function readFrontMatter(text: string): FrontMatterReading {
  if (!text.startsWith('---')) return NONE
  const firstEnd = text.indexOf('\n')
  const opening = firstEnd === -1 ? null : OPENING.exec(text.slice(0, Math.min(firstEnd, 64)))
  if (!opening) return NONE
  const close = findClosing(text, firstEnd)
  if (!close) return unclosed(text)
  const block = text.slice(firstEnd + 1, Math.max(firstEnd + 1, close.at))
  const lines = close.at === firstEnd ? 2 : countLines(block) + 2
  return {
    frontMatter: { ...readBlock(block, opening[1] ?? ''), lines: [1, lines] },
    lines,
    bodyStart: close.end,
    links: block.includes('[[') ? quotedLinks(block) : [],
  }
}

/**
 * A thematic break, or unclosed front matter: if that restricts who may read the note, it must not be
 * ignored.
 */
function unclosed(text: string): FrontMatterReading {
  const problem = 'line 1: front matter is not closed, a line with "---" alone is missing'
  for (const line of text.slice(0, MOST_CHARACTERS).split('\n').slice(1)) {
    if (SAYS_WHO_MAY_READ.test(line)) return { ...NONE, frontMatter: { values: {}, problem } }
    if (!MAY_BE_OF_BLOCK.test(line)) break
  }
  return NONE
}

/** The next line that is exactly `---`: the line feed before it, and the start of the line after it. */
function findClosing(text: string, from: number): { readonly at: number; readonly end: number } | undefined {
  for (let at = text.indexOf('\n---', from); at !== -1; at = text.indexOf('\n---', at + 4)) {
    let end = at + 4
    while (text.charCodeAt(end) === 32 || text.charCodeAt(end) === 9) end += 1
    if (end === text.length) return { at, end }
    if (text.charCodeAt(end) === 10) return { at, end: end + 1 }
  }
  return undefined
}

function readBlock(block: string, language: string): FrontMatter {
  if (language !== '') {
    return {
      values: {},
      problem: `line 1: front matter in "${language}" is neither read nor run, only YAML is`,
    }
  }
  if (block.length > MOST_CHARACTERS) {
    return {
      values: {},
      problem: `line 1: front matter of ${block.length} characters, more than ${MOST_CHARACTERS}`,
    }
  }
  const simple = parseSimpleYaml(block)
  if (simple) return { values: simple }
  const { values, problem } = readYaml(block)
  return problem ? { values, problem: `line ${problem.line + 1}: ${problem.text}` } : { values }
}

function countLines(block: string): number {
  let lines = 1
  for (let at = block.indexOf('\n'); at !== -1; at = block.indexOf('\n', at + 1)) lines += 1
  return lines
}

function quotedLinks(block: string): readonly NoteLink[] {
  const links: NoteLink[] = []
  for (const [index, text] of block.split('\n').entries()) {
    for (let at = text.indexOf('[[', 1); at !== -1; at = text.indexOf('[[', at + 2)) {
      const quote = text.charAt(at - 1)
      if (quote !== '"' && quote !== "'") continue
      const { link, end } = readWikiLink(text, at)
      if (link && text.charAt(end) === quote)
        links.push({ form: 'wiki', embed: false, ...link, line: index + 2 })
    }
  }
  return links
}

/** The blocks of a text as markdown-it's tokens with line maps; what is in them is not parsed any further. */
function parseBlocks(text: string): readonly BlockToken[] {
  const tokens: Token[] = []
  parser.block.parse(text, parser, {}, tokens)
  return tokens
}

function createParser(): ReturnType<typeof MarkdownIt> {
  const markdown = new MarkdownIt({ maxNesting: DEEPEST })
  markdown.block.State = NoteBlockState
  markdown.block.ruler.at('blockquote', quoteRule(), ENDS_PARAGRAPH)
  // A table's rows are scanned as lines of a paragraph, and definitions `[x]: y` as links: both are read inline.
  markdown.block.ruler.disable(['table', 'reference', 'html_block'])
  markdown.block.ruler.before('fence', 'comment', commentBlock, ENDS_PARAGRAPH)
  markdown.block.ruler.before('fence', 'raw_html', rawHtmlBlock, ENDS_PARAGRAPH)
  return markdown
}

type BlockRule = (state: StateBlock, start: number, end: number, silent: boolean) => boolean

function quoteRule(): BlockRule {
  const { ruler } = new MarkdownIt.ParserBlock()
  ruler.enableOnly('blockquote')
  const [blockquote] = ruler.getRules('')
  return (state, start, end, silent) => {
    const tooDeep = state instanceof NoteBlockState && state.quotes >= DEEPEST_QUOTES
    return !tooDeep && blockquote !== undefined && blockquote(state, start, end, silent)
  }
}

/** `%%` at the beginning of a line and not closed in it hides everything up to the line with the next `%%`. */
function commentBlock(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const from = lineFrom(state, start)
  if (state.src.charCodeAt(from) !== 37 || state.src.charCodeAt(from + 1) !== 37) return false
  if (isIndentedCode(state, start) || lineText(state, start).includes('%%', 2)) return false
  if (silent && endsParagraphComment(state, start)) return false
  return silent || pushRawBlock(state, { type: 'comment', start, end, closing: /%%/ })
}

/** A comment that was opened inside a line of the paragraph ends here: what comes after it is text again. */
function endsParagraphComment(state: StateBlock, line: number): boolean {
  if (state.parentType !== 'paragraph') return false
  return endsInComment(state.src.slice(state.bMarks[state.line], state.eMarks[line - 1]))
}

/** Comments of HTML over several lines, and elements whose content is not text. */
function rawHtmlBlock(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if (state.src.charCodeAt(lineFrom(state, start)) !== 60 || isIndentedCode(state, start)) return false
  const text = lineText(state, start)
  if (text.startsWith('<!--')) {
    if (text.includes('-->', 4)) return false
    return silent || pushRawBlock(state, { type: 'raw_html', start, end, closing: /-->/ })
  }
  const element = RAW_ELEMENT.exec(text)?.[1]
  if (element === undefined) return false
  const closing = new RegExp(`</${element}>`, 'i')
  if (closing.test(text)) return false
  return silent || pushRawBlock(state, { type: 'raw_html', start, end, closing })
}

function pushRawBlock(
  state: StateBlock,
  { type, start, end, closing }: { type: string; start: number; end: number; closing: RegExp },
): true {
  let line = start + 1
  for (; line < end; line += 1) {
    if (!state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) break
    if (closing.test(lineText(state, line))) {
      line += 1
      break
    }
  }
  state.line = line
  const token = state.push(type, '', 0)
  token.map = [start, line]
  token.content = state.getLines(start, line, state.blkIndent, false)
  return true
}

function lineFrom(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
}

function lineText(state: StateBlock, line: number): string {
  return state.src.slice(lineFrom(state, line), state.eMarks[line])
}

function isIndentedCode(state: StateBlock, line: number): boolean {
  return (state.sCount[line] ?? 0) - state.blkIndent >= 4
}
