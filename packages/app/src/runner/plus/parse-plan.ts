import { z } from 'zod'

/** A tool that a planner wants to be used. */
export interface PlannedCall {
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
}

export type ParsedPlan =
  | { readonly kind: 'plan'; readonly calls: readonly PlannedCall[] }
  /** Why it cannot be used, in words. */
  | { readonly kind: 'bad'; readonly problem: string }

/** More are not made, whatever a planner thinks. */
export const MOST_PLANNED_CALLS = 4

const CALL = z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) })
const PLAN = z.union([z.object({ calls: z.array(CALL) }), z.array(CALL).transform((calls) => ({ calls }))])

/** Reads what a planner said. Models put fences and words around JSON: the first whole value counts. */
export function parsePlan(answer: string, tools: readonly string[]): ParsedPlan {
  const json = firstJson(answer)
  if (json === undefined) return { kind: 'bad', problem: 'it was no JSON' }
  const parsed = PLAN.safeParse(json)
  if (!parsed.success) return { kind: 'bad', problem: 'it was not of the form that was asked for' }
  const { calls } = parsed.data
  const unknown = calls.find(({ tool }) => !tools.includes(tool))
  if (unknown)
    return { kind: 'bad', problem: `it named a tool that there is not: ${unknown.tool.slice(0, 80)}` }
  return { kind: 'plan', calls: calls.slice(0, MOST_PLANNED_CALLS) }
}

function firstJson(answer: string): unknown {
  const start = answer.search(/[[{]/)
  if (start === -1) return undefined
  const end = endOfValue(answer, start)
  if (end === undefined) return undefined
  try {
    return JSON.parse(answer.slice(start, end))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Behind the bracket that closes the one at `start`; brackets in strings do not count. */
function endOfValue(text: string, start: number): number | undefined {
  let depth = 0
  let isString = false
  for (let index = start; index < text.length; index += 1) {
    const sign = text[index]
    if (isString) {
      if (sign === '\\') index += 1
      else if (sign === '"') isString = false
    } else if (sign === '"') isString = true
    else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') {
      depth -= 1
      if (depth === 0) return index + 1
    }
  }
  return undefined
}
