import { LineCounter, type ParsedNode, isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml'

/** A value of the front matter, with the line on which it begins. */
export type FrontValue = { readonly line: number } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'list'; readonly items: readonly FrontValue[] }
  | { readonly kind: 'map'; readonly entries: readonly FrontEntry[] }
  | { readonly kind: 'nothing' }
)

export interface FrontEntry {
  readonly name: string
  readonly line: number
  readonly value: FrontValue
}

/** Words as they are written without quotes, where nothing else could be meant. */
const PLAIN = /\p{L}[\p{L}\p{M}\p{N}_'’-]*(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}_'’-]*)*/uy
const QUOTED = /"([^"\\\p{C}\u2028\u2029]{0,200})"/uy
const NUMBER = /0|[1-9]\d{0,5}/y
const NOTHING = /^null$/i
const DEEPEST = 4

/**
 * Reads front matter of the form that area files have: names with words, quoted texts, whole numbers, and maps and
 * lists of these in brackets. A parser of all of YAML takes seconds for what comes with the product, and every start
 * would wait for it. Whatever else stands in a file, mistakes included, is left to that one: then this gives undefined.
 */
export function readPlainFrontMatter(block: string, firstLine: number): readonly FrontEntry[] | undefined {
  const reader = new PlainReader(block, firstLine)
  const entries = reader.block(0)
  return reader.isAtEnd ? entries : undefined
}

class PlainReader {
  readonly #text: string
  #at = 0
  #line: number

  constructor(text: string, firstLine: number) {
    this.#text = text
    this.#line = firstLine
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length
  }

