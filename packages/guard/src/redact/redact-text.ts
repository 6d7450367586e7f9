import type { Finding } from '../finding.ts'
import { normalise } from '../normalise.ts'
import { type KnownValue, KnownValues } from './known-values.ts'
import { ANY_PLACEHOLDER, matchPlaceholder, type RedactionMap } from './placeholders.ts'

/** Placeholders and their values along one branch of a conversation. Plain JSON, and a secret. */
export interface RedactionState {
  readonly values: RedactionMap
}

export interface Redaction {
  readonly state: RedactionState
  readonly text: string
}

export interface RedactOptions {
  /** For text that a model wrote: placeholders that were given out stay what they are. */
  readonly keepKnownPlaceholders?: boolean
}

type Place = Pick<Finding, 'type' | 'start' | 'end'>

export const NO_REDACTIONS: RedactionState = { values: {} }

/**
 * Puts a placeholder in place of each finding, and of every other occurrence of a value that has one. What already
 * looks like a placeholder gets one itself, `<<LITERAL_1>>`, so that nothing is ever taken for what it is not.
 * A pure fold: numbers follow from the texts before, and texts that were redacted stay as they are.
 */
export function redactText(
  state: RedactionState,
  text: string,
  findings: readonly Place[],
  options: RedactOptions = {},
): Redaction {
  const book = new PlaceholderBook(state.values)
  const places = [...findings]
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start || b.end - a.end)
  for (const { type, start, end } of places) book.placeholderFor(type, text.slice(start, end))
  let out = ''
  let at = 0
  for (const { type, start, end } of places) {
    // Findings of one scan never overlap; of others the first one counts, and the rest of the next.
    if (end <= at) continue
    const from = Math.max(start, at)
    out += redactPlain(text.slice(at, from), book, options)
    out += book.placeholderFor(type, text.slice(from, end))
    at = end
  }
  out += redactPlain(text.slice(at), book, options)
  return { state: { values: book.values() }, text: out }
}

/** A text without findings: known values and what looks like a placeholder are replaced. */
function redactPlain(
  text: string,
  book: PlaceholderBook,
  { keepKnownPlaceholders = false }: RedactOptions,
): string {
  let out = ''
  for (const piece of splitAtPlaceholders(text)) {
    const isKept = keepKnownPlaceholders && piece.key !== undefined && book.isGiven(piece.key)
    if (piece.key === undefined) out += replaceKnown(piece.text, book)
    else out += isKept ? piece.text : book.placeholderFor('LITERAL', piece.text)
  }
  return out
}

function replaceKnown(text: string, book: PlaceholderBook): string {
  let out = ''
  let at = 0
  for (const { start, end, placeholder } of book.findIn(text)) {
    out += text.slice(at, start) + placeholder
    at = end
  }
  return out + text.slice(at)
}

function* splitAtPlaceholders(text: string): Generator<{ readonly text: string; readonly key?: string }> {
  let from = 0
  const opening = /[<&\\«]/g
  for (let sign = opening.exec(text); sign; sign = opening.exec(text)) {
    const at = sign.index
    const found = matchPlaceholder(text, at, ANY_PLACEHOLDER)
    if (found.kind !== 'match') continue
    if (found.start > from) yield { text: text.slice(from, found.start) }
    yield { text: text.slice(found.start, found.end), key: found.key }
    from = found.end
    opening.lastIndex = found.end
  }
  if (from < text.length) yield { text: text.slice(from) }
}

/** Types whose values are what they are to the last sign: a password with a blank is another one. */
const EXACT: ReadonlySet<string> = new Set([
  'PASSWORD',
  'API_KEY',
  'PRIVATE_KEY',
  'URL_CREDENTIALS',
  'LITERAL',
])
const LEAST_DIGITS = 6

/** What all ways of writing a number have in common; undefined for what is no number. */
function sameNumber(type: string, value: string): string | undefined {
  if (EXACT.has(type) || !/^[\p{L}\p{N}+(].*[\p{L}\p{N}]$/su.test(value)) return undefined
  const compact = normalise(value).text.replace(/[^\p{L}\p{N}]/gu, '')
  return compact.replace(/\D/g, '').length < LEAST_DIGITS ? undefined : `${type} ${compact.toUpperCase()}`
}

/** Gives out placeholders: one for each value, also for a number in other groups, numbers by type from 1 on. */
class PlaceholderBook {
  readonly #known: KnownValues
  /** By what all ways of writing a number have in common. */
  readonly #numbered = new Map<string, string>()
  readonly #given: Set<string>
  readonly #numbers = new Map<string, number>()

  constructor(values: RedactionMap) {
    this.#known = new KnownValues(Object.entries(values).map(([placeholder, value]) => [value, placeholder]))
    this.#given = new Set(Object.keys(values))
    for (const [placeholder, value] of Object.entries(values)) {
      const split = placeholder.lastIndexOf('_')
      const type = placeholder.slice(2, split)
      const same = sameNumber(type, value)
      if (same !== undefined && !this.#numbered.has(same)) this.#numbered.set(same, placeholder)
      this.#numbers.set(
        type,
        Math.max(this.#numbers.get(type) ?? 0, Number(placeholder.slice(split + 1, -2))),
      )
    }
  }

  placeholderFor(type: string, value: string): string {
    const known = this.#known.placeholderOf(value)
    if (known !== undefined) return known
    const same = sameNumber(type, value)
    const numbered = same === undefined ? undefined : this.#numbered.get(same)
    if (numbered !== undefined) return numbered
    const number = (this.#numbers.get(type) ?? 0) + 1
    const placeholder = `<<${type}_${number}>>`
    this.#numbers.set(type, number)
    this.#known.add(value, placeholder)
    if (same !== undefined) this.#numbered.set(same, placeholder)
    this.#given.add(placeholder)
    return placeholder
  }

  isGiven(key: string): boolean {
    return this.#given.has(key)
  }

  findIn(text: string): readonly KnownValue[] {
    return this.#known.findIn(text)
  }

  values(): RedactionMap {
    return Object.fromEntries([...this.#known.entries()].map(([value, placeholder]) => [placeholder, value]))
  }
}

/** The fold as an object that never changes: each redaction gives the next one. */
export interface Redactor {
  readonly state: RedactionState
  readonly redact: (
    text: string,
    findings: readonly Place[],
    options?: RedactOptions,
  ) => { readonly text: string; readonly redactor: Redactor }
}

export function createRedactor(state: RedactionState = NO_REDACTIONS): Redactor {
  return {
    state,
    redact: (text, findings, options) => {
      const redaction = redactText(state, text, findings, options)
      return { text: redaction.text, redactor: createRedactor(redaction.state) }
    },
  }
}
