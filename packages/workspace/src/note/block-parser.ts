// The same parser in one file, which loads in a quarter of the time.
import MarkdownIt, { type StateBlock, type Token } from 'markdown-it/browser'
import { type BlockToken, NoteBlockState } from './note-block-state.ts'
import { endsInComment } from './skip-span.ts'

/** Deeper blocks are left out, so that nesting cannot exhaust the stack. */
const DEEPEST = 64
/** Each level of quotes reads the lines below it again: deeper ones stay text. */
const DEEPEST_QUOTES = 6
const ENDS_PARAGRAPH = { alt: ['paragraph', 'blockquote', 'list'] }
const RAW_ELEMENT = /^<(script|pre|style|textarea)(?=[\s>]|$)/i

const parser = createParser()

/** The blocks of a text as markdown-it's tokens with line maps; what stands in them is not parsed any further. */
export function parseBlocks(text: string): readonly BlockToken[] {
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
