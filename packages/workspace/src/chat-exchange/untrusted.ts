import type { JsonValue } from '@varve/engine/internal'

/** JSON from outside, field by field: what is missing or of another kind is undefined. */
export type Untrusted = Readonly<Record<string, unknown>>

export function recordOf(value: unknown): Untrusted | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Untrusted)
    : undefined
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Only what the record itself has, so that no name reaches what all objects share. */
export function fieldOf(record: Untrusted | undefined, name: string): unknown {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined
}

export function textOf(record: Untrusted | undefined, name: string): string | undefined {
  const value = fieldOf(record, name)
  return typeof value === 'string' ? value : undefined
}

function numberOf(record: Untrusted | undefined, name: string): number | undefined {
  const value = fieldOf(record, name)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** Epoch milliseconds of seconds; undefined where no calendar has them. */
export function secondsOf(record: Untrusted | undefined, name: string): number | undefined {
  const milliseconds = Math.round((numberOf(record, name) ?? Number.NaN) * 1_000)
  // Minus zero would not come back from JSON.
  return Math.abs(milliseconds) <= 8.64e15 ? milliseconds + 0 : undefined
}

/** Epoch milliseconds of a time in ISO; undefined where it is none. */
export function timeOf(record: Untrusted | undefined, name: string): number | undefined {
  const time = Date.parse(textOf(record, name) ?? '')
  return Number.isNaN(time) ? undefined : time
}

const DEEPEST = 50

/** JSON that a chat file can carry; undefined where it is nested deeper than one can. */
export function jsonOf(value: unknown, depth = 0): JsonValue | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : undefined
  if (typeof value !== 'object' || depth > DEEPEST) return undefined
  if (Array.isArray(value)) return value.map((item) => jsonOf(item, depth + 1) ?? null)
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => {
      const inner = jsonOf(item, depth + 1)
      return inner === undefined ? [] : [[name, inner] as const]
    }),
  )
}
