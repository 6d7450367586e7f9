import { QueryProblem } from './query-problem.ts'
import { type Token, tokenizeQuery } from './tokenize-query.ts'

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

  /** How many words stand before the next such symbol, and where that is. */
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
