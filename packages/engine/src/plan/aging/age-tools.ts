import { LIMITS } from '../../budget/limits.ts'
import type { SearchHit, TurnRecord } from '../../state/state.ts'
import { steppingModel, stepsOf } from '../writing/steps-of.ts'
import { cutLine, cutText } from '../../budget/cut-text.ts'

/** A result that was shortened, by a name that a person understands. */
export interface AgedResult {
  readonly name: string
  readonly turn: number
  readonly before: string
  readonly after: string
}

export interface AgeOptions {
  /** Calls of later turns: only the latest calls of all stay whole. */
  readonly callsAfter: number
  /** The model whose steps count; a closed turn has the one that answered. */
  readonly model: string
  readonly readTool?: string
}

/** Tool calls of a turn in a request: gathered ones, then those of the answering model. */
export function callsOf(record: TurnRecord, model: string): number {
  const steps = stepsOf(record, model)
  return record.gathered.length + steps.reduce((sum, step) => sum + step.exchanges.length, 0)
}

/** Shortens recoverable results beyond the latest calls to a preview with a hint. [B-2] */
export function ageToolResults(
  record: TurnRecord,
  options: AgeOptions,
): { readonly record: TurnRecord; readonly aged: readonly AgedResult[] } {
  const model = steppingModel(record, options.model)
  let remaining = options.callsAfter + callsOf(record, options.model)
  const aged: AgedResult[] = []
  const shorten = (result: ToolOutput): string | undefined => {
    const isRecent = remaining <= LIMITS.tools.latestCallsWhole
    remaining -= 1
    if (isRecent || !result.recoverable) return undefined
    const before = wholeText(result)
    const hint = options.readTool === undefined ? {} : { readTool: options.readTool }
    const after = compactToolResult({ tool: result.tool, text: before }, hint)
    if (after.length >= before.length) return undefined
    const turn = record.number
    aged.push({ name: `${result.tool} ${result.arguments} in turn ${turn}`, turn, before, after })
    return after
  }
  const gathered = record.gathered.map((result) => {
    const text = shorten(result)
    return text === undefined ? result : { ...withoutHits(result), text }
  })
  const steps = stepsOf(record, model).map((step) => ({
    ...step,
    exchanges: step.exchanges.map((exchange) => {
      const result = shorten({ ...exchange, text: exchange.result })
      return result === undefined ? exchange : { ...withoutHits(exchange), result }
    }),
  }))
  return { record: { ...record, gathered, steps: { ...record.steps, [model]: steps } }, aged }
}

interface ToolOutput {
  readonly tool: string
  readonly arguments: string
  readonly text: string
  readonly hits?: readonly SearchHit[]
  readonly recoverable: boolean
}

function wholeText({ text, hits = [] }: ToolOutput): string {
  return [text, ...hits.map((hit) => `${hit.key}:\n${hit.text}`)].filter((part) => part !== '').join('\n')
}

function withoutHits<T extends { readonly hits?: readonly SearchHit[] }>(result: T): Omit<T, 'hits'> {
  const { hits: _hits, ...rest } = result
  return rest
}

interface AgedToolResult {
  readonly tool: string
  readonly text: string
}

/** An old tool result as a preview with a hint; a short one stays as it is. [B-2] */
export function compactToolResult(
  result: AgedToolResult,
  options: { readonly readTool?: string } = {},
): string {
  const { tool, text } = result
  const maximum = LIMITS.tools.previewCharacters
  if (text.length <= maximum) return text
  // A hint names a tool only if this request defines it. [L3-2]
  const hint =
    options.readTool === undefined
      ? 'the whole result is kept and can be attached again'
      : `${cutLine(options.readTool, 60)} reads the whole result`
  const end = `\n[Earlier result of ${cutLine(tool, 60)}, ${text.length} characters, shortened; ${hint}.]`
  return cutText(text, maximum - end.length) + end
}
