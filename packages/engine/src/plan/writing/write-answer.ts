import { neutralize } from '../../render/neutralize.ts'
import { renderToolLine, renderToolResult } from '../../render/render-block.ts'
import type { AnswerRecord, ModelStep, SearchHit, TurnRecord } from '../../state/state.ts'
import { wholeCalls } from '../model-spec.ts'
import type { EpochWriter } from './epoch-writer.ts'
import { steppingModel, stepsOf } from './steps-of.ts'
import { toolText } from './tool-text.ts'

/** Stands where a turn was never answered: roles keep alternating, and no message is empty. */
export const NO_ANSWER = '[no answer]'

/** The model's side of a closed turn, as it was received; another model's tools as neutral text. [P-3] */
export function writeAnswer(writer: EpochWriter, record: TurnRecord, ownStepsWritten: boolean): void {
  if (!ownStepsWritten) {
    const steps = stepsOf(record, writer.model.id)
    const isOwn = steppingModel(record, writer.model.id) === writer.model.id
    if (isOwn) for (const step of steps) writeStep(writer, step, record.number)
    else writeForeignSteps(writer, steps, record.number)
  }
  writeFinalAnswer(writer, record.answer, record.number)
  ageToolRuns(writer)
}

/** A step with tools: what the model said, its calls, and their results as tool messages. */
export function writeStep(writer: EpochWriter, step: ModelStep, turn: number): void {
  const offset = writer.tokens
  const model = writer.model.id
  if (step.reasoning)
    writer.addVerbatim(
      'assistant',
      { kind: 'reasoning', model, ...step.reasoning },
      { piece: 'reasoning', turn },
    )
  if (step.text !== '')
    writer.addVerbatim('assistant', { kind: 'text', text: step.text }, { piece: 'answer', turn })
  for (const { callId, tool, arguments: args } of step.exchanges)
    writer.addVerbatim(
      'assistant',
      { kind: 'tool-call', callId, tool, arguments: args },
      { piece: 'tool-call', turn, key: tool },
    )
  for (const { callId, tool, result, hits } of step.exchanges)
    writer.addVerbatim(
      'tool',
      { kind: 'tool-result', callId, tool, text: neutralize(resultText(writer, result, hits)) },
      { piece: 'tool-result', turn, key: tool },
    )
  addToolRun(writer, { turn, calls: step.exchanges.length, offset, steps: [step] })
}

function writeForeignSteps(writer: EpochWriter, steps: readonly ModelStep[], turn: number): void {
  const offset = writer.tokens
  for (const step of steps) {
    const lines = step.exchanges.map(({ tool, arguments: args }) => renderToolLine(tool, args))
    const text = [step.text, lines.join('\n')].filter((part) => part !== '').join('\n\n')
    if (text === '') continue
    writer.addVerbatim('assistant', { kind: 'text', text }, { piece: 'tool-call', turn })
    for (const { tool, result, hits } of step.exchanges)
      writer.addText('user', renderToolResult({ tool, text: resultText(writer, result, hits), turn }), {
        piece: 'tool-result',
        turn,
        key: tool,
      })
  }
  const calls = steps.reduce((sum, step) => sum + step.exchanges.length, 0)
  if (calls > 0) addToolRun(writer, { turn, calls, offset, steps })
}

function writeFinalAnswer(writer: EpochWriter, answer: AnswerRecord | undefined, turn: number): void {
  if (answer?.reasoning && answer.model === writer.model.id) {
    writer.lowerCut(writer.tokens)
    writer.addVerbatim(
      'assistant',
      { kind: 'reasoning', model: answer.model, ...answer.reasoning },
      { piece: 'reasoning', turn },
    )
  }
  const text = answer && answer.text !== '' ? answer.text : NO_ANSWER
  writer.addVerbatim('assistant', { kind: 'text', text }, { piece: 'answer', turn })
}

function resultText(writer: EpochWriter, text: string, hits: readonly SearchHit[] | undefined): string {
  return hits ? toolText(writer.places, { text, hits }) : text
}

function addToolRun(
  writer: EpochWriter,
  run: { turn: number; calls: number; offset: number; steps: readonly ModelStep[] },
): void {
  const lines = run.steps.flatMap((step) => [
    step.text,
    ...step.exchanges.map(({ tool, arguments: args }) => renderToolLine(tool, args)),
  ])
  const tokens = writer.tokens - run.offset
  const folded = Math.min(tokens, writer.count(lines.join('\n')))
  const { turn, calls, offset } = run
  writer.toolRuns = [...writer.toolRuns, { turn, calls, tokens, foldedTokens: folded, offset }]
}

/**
 * Runs beyond the latest calls are dead weight: a re-base would fold them into one line each.
 * Whole turns stay: one call of a turn is never kept without its siblings. [P-6]
 */
function ageToolRuns(writer: EpochWriter): void {
  const whole = wholeCalls(writer.model)
  let runs = writer.toolRuns
  for (;;) {
    const turn = runs[0]?.turn
    const oldest = runs.filter((run) => run.turn === turn)
    const rest = runs.slice(oldest.length)
    const restCalls = rest.reduce((sum, run) => sum + run.calls, 0)
    if (oldest.length === 0 || restCalls < whole) break
    for (const run of oldest) {
      writer.deadTokens += run.tokens - run.foldedTokens
      writer.lowerCut(run.offset)
    }
    runs = rest
  }
  writer.toolRuns = runs
}
