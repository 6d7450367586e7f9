import { createRequire } from 'node:module'
import type { JsonValue } from '@varve/engine/internal'
import type * as Yaml from 'yaml'
import type { ParsedNode, Scalar } from 'yaml'
import { parseSimpleYaml } from './simple-yaml.ts'

const require = createRequire(import.meta.url)

/** Aliases are expanded, so the number of resulting values has its own limit. */
const MOST_VALUES = 5_000

const DEEPEST_NESTING = 24

/**
 * Turns what a YAML parser found into plain values. Its own conversion is not used: names that are themselves
 * lists cost it minutes, and it makes dates, infinities and large integers into what JSON cannot say.
 */
class YamlValueReader {
  readonly #yaml = loadYaml()
  readonly #anchors = new Map<string, ParsedNode>()
  readonly #complain: (node: ParsedNode | null, text: string) => void
  #left = MOST_VALUES

  constructor(complain: (node: ParsedNode | null, text: string) => void) {
    this.#complain = complain
  }

  read(node: ParsedNode | null, depth = 0): JsonValue {
    const { isAlias, isMap, isSeq } = this.#yaml
    if (node === null) return null
    this.#left -= 1
    if (this.#left < 0 || depth > DEEPEST_NESTING) {
      this.#complain(node, 'more values or deeper nesting than are read; the rest is left out')
      return null
    }
    if (isAlias(node)) {
      const target = this.#anchors.get(node.source)
      if (target) return this.read(target, depth + 1)
      this.#complain(node, `an alias of nothing: ${node.source}`)
      return null
    }
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node)
    if (isMap(node)) return Object.fromEntries(this.readMap(node.items, depth))
    if (isSeq(node)) return node.items.map((item) => this.read(item, depth + 1))
    return scalarValue(node)
  }

  readMap(
    items: readonly { readonly key: ParsedNode | null; readonly value: ParsedNode | null }[],
    depth = 0,
  ): Map<string, JsonValue> {
    const values = new Map<string, JsonValue>()
    for (const { key, value } of items) {
      if (key !== null && !this.#yaml.isScalar(key)) {
        this.#complain(key, 'a name that is itself a list or a set of properties is left out')
        continue
      }
      const name = key === null ? '' : nameOf(key)
      if (values.has(name)) this.#complain(key, twice(name))
      values.set(name, this.read(value, depth + 1))
    }
    return values
  }
}

/** Of one property, and of all of them together: on hostile text a YAML parser does a tenth of a megabyte a second. */
const LONGEST_PROPERTY = 4_096
const MOST_CHARACTERS = 32_768
/** A property full of mistakes costs about ten times as much as a sound one. */
const PRICE_OF_MISTAKES = 8
/** Every property costs something, however short. */
const LEAST_PRICE = 64

export interface YamlReading {
  readonly values: { readonly [name: string]: JsonValue }
  /** The first problem; the line is counted from 1 within the block. */
  readonly problem?: { readonly line: number; readonly text: string }
}

interface Property {
  readonly line: number
  readonly text: string
}

/**
 * Reads a block of YAML as plain values, property by property, so that a mistake in one costs only that one. No tag
 * does anything, and what is too much is said instead of read.
 */
export function readYaml(block: string): YamlReading {
  const reading = new Reading()
  for (const property of splitProperties(block)) reading.add(property)
  return reading.result()
}

/** A property begins in the first column with something that does not continue with the one before. */
function splitProperties(block: string): readonly Property[] {
  const properties: { line: number; lines: string[] }[] = []
  for (const [index, line] of block.split('\n').entries()) {
    const last = properties.at(-1)
    if (last && /^(?:[\s#\]}]|-\s|-$|$)/u.test(line)) last.lines.push(line)
    else properties.push({ line: index + 1, lines: [line] })
  }
  return properties.map(({ line, lines }) => ({ line, text: lines.join('\n') }))
}

class Reading {
  readonly #values = new Map<string, JsonValue>()
  readonly #reader = new YamlValueReader((node, text) => this.#complain(node?.range[0] ?? 0, text))
  readonly #yaml = loadYaml()
  #counter = new this.#yaml.LineCounter()
  #line = 1
  #left = MOST_CHARACTERS
  #problem: YamlReading['problem']

  add({ line, text }: Property): void {
    this.#line = line
    this.#counter = new this.#yaml.LineCounter()
    const simple = parseSimpleYaml(text)
    if (simple) {
      for (const [name, value] of Object.entries(simple)) this.#set(name, value)
      return
    }
    const refusal =
      text.length > Math.min(LONGEST_PROPERTY, this.#left) ? 'too long to be read' : refuse(text)
    if (refusal === undefined) this.#parse(text)
    else this.#complain(0, refusal)
  }

  result(): YamlReading {
    const values = Object.fromEntries(this.#values)
    return this.#problem ? { values, problem: this.#problem } : { values }
  }

  #parse(text: string): void {
    const options = { logLevel: 'silent', prettyErrors: false, strict: false, uniqueKeys: false } as const
    const { contents, errors, warnings } = this.#yaml.parseDocument(text, {
      ...options,
      lineCounter: this.#counter,
    })
    this.#left -= Math.max(LEAST_PRICE, text.length) * (errors.length > 0 ? PRICE_OF_MISTAKES : 1)
    const mistake = errors[0] ?? warnings[0]
    if (mistake) this.#complain(mistake.pos[0], mistake.message)
    if (errors.length === 0) this.#take(contents)
  }

  #take(contents: ParsedNode | null): void {
    if (this.#yaml.isMap(contents))
      for (const [name, value] of this.#reader.readMap(contents.items)) this.#set(name, value)
    else if (this.#reader.read(contents) !== null) this.#complain(0, 'not a property')
  }

  #set(name: string, value: JsonValue): void {
    if (this.#values.has(name)) this.#complain(0, twice(name))
    this.#values.set(name, value)
  }

  #complain(offset: number, text: string): void {
    this.#problem ??= { line: this.#line + Math.max(1, this.#counter.linePos(offset).line) - 1, text }
  }
}

/** What would cost a YAML parser far more than its length is refused before it is parsed. */
function refuse(text: string): string | undefined {
  let depth = 0
  for (const line of text.split('\n')) {
    for (const bracket of line.match(/[[\]{}]/g) ?? []) {
      depth = Math.max(0, depth + (bracket === '[' || bracket === '{' ? 1 : -1))
      if (depth > DEEPEST_NESTING) return `nested more than ${DEEPEST_NESTING} deep`
    }
    const indicators = /^[-?: \t]*/.exec(line)?.[0].replace(/[ \t]/g, '') ?? ''
    if (indicators.length > DEEPEST_NESTING) return `nested more than ${DEEPEST_NESTING} deep`
    if (indicators.includes('?')) return 'a name that is itself a list or a set of properties'
  }
  return undefined
}

function twice(name: string): string {
  return `"${name}" is there twice; the last one counts`
}

/** A name stays as written: `on`, `null` and `2024` are names too. */
function nameOf(key: Scalar): string {
  return typeof key.value === 'string' ? key.value : (key.source ?? '')
}

function scalarValue({ value, source }: Scalar): JsonValue {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (typeof value !== 'number') return source ?? ''
  const exact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  return exact && !Object.is(value, -0) ? value : (source ?? '')
}

/** The YAML parser is seventy files that take longer to load than everything else; few notes need it. */
function loadYaml(): typeof Yaml {
  return require('yaml') as typeof Yaml
}
