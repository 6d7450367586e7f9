import type { FrontEntry, FrontValue } from './front-value.ts'

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
