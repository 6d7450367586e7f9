import { parseCall } from './parse-call.ts'
import { wholePart } from './files/show-lines.ts'
import type { Tool, ToolCall, ToolOutcome, ToolRun } from './tool.ts'
import { TOOL_LIMITS } from './tool-limits.ts'
import { toolProblem } from './tool-problem.ts'

/**
 * Makes a call, anyone who has decided that it may be made; `callTool` decides as well. What a model can correct is an
 * outcome with `isError`; only a stop and what is broken are thrown.
 */
export async function runTool(
  call: ToolCall,
  run: ToolRun,
  tools?: readonly Tool<unknown>[],
): Promise<ToolOutcome> {
  run.signal.throwIfAborted()
  const parsed = parseCall(call, tools)
  if (parsed.kind === 'wrong') return failed(call.tool, parsed.problem)
  const { tool, args } = parsed
  try {
    return capped(await untilStopped(tool, () => tool.run(args, run), run.signal))
  } catch (error) {
    const problem = run.signal.aborted ? undefined : toolProblem(error)
    if (problem === undefined) throw error
    return failed(tool.name, problem)
  }
}

/** A stop need not wait for a tool that only reads. One that changes something ends, so that its change is told. */
async function untilStopped(
  { reach }: Tool<unknown>,
  start: () => Promise<ToolOutcome>,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  if (reach === 'write' || reach === 'delete') return start()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  const outcome = start()
  // Anyone who comes second is nobody's any more.
  stopped.catch(() => undefined)
  outcome.catch(() => undefined)
  try {
    return await Promise.race([outcome, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** `summary` where a person is told something else than the model. */
export function failed(tool: string, problem: string, summary = `${tool}: ${problem}`): ToolOutcome {
  return capped({ text: problem, summary, isError: true })
}

/** Whatever a tool says, it is no longer than one result may be. */
function capped(outcome: ToolOutcome): ToolOutcome {
  const { outputCharacters, summaryCharacters } = TOOL_LIMITS
  const summary = wholePart(outcome.summary.replace(/\s+/g, ' ').trim(), summaryCharacters)
  const { text } = outcome
  if (text.length <= outputCharacters) return { ...outcome, summary }
  const shown = wholePart(text, outputCharacters)
  return { ...outcome, summary, text: `${shown}\n[cut: ${text.length - shown.length} more characters]` }
}
