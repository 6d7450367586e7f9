import { compactToolResult } from '../budget/compact-tool-result.ts'
import { LIMITS } from '../budget/limits.ts'
import type { ModelStep, TurnRecord } from '../state/state.ts'
import type { EpochWriter } from './epoch-writer.ts'
import { writeStep } from './write-answer.ts'

/** Tool steps of the turn that is being answered; under pressure only the latest calls stay whole. [B-2] */
export function writeOpenSteps(
  writer: EpochWriter,
  record: TurnRecord,
  options: { readonly age: boolean; readonly readTool?: string },
): void {
  const steps = record.steps[writer.model.id] ?? []
  const total = steps.reduce((sum, step) => sum + step.exchanges.length, 0)
  let before = 0
  for (const step of steps) {
    const aged = options.age ? ageStep(writer, step, record.number, total - before, options.readTool) : step
    writeStep(writer, aged, record.number)
    before += step.exchanges.length
  }
}

/** `remaining`: calls from this step's first on, itself included. */
function ageStep(
  writer: EpochWriter,
  step: ModelStep,
  turn: number,
  remaining: number,
  readTool: string | undefined,
): ModelStep {
  const exchanges = step.exchanges.map((exchange, index) => {
    if (remaining - index <= LIMITS.tools.latestCallsWhole || !exchange.recoverable) return exchange
    const short = compactToolResult(
      { tool: exchange.tool, text: exchange.result },
      readTool === undefined ? {} : { readTool },
    )
    if (short.length >= exchange.result.length) return exchange
    writer.omit({
      key: `${exchange.tool} ${exchange.callId} of turn ${turn}`,
      reason: 'tool-result-aged',
      tokens: writer.count(exchange.result) - writer.count(short),
      form: 'compacted',
    })
    return { ...exchange, result: short }
  })
  return { ...step, exchanges }
}
