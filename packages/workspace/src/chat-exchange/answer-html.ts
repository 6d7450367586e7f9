import katex from 'katex'
import MarkdownIt, { type StateCore, type StateInline, type Token } from 'markdown-it/browser'
import { takeOddCharacters } from '../chat-file/inert-text.ts'

/** A longer formula is shown as it is written. */
const LONGEST_FORMULA = 5_000
/** What one may cost: it is text of a model. */
const FORMULA_OPTIONS = {
  output: 'mathml',
  strict: 'ignore',
  trust: false,
  maxExpand: 500,
  maxSize: 20,
} as const
const FORMULAS = [
  ['$$', '$$'],
  ['\\[', '\\]'],
  ['\\(', '\\)'],
  ['$', '$'],
] as const

/** An answer as it reads on the page: no raw HTML, no pictures, and only web and mail links. */
export function printAnswerHtml(text: string): string {
  return MARKDOWN.render(takeOddCharacters(text).shown)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return takeOddCharacters(text).shown.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

const MARKDOWN = new MarkdownIt({ html: false })
MARKDOWN.validateLink = (url) => /^(?:https?:|mailto:)/i.test(url.trim())
// Before the backslash of an escape is taken for one.
MARKDOWN.inline.ruler.before('escape', 'formula', readFormula)
MARKDOWN.core.ruler.push('varve', ({ tokens, Token }: StateCore) => {
  lowerHeadings(tokens)
  markTasks(tokens)
  markCallouts(tokens, Token)
  markFolds(tokens)
})
Object.assign(MARKDOWN.renderer.rules, {
  image: (tokens: Token[], at: number) => escapeHtml(`[image not shown: ${tokens[at]?.content ?? ''}]`),
  text: (tokens: Token[], at: number) =>
    escapeHtml(tokens[at]?.content ?? '')
      .replaceAll(/\[\^(\d{1,4})\]/g, '<sup>[$1]</sup>')
      .replaceAll(/==(?=\S)([^=\n]{1,1000})(?<=\S)==/g, '<mark>$1</mark>'),
  fence: (tokens: Token[], at: number) => {
    const { info = '', content = '' } = tokens[at] ?? {}
    const [language = ''] = info.trim().split(/\s/)
    const label = language === '' ? '' : ` data-language="${escapeHtml(language)}"`
    return `<pre${label}><code>${escapeHtml(content)}</code></pre>\n`
  },
  formula: (tokens: Token[], at: number) => {
    const { markup = '', content = '' } = tokens[at] ?? {}
    return printFormula(content.trim(), markup === '$$' || markup === '\\[')
  },
  fold: (tokens: Token[], at: number) => tokens[at]?.content ?? '',
})

/** Drawn by browsers themselves, without a script or fonts; what can't be read stays as it is written. */
function printFormula(formula: string, isDisplay: boolean): string {
  try {
    return katex.renderToString(formula, { ...FORMULA_OPTIONS, displayMode: isDisplay })
  } catch {
    return `<code class="${isDisplay ? 'formula display' : 'formula'}">${escapeHtml(formula)}</code>`
  }
}

/** A formula in the form of TeX. As in Pandoc, dollars have no space inside and no digit after them: prices stay. */
function readFormula(state: StateInline, isSilent: boolean): boolean {
  const { src, pos, posMax } = state
  const [start, end] = FORMULAS.find(([mark]) => src.startsWith(mark, pos)) ?? []
  if (start === undefined) return false
  const from = pos + start.length
  const inner = src.slice(from, Math.min(posMax, from + LONGEST_FORMULA)).split(end, 1)[0] ?? ''
  const to = from + inner.length
  if (inner.trim() === '' || !src.startsWith(end, to) || to + end.length > posMax) return false
  if (start === '$' && (/^\s|\s$|`/.test(inner) || /^\d/.test(src.slice(to + 1, to + 2)))) return false
  if (!isSilent) Object.assign(state.push('formula', 'code', 0), { content: inner, markup: start })
  state.pos = to + end.length
  return true
}

/** The title of the chat is the heading above them. */
function lowerHeadings(tokens: readonly Token[]): void {
  for (const token of tokens)
    if (token.type.startsWith('heading_')) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 2)}`
}

function markTasks(tokens: readonly Token[]): void {
  for (const [at, token] of tokens.entries()) {
    const first = token.children?.[0]
    if (tokens[at - 2]?.type !== 'list_item_open' || first?.type !== 'text') continue
    first.content = first.content.replace(/^\[([ xX])\] /, (_, sign) => (sign === ' ' ? '☐ ' : '☑ '))
  }
}

/** Quotes that begin with `[!kind]`, with their title above what they say. */
function markCallouts(tokens: Token[], TokenOf: StateCore['Token']): void {
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const [quote, , inline] = tokens.slice(at, at + 3)
    const [first, ...others] = inline?.children ?? []
    if (quote?.type !== 'blockquote_open' || !inline || first?.type !== 'text') continue
    const [mark, kind = ''] = /^\[!([a-z][\w-]{0,29})\][+-]?[ \t]*/i.exec(first.content) ?? []
    if (mark === undefined) continue
    quote.attrSet('class', 'callout')
    first.content = first.content.slice(mark.length)
    const words = [first, ...others]
    const end = words.findIndex(({ type }) => type === 'softbreak' || type === 'hardbreak')
    const title = end < 0 ? words : words.slice(0, end)
    if (title.every(({ content }) => content === ''))
      first.content = kind.charAt(0).toUpperCase() + kind.slice(1)
    const open = new TokenOf('paragraph_open', 'p', 1)
    open.attrSet('class', 'title')
    const inner = new TokenOf('inline', '', 0)
    inner.children = title
    const heading = [open, inner, new TokenOf('paragraph_close', 'p', -1)]
    inline.children = words.slice(end + 1)
    // Without more words the paragraph is its title alone.
    tokens.splice(at + 1, end < 0 ? 3 : 0, ...heading)
  }
}

/** `<details>` as the page shows it: open, since nobody can be sure that a printed page is. */
function markFolds(tokens: readonly Token[]): void {
  let open: { readonly at: number; readonly level: number; readonly html: string }[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.nesting === -1) open = open.filter(({ level }) => level <= token.level + 1)
    if (token.type !== 'inline') continue
    const words = token.content.trim()
    const [begins, summary = 'Details'] =
      /^<details(?: open)?>\s*(?:<summary>([^<\n]{0,300})<\/summary>)?$/i.exec(words) ?? []
    if (begins !== undefined)
      open.push({ at, level: token.level, html: `<details open><summary>${escapeHtml(summary)}</summary>` })
    const last = open.at(-1)
    if (!/^<\/details>$/i.test(words) || last?.level !== token.level) continue
    open.pop()
    asFold(tokens, last.at, last.html)
    asFold(tokens, at, '</details>\n')
  }
}

function asFold(tokens: readonly Token[], at: number, html: string): void {
  for (const around of [tokens[at - 1], tokens[at + 1]]) if (around) around.hidden = true
  Object.assign(tokens[at] ?? {}, { type: 'fold', content: html })
}
