import type { JsonValue } from '@varve/engine'
import type { ParsedNode, Scalar } from 'yaml'
import { loadYaml } from './load-yaml.ts'

/** Aliases are expanded, so what a few lines stand for has a limit of its own. */
const MOST_VALUES = 5_000
export const DEEPEST_NESTING = 24

/**
 * Turns what a YAML parser found into plain values. Its own conversion is not used: names that are themselves
 * lists cost it minutes, and it makes dates, infinities and large integers into what JSON cannot say.
 */
export class YamlValueReader {
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

export function twice(name: string): string {
  return `"${name}" stands twice; the last one counts`
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
