import type { JsonValue } from '@varve/engine/internal'
import { type RedactionMap, restoreText } from '@varve/guard'
import { TOOL_LIMITS } from '../tools/tool-limits.ts'
import type { ModelToolCall } from './model-tool-call.ts'
import { MOST_CALLS_AT_ONCE } from './run-limits.ts'

/** The calls of one step that are made, and how many are not. */
export interface SettledCalls {
  readonly calls: readonly ModelToolCall[]
  readonly left: number
}

/** Longer than the name of any tool. */
const NAME_CHARACTERS = 100
const USABLE_ID = /^[\x20-\x7e]{1,128}$/
/** Enough to recognise it; it is reported as too long anyway. */
const KEPT_CHARACTERS = 1000

/**
 * The calls of a step in a form that can be shown, approved and sent back, whatever a model wrote. Each has an id of
 * its own over all steps of an answer: what a person says to one call never counts for another.
 */
export function settleCalls(calls: readonly ModelToolCall[], used: Set<string>): SettledCalls {
  const made = calls.slice(0, MOST_CALLS_AT_ONCE).map(({ callId, tool, arguments: args }) => ({
    callId: freeId(callId, used),
    tool: tool.slice(0, NAME_CHARACTERS).toWellFormed(),
    arguments:
      args.length > TOOL_LIMITS.argumentCharacters ? args.slice(0, KEPT_CHARACTERS).toWellFormed() : args,
  }))
  return { calls: made, left: calls.length - made.length }
}

/** Two ids that some provider would take for one are not two. */
function freeId(wanted: string, used: Set<string>): string {
  let id = wanted
  for (let number = used.size + 1; used.has(plain(id)) || !USABLE_ID.test(id); number += 1)
    id = `call-${number}`
  used.add(plain(id))
  return id
}

function plain(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_')
}

/** The name of a tool as every provider takes it back; one that is none may be anything. */
export function nameToSend(tool: string): string {
  return plain(tool).slice(0, 64) || 'unnamed'
}

/**
 * The arguments of a call with what is behind their placeholders. Each text by itself: a value with a quote in it
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
