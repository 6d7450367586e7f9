import type { Artifact, TurnInput } from '@varve/engine'
import { type ModelStep, stableJson, type ToolExchange } from '@varve/engine/internal'
import { parseTime } from './trace-images.ts'
import type { TraceAttachment, TraceToolCall } from '@varve/app/internal'

/** The file that a call read whole. */
export type FileOf = (file: TraceAttachment) => Artifact | undefined

/** A step of an agent with the time at which its results went back. */
export interface TimedStep {
  readonly at: number
  readonly step: ModelStep
}

/** The tool calls of a turn as the steps of an agent: calls that name the same step were made at once. */
export function traceSteps(
  calls: readonly TraceToolCall[],
  options: { readonly turnId: string; readonly at: number; readonly fileOf: FileOf },
): readonly TimedStep[] {
  const groups: TraceToolCall[][] = []
  for (const call of calls) {
    const last = groups.at(-1)
    if (last && call.step !== undefined && last[0]?.step === call.step) last.push(call)
    else groups.push([call])
  }
  return groups.map((group, index) => {
    const time = group.findLast(({ at }) => at !== undefined)?.at
    return {
      at: (time === undefined ? undefined : parseTime(time)) ?? options.at,
      step: {
        text: group.map(({ text }) => text ?? '').find((text) => text !== '') ?? '',
        ...reasoningOf(group),
        exchanges: group.map((call, place) => ({
          ...exchangeOf(call, `call_${options.turnId}_${index}_${place}`),
          ...foundBy(call, options.fileOf),
        })),
      },
    }
  })
}

/** The same calls as results that were found before the model was asked. */
export function gatheredResults(
  calls: readonly TraceToolCall[],
  fileOf: FileOf,
): NonNullable<TurnInput['gathered']> {
  return calls.map((call) => ({
    tool: call.name,
    arguments: argumentsOf(call.args),
    text: resultOf(call),
    ...foundBy(call, fileOf),
    recoverable: call.recoverable ?? true,
  }))
}

function exchangeOf(call: TraceToolCall, callId: string): ToolExchange {
  return {
    callId: call.callId ?? callId,
    tool: call.name,
    arguments: argumentsOf(call.args),
    result: resultOf(call),
    recoverable: call.recoverable ?? true,
  }
}

function foundBy(
  { hits, file, passage }: TraceToolCall,
  fileOf: FileOf,
): Pick<ToolExchange, 'hits' | 'file' | 'passage'> {
  const artifact = file && fileOf(file)
  return {
    ...(hits ? { hits } : {}),
    ...(artifact ? { file: artifact } : {}),
    ...(passage ? { passage } : {}),
  }
}

function reasoningOf(group: readonly TraceToolCall[]): Pick<ModelStep, 'reasoning'> {
  const reasoning = group.find((call) => call.reasoning !== undefined)?.reasoning
  return reasoning ? { reasoning } : {}
}

function resultOf({ result }: TraceToolCall): string {
  return typeof result === 'string' ? result : stableJson(result)
}

/** Canonical JSON of an object: providers take no other arguments. */
function argumentsOf(args: unknown): string {
  if (typeof args === 'string') return argumentsOf(parseObject(args) ?? { input: args })
  if (args === undefined || args === null) return '{}'
  return stableJson(typeof args === 'object' && !Array.isArray(args) ? args : { input: args })
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
