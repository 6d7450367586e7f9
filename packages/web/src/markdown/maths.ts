import type { Element, ElementContent, Root } from 'hast'

/** Stand around a formula within a code span, so that Markdown leaves its backslashes and marks alone. */
const INLINE = '\uE000'
const DISPLAY = '\uE001'
/** A bar in a formula would end the cell of a table. */
const BAR = '\uE002'

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?=[^`]*$)|~{3,})/
const FENCE_END = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/
/** A formula may begin a line, also in a quote or as an item of a list. */
const OPENS = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(\$\$|\\\[)(.*)$/
const BLANK = /^[ \t>]*$/
/** Lines a formula may span; it also keeps a text of many openings linear. */
const MOST_LINES = 100
/** A longer formula is shown as it is written. */
const LONGEST = 5_000

/**
 * Turns formulas into code, which Markdown leaves unchanged: `$…$`, `$$…$$`, `\(…\)`, `\[…\]`. Line numbers
 * stay the same. Prices are no formulas: as in Pandoc, no space inside the dollars and no digit after them.
 */
export function markMaths(text: string): string {
  if (!/\$|\\[([]/.test(text)) return text
  const lines = text.split('\n')
  const marked: string[] = []
  let fence: string | undefined
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (fence !== undefined) {
      marked.push(line)
      if (FENCE_END.exec(line)?.[1]?.startsWith(fence)) fence = undefined
      continue
    }
    fence = FENCE.exec(line)?.[1]
    const block = fence === undefined ? blockAt(lines, at) : undefined
    if (block === undefined) marked.push(fence === undefined ? markLine(line) : line)
    else {
      marked.push(...block)
      at += block.length - 1
    }
  }
  return marked.join('\n')
}

/** A formula over several lines that begins with this one, as a block of code of as many lines. */
function blockAt(lines: readonly string[], at: number): readonly string[] | undefined {
  const [, prefix = '', mark, rest = ''] = OPENS.exec(lines[at] ?? '') ?? []
  if (mark === undefined) return undefined
  const end = mark === '$$' ? '$$' : '\\]'
  if (rest.includes(end)) return undefined
  for (let to = at + 1; to < Math.min(lines.length, at + MOST_LINES); to += 1) {
    const line = lines[to] ?? ''
    if (BLANK.test(line)) return undefined
    if (!line.includes(end)) {
      // Another beginning: this one has no end.
      if (OPENS.test(line)) return undefined
      continue
    }
    const last = line.trimEnd()
    if (!last.endsWith(end) || last.indexOf(end) !== last.length - end.length) return undefined
    return asFence({ prefix, first: rest, inner: lines.slice(at + 1, to), last: last.slice(0, -end.length) })
  }
  return undefined
}

interface BlockParts {
  readonly prefix: string
  readonly first: string
  readonly inner: readonly string[]
  readonly last: string
}

/** Text next to the delimiters moves into the lines between them, or onto one new line if there are none. */
function asFence({ prefix, first, inner, last }: BlockParts): readonly string[] {
  const quote = prefix.replaceAll(/[^ \t>]/g, ' ')
  const isBare = first.trim() === '' && BLANK.test(last)
  const below = last.replace(/^[ \t>]*/, '')
  if (isBare) return [`${prefix}\`\`\`math`, ...inner, `${quote}\`\`\``]
  const whole = [first, ...inner.map((line) => line.replace(/^[ \t>]*/, '')), below].join(' ')
  return [`${prefix}${asCode(DISPLAY, whole)}`, ...Array.from({ length: inner.length + 1 }, () => quote)]
}