  /** Lines of names with their values, all set in alike. */
  block(indent: number): readonly FrontEntry[] | undefined {
    const entries = new Map<string, FrontEntry>()
    const margin = ' '.repeat(indent)
    while (!this.isAtEnd && this.#text.startsWith(margin, this.#at)) {
      if (this.#text[this.#at + indent] === ' ') return undefined
      this.#at += indent
      const line = this.#line
      const name = this.#word()
      if (name === undefined || entries.has(name) || !this.#take(':')) return undefined
      const value = this.#take('\n') ? this.#inner(indent) : this.#inline(indent)
      if (!value) return undefined
      entries.set(name, { name, line, value })
    }
    return entries.size === 0 ? undefined : [...entries.values()]
  }

  /** A value that begins in the line after its name, and further in. */
  #inner(indent: number): FrontValue | undefined {
    this.#line += 1
    const margin = ' '.repeat(indent + 2)
    const isBracket = /[{[]/.test(this.#text[this.#at + margin.length] ?? '')
    if (isBracket && this.#take(margin)) return this.#toEndOfLine(this.#value(indent, 0))
    const line = this.#line
    const entries = this.block(margin.length)
    return entries && { kind: 'map', line, entries }
  }

  /** A value that begins in the line of its name. */
  #inline(indent: number): FrontValue | undefined {
    return this.#toEndOfLine(this.#take(' ') ? this.#value(indent, 0) : undefined)
  }

  #toEndOfLine(value: FrontValue | undefined): FrontValue | undefined {
    if (!value || this.isAtEnd) return value
    if (!this.#take('\n')) return undefined
    this.#line += 1
    return value
  }

  #value(indent: number, depth: number): FrontValue | undefined {
    const line = this.#line
    if (depth > DEEPEST) return undefined
    if (this.#take('{')) {
      const entries = this.#map(indent, depth + 1)
      return entries && { kind: 'map', line, entries }
    }
    if (this.#take('[')) {
      const items = this.#list(indent, depth + 1)
      return items && { kind: 'list', line, items }
    }
    const number = this.#match(NUMBER)?.[0]
    if (number !== undefined) return { kind: 'number', line, value: Number(number) }
    const text = this.#word()
    return text === undefined ? undefined : { kind: 'text', line, text }
  }

  #map(indent: number, depth: number): readonly FrontEntry[] | undefined {
    const entries = new Map<string, FrontEntry>()
    do {
      if (!this.#space(indent)) return undefined
      const line = this.#line
      const name = this.#word()
      if (name === undefined || entries.has(name) || !this.#take(': ')) return undefined
      const value = this.#value(indent, depth)
      if (!value || !this.#space(indent)) return undefined
      entries.set(name, { name, line, value })
    } while (this.#take(','))
    return this.#take('}') ? [...entries.values()] : undefined
  }

  #list(indent: number, depth: number): readonly FrontValue[] | undefined {
    const items: FrontValue[] = []
    do {
      if (!this.#space(indent)) return undefined
      const item = this.#value(indent, depth)
      if (!item || !this.#space(indent)) return undefined
      items.push(item)
    } while (this.#take(','))
    return this.#take(']') ? items : undefined
  }

  /** Blanks and at most one end of a line; false where what follows is not set in as far as it has to be. */
  #space(indent: number): boolean {
    while (this.#take(' ')) continue
    if (!this.#take('\n')) return true
    this.#line += 1
    const start = this.#at
    while (this.#take(' ')) continue
    const isEnd = /[}\]]/.test(this.#text[this.#at] ?? '')
    return this.#at - start >= (isEnd ? Math.max(indent, 1) : indent + 1) && this.#text[this.#at] !== '\n'
  }

  #word(): string | undefined {
    const quoted = this.#match(QUOTED)?.[1]
    if (quoted !== undefined) return quoted
    const plain = this.#match(PLAIN)?.[0]
    return plain === undefined || NOTHING.test(plain) ? undefined : plain
  }

  #take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (!found) return undefined
    this.#at = pattern.lastIndex
    return found
  }
}

export interface AreaFileError {
  /** Counted from 1 in the file. */
  readonly line: number
  readonly message: string
}

export type FrontReading =
  | { readonly kind: 'read'; readonly entries: readonly FrontEntry[] }
  | { readonly kind: 'invalid'; readonly errors: readonly AreaFileError[] }

const MOST_CHARACTERS = 65_536
const DEEPEST_NESTING = 6

/** Reads the YAML between the lines of dashes; `firstLine` is where it begins in the file. */
export function readFrontMatter(block: string, firstLine: number): FrontReading {
  const entries = block.length > MOST_CHARACTERS ? undefined : readPlainFrontMatter(block, firstLine)
  return entries ? { kind: 'read', entries } : readYaml(block, firstLine)
}

/** The same, whatever of YAML stands in it. */
export function readYaml(block: string, firstLine: number): FrontReading {
  const refusal = refuse(block)
  if (refusal) return invalid(firstLine + refusal.line, refusal.message)
  const counter = new LineCounter()
  const document = parseDocument(block, {
    lineCounter: counter,
    logLevel: 'silent',
    prettyErrors: false,
    uniqueKeys: true,
  })
  const lineAt = (offset: number): number => firstLine + Math.max(1, counter.linePos(offset).line) - 1
  const mistakes = document.errors.map(({ pos, message }) => ({ line: lineAt(pos[0]), message }))
  if (mistakes.length > 0) return { kind: 'invalid', errors: mistakes }
  const errors: AreaFileError[] = []
  const root = toValue(document.contents, { lineAt, complain: (error) => errors.push(error) })
  if (errors.length > 0) return { kind: 'invalid', errors }
  return root.kind === 'map'
    ? { kind: 'read', entries: root.entries }
    : invalid(firstLine, 'The front matter must be names with values.')
}

interface Conversion {
  readonly lineAt: (offset: number) => number
  readonly complain: (error: AreaFileError) => void
}

function toValue(node: ParsedNode | null, conversion: Conversion): FrontValue {
  const line = conversion.lineAt(node?.range[0] ?? 0)
  if (node === null) return { kind: 'nothing', line }
  if (isAlias(node)) {
    conversion.complain({ line, message: 'Aliases are not read here; write the value out.' })
    return { kind: 'nothing', line }
  }
  if (isMap(node)) return { kind: 'map', line, entries: toEntries(node.items, conversion) }
  if (isSeq(node)) return { kind: 'list', line, items: node.items.map((item) => toValue(item, conversion)) }
  const { value, source } = node
  if (value === null) return { kind: 'nothing', line }
  if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'number', line, value }
  return { kind: 'text', line, text: typeof value === 'string' ? value : (source ?? '') }
}

function toEntries(
  items: readonly { readonly key: ParsedNode | null; readonly value: ParsedNode | null }[],
  conversion: Conversion,
): readonly FrontEntry[] {
  return items.flatMap(({ key, value }) => {
    const line = conversion.lineAt(key?.range[0] ?? 0)
    if (!isScalar(key)) {
      conversion.complain({ line, message: 'A name must be a plain word or a quoted text.' })
      return []
    }
    // A name stays as it is written: 401 and no are words too.
    const name = typeof key.value === 'string' ? key.value : (key.source ?? '')
    return { name, line, value: toValue(value, conversion) }
  })
}

/** What would cost a YAML parser far more than its length is refused before it is parsed; lines from 0. */
function refuse(block: string): AreaFileError | undefined {
  if (block.length > MOST_CHARACTERS)
    return { line: 0, message: `The front matter is longer than ${MOST_CHARACTERS} characters.` }
  let depth = 0
  for (const [line, text] of block.split('\n').entries()) {
    for (const bracket of text.match(/[[\]{}]/g) ?? [])
      depth = Math.max(0, depth + (bracket === '[' || bracket === '{' ? 1 : -1))
    const indicators = /^[-?: \t]*/.exec(text)?.[0].replace(/[ \t]/g, '') ?? ''
    if (
      depth > DEEPEST_NESTING ||
      indicators.length > DEEPEST_NESTING ||
      (text.match(/[[{]/g)?.length ?? 0) > 64
    )
      return { line, message: `Nested more than ${DEEPEST_NESTING} deep.` }
  }
  return undefined
}

function invalid(line: number, message: string): FrontReading {
  return { kind: 'invalid', errors: [{ line, message }] }
}
