import type { JsonValue } from '@varve/engine/internal'
import type { JsonObject } from './wire.ts'

/** The value if it is an object, else an empty one: bodies are read leniently. */
export function asObject(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {}
}

export function asList(value: JsonValue | undefined): readonly JsonValue[] {
  return isList(value) ? value : []
}

export function asText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** The value without the fields of these names, at any depth: what a cache compares leaves its own marks out. */
export function withoutFields(value: JsonValue, names: ReadonlySet<string>): JsonValue {
  if (isList(value)) return value.map((item) => withoutFields(item, names))
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([name]) => !names.has(name))
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutFields(inner, names)]))
}

/** A count that a provider reports; undefined where it reports none. */
export function asCount(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** The arguments of a tool call as an object; what is no JSON object goes inside one, so that nothing is lost. */
export function readArguments(text: string): { readonly value: JsonObject; readonly isValid: boolean } {
  try {
    const value = JSON.parse(text === '' ? '{}' : text) as JsonValue
    if (isObject(value)) return { value, isValid: true }
  } catch {
    // Models do write broken JSON; it is sent back as the text it was.
  }
  return { value: { arguments: text }, isValid: false }
}