const MARKS = /`+|\\[\\([$]|\$\$?/g

/** A line with its formulas as code. */
function markLine(line: string): string {
  if (!/\$|\\[([]/.test(line)) return line
  let marked = ''
  let from = 0
  for (const { start, end, inner, sign } of readFormulas(line).formulas) {
    marked += line.slice(from, start) + asCode(sign, inner)
    from = end
  }
  return marked + line.slice(from)
}

/** Where a formula begins that this text does not close; undefined where there is none. */
export function openFormula(text: string): number | undefined {
  return /\$|\\/.test(text) ? readFormulas(text).open : undefined
}

interface ReadFormula {
  readonly start: number
  readonly end: number
  readonly inner: string
  readonly sign: string
}

interface ReadFormulas {
  readonly formulas: readonly ReadFormula[]
  readonly open: number | undefined
}

/** Text between backticks is code already. */
function readFormulas(line: string): ReadFormulas {
  const isRow = /^[ \t>]*\|/.test(line)
  const formulas: ReadFormula[] = []
  let open: number | undefined
  /** Ends that this line does not hold again: what has been looked for in vain is not looked for twice. */
  const missing = new Set<string>()
  const endOf = (end: string, at: number): number => {
    if (missing.has(end)) return -1
    const found = line.indexOf(end, at)
    if (found < 0) missing.add(end)
    return found
  }
  const marks = new RegExp(MARKS)
  for (let match = marks.exec(line); match; match = marks.exec(line)) {
    const [mark] = match
    const start = match.index + mark.length
    if (mark.startsWith('`')) {
      const end = endOf(mark, start)
      if (end >= 0) marks.lastIndex = end + mark.length
      continue
    }
    const { end, close, sign } = closing(mark)
    if (end === undefined) continue
    const to = endOf(end, start)
    if (to < 0) {
      // A dollar before a figure is a price.
      if (mark !== '$' || /[^\s\d]/.test(line.charAt(start))) open ??= match.index
      continue
    }
    const inner = line.slice(start, to)
    const isFormula = mark === '$' ? isDollarFormula(inner, line.charAt(to + 1), isRow) : inner.trim() !== ''
    if (!isFormula || inner.length > LONGEST) continue
    formulas.push({ start: match.index, end: to + close, inner, sign })
    marks.lastIndex = to + close
  }
  return { formulas, open }
}

function closing(mark: string): {
  readonly end: string | undefined
  readonly close: number
  readonly sign: string
} {
  switch (mark) {
    case '$':
      return { end: '$', close: 1, sign: INLINE }
    case '$$':
      return { end: '$$', close: 2, sign: DISPLAY }
    case '\\(':
      return { end: '\\)', close: 2, sign: INLINE }
    case '\\[':
      return { end: '\\]', close: 2, sign: DISPLAY }
    default:
      // An escaped character is literal.
      return { end: undefined, close: 0, sign: '' }
  }
}

function isDollarFormula(inner: string, after: string, isRow: boolean): boolean {
  return inner !== '' && !/^\s|[\s\\]$/.test(inner) && !/\d/.test(after) && !(isRow && inner.includes('|'))
}

function asCode(sign: string, formula: string): string {
  const ticks = '`'.repeat(1 + Math.max(0, ...[...formula.matchAll(/`+/g)].map(([run]) => run.length)))
  return `${ticks}${sign}${formula.replaceAll('|', BAR)}${sign}${ticks}`
}

/** How the formula reaches the component that draws it. */
export interface FormulaData {
  readonly 'data-formula'?: string
  readonly 'data-display'?: string
}

/** Makes the code that `markMaths` wrote formulas again, after everything else has passed it by as code. */
export function rehypeMaths() {
  return (tree: Root): void => visit(tree)
}

function visit(parent: Root | Element): void {
  for (const [at, child] of parent.children.entries()) {
    if (child.type !== 'element') continue
    const formula = formulaOf(child)
    if (formula) parent.children[at] = formula
    else visit(child)
  }
}

function formulaOf(element: Element): Element | undefined {
  const code = element.tagName === 'pre' ? element.children.find(isCode) : element
  if (!code || !isCode(code)) return undefined
  const [child] = code.children
  const text = child?.type === 'text' ? child.value : ''
  if (element.tagName === 'pre')
    return String(code.properties['className']) === 'language-math' ? formulaElement(text, true) : undefined
  const sign = text.charAt(0)
  if ((sign !== INLINE && sign !== DISPLAY) || text.length < 3 || !text.endsWith(sign)) return undefined
  return formulaElement(text.slice(1, -1).replaceAll(BAR, '|'), sign === DISPLAY)
}

function isCode(node: ElementContent): node is Element {
  return node.type === 'element' && node.tagName === 'code'
}

function formulaElement(formula: string, isDisplay: boolean): Element {
  return {
    type: 'element',
    tagName: 'span',
    properties: { dataFormula: formula.trim(), ...(isDisplay ? { dataDisplay: '' } : {}) },
    children: [{ type: 'text', value: formula.trim() }],
  }
}
