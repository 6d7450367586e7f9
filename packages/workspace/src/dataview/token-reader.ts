import { QueryProblem } from './query-problem.ts'

const MAXIMUM_DEPTH = 64

/** One pass over the words of a query. */
export class TokenReader {
  readonly query: string
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0

  constructor(query: string) {
    this.query = query
    this.#tokens = tokenizeQuery(query)
  }

  get next(): Token {
    const token = this.#tokens[this.#at]
    if (!token) throw new QueryProblem('syntax', this.query.length, 'the query ends too early')
    return token
  }

  /** The end of the word before the next one. */
  get lastEnd(): number {
    return this.#tokens[this.#at - 1]?.end ?? 0
  }

  take(): Token {
    const token = this.next
    if (token.kind !== 'end') this.#at += 1
    return token
  }

  isSymbol(text: string): boolean {
    return this.next.kind === 'symbol' && this.next.text === text
  }

  /** Whether the next word is this one, in any case. */
  isWord(word: string, ahead = 0): boolean {
    const token = this.#tokens[this.#at + ahead]
    return token?.kind === 'word' && token.text.toLowerCase() === word
  }

  isSymbolAhead(text: string, ahead: number): boolean {
    const token = this.#tokens[this.#at + ahead]
    return token?.kind === 'symbol' && token.text === text
  }

  /** Whether nothing separates a word ahead from the one before it. */
  isTouching(ahead: number): boolean {
    return this.#tokens[this.#at + ahead]?.start === this.#tokens[this.#at + ahead - 1]?.end
  }

  isKindAhead(kind: Token['kind'], ahead: number): boolean {
    return this.#tokens[this.#at + ahead]?.kind === kind
  }

  /** How many words are before the next such symbol, and where that is. */
  distanceTo(symbol: string): { readonly tokens: number; readonly start: number } | undefined {
    const index = this.#tokens.findIndex(
      ({ kind, text }, place) => place >= this.#at && kind === 'symbol' && text === symbol,
    )
    const found = this.#tokens[index]
    return found && { tokens: index - this.#at, start: found.start }
  }

  takeSymbol(text: string): boolean {
    const isHere = this.isSymbol(text)
    if (isHere) this.take()
    return isHere
  }

  takeWord(word: string): boolean {
    const isHere = this.isWord(word)
    if (isHere) this.take()
    return isHere
  }

  expectSymbol(text: string): void {
    if (!this.takeSymbol(text)) this.fail(`"${text}"`)
  }

  /** Keeps what nests in itself from nesting for ever. */
  nested<Result>(parse: () => Result): Result {
    this.#depth += 1
    if (this.#depth > MAXIMUM_DEPTH)
      throw new QueryProblem('unsupported', this.next.start, `nesting of more than ${MAXIMUM_DEPTH} levels`)
    const result = parse()
    this.#depth -= 1
    return result
  }

  fail(expected: string): never {
    const { kind, start, end } = this.next
    const found = kind === 'end' ? 'the end' : `"${this.query.slice(start, end)}"`
    throw new QueryProblem('syntax', start, `${expected} was expected here, not ${found}`)
  }
}

type TokenKind = 'word' | 'number' | 'string' | 'tag' | 'link' | 'date' | 'symbol' | 'end'

export interface Token {
  readonly kind: TokenKind
  /** What it says: a string without its quotes, a tag without `#`, a link without its brackets. */
  readonly text: string
  readonly start: number
  readonly end: number
}

const MAXIMUM_TOKENS = 2_000
const MAXIMUM_LENGTH = 20_000

/** Each looks at one place only and takes a run of one class of characters, so that the whole is linear. */
const PATTERNS: readonly (readonly [kind: TokenKind, pattern: RegExp])[] = [
  ['date', /\d{4}-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?)?(?![\d-])/y],
  ['number', /\d+(?:\.\d+)?/y],
  ['word', /[\p{L}\p{Extended_Pictographic}_](?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_-]|\u200d)*/uy],
  ['tag', /#[^\s!@#$%^&*(),.?":{}|<>\\`~+=;'[\]]+/uy],
  ['link', /\[\[[^\][\n]*\]\]/y],
  ['symbol', /[<>!=]=|=>|[<>=!+\-*/%&|()[\]{},.:]/y],
]
const BLANKS = /[\s\ufeff]+/y
const COMMENT = /\/\/[^\n]*/y

/** The words of a query with their places. */
function tokenizeQuery(query: string): readonly Token[] {
  if (query.length > MAXIMUM_LENGTH)
    throw new QueryProblem('unsupported', 0, `a query of more than ${MAXIMUM_LENGTH} characters`)
  const tokens: Token[] = []
  let at = skipBlanks(query, 0)
  while (at < query.length) {
    if (tokens.length >= MAXIMUM_TOKENS)
      throw new QueryProblem('unsupported', at, `a query of more than ${MAXIMUM_TOKENS} words`)
    const token = query[at] === '"' ? readString(query, at) : readToken(query, at)
    tokens.push(token)
    at = skipBlanks(query, token.end)
  }
  tokens.push({ kind: 'end', text: '', start: query.length, end: query.length })
  return tokens
}

function readToken(query: string, start: number): Token {
  for (const [kind, pattern] of PATTERNS) {
    const found = matchAt(pattern, query, start)
    if (found === undefined) continue
    const end = start + found.length
    return { kind, text: inner(kind, found), start, end }
  }
  throw new QueryProblem(
    'syntax',
    start,
    `"${String.fromCodePoint(query.codePointAt(start) ?? 0)}" is not expected`,
  )
}

function inner(kind: TokenKind, text: string): string {
  if (kind === 'tag') return text.slice(1)
  return kind === 'link' ? text.slice(2, -2) : text
}

function readString(query: string, start: number): Token {
  let text = ''
  for (let at = start + 1; at < query.length; at += 1) {
    const character = query[at] ?? ''
    if (character === '"') return { kind: 'string', text, start, end: at + 1 }
    if (character === '\\' && (query[at + 1] === '"' || query[at + 1] === '\\')) at += 1
    text += query[at] ?? ''
  }
  throw new QueryProblem('syntax', start, 'this text has no closing quotation mark')
}

/** Blanks, and comments, which end with their line. */
function skipBlanks(query: string, from: number): number {
  let at = from
  for (;;) {
    at += matchAt(BLANKS, query, at)?.length ?? 0
    const comment = matchAt(COMMENT, query, at)
    if (comment === undefined) return at
    at += comment.length
  }
}

function matchAt(pattern: RegExp, query: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(query)?.[0]
}
