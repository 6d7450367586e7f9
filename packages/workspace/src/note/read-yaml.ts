import type { JsonValue } from '@varve/engine'
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type ParsedNode,
  type Scalar,
} from 'yaml'

/** A YAML parser does about a tenth of a megabyte a second on hostile text, so it gets little of it. */
const MOST_CHARACTERS = 8_192
/** Aliases are expanded, so what a few lines stand for has a limit of its own. */
const MOST_VALUES = 5_000
const DEEPEST = 24

export interface YamlReading {
  readonly values: { readonly [name: string]: JsonValue }
  /** Counted from 1 within the block. */
  readonly problem?: { readonly line: number; readonly text: string }
}

/** Reads a block of YAML as plain values; no tag does anything, and what is too much is said instead of read. */
export function readYaml(block: string): YamlReading {
  const refusal = refuse(block)
  if (refusal) return { values: {}, problem: refusal }
  const counter = new LineCounter()
  try {
    const document = parseDocument(block, {
      lineCounter: counter,
      logLevel: 'silent',
      prettyErrors: false,
      strict: false,
      stringKeys: false,
      uniqueKeys: false,
    })
    const error = document.errors[0]
    if (error)
      return { values: {}, problem: { line: counter.linePos(error.pos[0]).line, text: error.message } }
    const reader = new ValueReader(counter)
    const warning = document.warnings[0]
    if (warning) reader.complain(warning.pos[0], warning.message)
    return readRoot(document.contents, reader)
  } catch (cause) {
    return { values: {}, problem: { line: 1, text: cause instanceof Error ? cause.message : String(cause) } }
  }
}

function readRoot(contents: ParsedNode | null, reader: ValueReader): YamlReading {
  if (contents === null || (isScalar(contents) && contents.value === null)) return reader.result({})
  const values = isMap(contents) ? reader.read(contents, 0) : null
  if (values === null || typeof values !== 'object' || Array.isArray(values)) {
    return { values: {}, problem: { line: 1, text: 'not a list of properties' } }
  }
  return reader.result(values as { readonly [name: string]: JsonValue })
}

/** What would cost a YAML parser far more than its length: it is refused before it is parsed. */
function refuse(block: string): YamlReading['problem'] {
  if (block.length > MOST_CHARACTERS) {
    return { line: 1, text: `${block.length} characters, more than the ${MOST_CHARACTERS} that are read` }
  }
  let depth = 0
  for (const [index, line] of block.split('\n').entries()) {
    for (const bracket of line.match(/[[\]{}]/g) ?? [])
      depth = Math.max(0, depth + (/[[{]/.test(bracket) ? 1 : -1))
    const nested = line.match(/^[-?: ]*/)?.[0].replaceAll(' ', '').length ?? 0
    if (depth > DEEPEST || nested > DEEPEST)
      return { line: index + 1, text: `nested more than ${DEEPEST} deep` }
    if (/(?:^|\s)\?(?:\s|$)/.test(line) && /^[-?: ]*\?(?:\s|$)/.test(line)) {
      return { line: index + 1, text: 'a name that is itself a list or a set of properties' }
    }
  }
  return undefined
}

class ValueReader {
  readonly #counter: LineCounter
  readonly #anchors = new Map<string, ParsedNode>()
  #left = MOST_VALUES
  #problem: YamlReading['problem']

  constructor(counter: LineCounter) {
    this.#counter = counter
  }

  /** The first complaint stands. */
  complain(offset: number, text: string): void {
    this.#problem ??= { line: this.#counter.linePos(offset).line, text }
  }

  result(values: { readonly [name: string]: JsonValue }): YamlReading {
    return this.#problem ? { values, problem: this.#problem } : { values }
  }

  read(node: ParsedNode | null, depth: number): JsonValue {
    if (node === null) return null
    this.#left -= 1
    if (this.#left < 0 || depth > DEEPEST) {
      this.complain(node.range[0], 'more values or deeper nesting than are read; the rest is left out')
      return null
    }
    if (isAlias(node)) {
      const target = this.#anchors.get(node.source)
      if (target) return this.read(target, depth + 1)
      this.complain(node.range[0], `an alias of nothing: ${node.source}`)
      return null
    }
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node)
    if (isMap(node)) return this.#readMap(node.items, depth)
    if (isSeq(node)) return node.items.map((item) => this.read(item, depth + 1))
    return scalarValue(node)
  }

  #readMap(items: readonly { key: ParsedNode | null; value: ParsedNode | null }[], depth: number): JsonValue {
    const values = new Map<string, JsonValue>()
    for (const { key, value } of items) {
      if (key !== null && !isScalar(key)) {
        this.complain(key.range[0], 'a name that is itself a list or a set of properties is left out')
        continue
      }
      const name = key === null ? '' : nameOf(key)
      if (values.has(name)) this.complain(key?.range[0] ?? 0, `"${name}" stands twice; the last one counts`)
      values.set(name, this.read(value, depth + 1))
    }
    return Object.fromEntries(values)
  }
}

/** A name stays as written: `on`, `null` and `2024` are names too. */
function nameOf(key: Scalar): string {
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value))
}

/** JSON has no infinity, no date and no integer beyond 2^53: those stay as written. */
function scalarValue({ value, source }: Scalar): JsonValue {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (typeof value !== 'number') return source ?? ''
  const exact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  return exact ? value : (source ?? String(value))
}
