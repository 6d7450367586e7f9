import type { JsonValue } from '@varve/engine'
import { type RedactionMap, restoreText } from '@varve/guard'

/**
 * The arguments of a call with what stands behind their placeholders. Each text by itself: a value with a quote in it
 * must not become another argument.
 */
export function restoreArguments(args: string, values: RedactionMap): string {
  if (restoreText(args, values) === args) return args
  try {
    return JSON.stringify(restoreValue(JSON.parse(args) as JsonValue, values))
  } catch (error) {
    // It cannot be read, so it will not be run, and nothing needs to be in it.
    if (error instanceof SyntaxError) return args
    throw error
  }
}

function restoreValue(value: JsonValue, values: RedactionMap): JsonValue {
  if (typeof value === 'string') return restoreText(value, values)
  if (Array.isArray(value)) return value.map((item) => restoreValue(item, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [restoreText(key, values), restoreValue(item, values)]),
  )
}
