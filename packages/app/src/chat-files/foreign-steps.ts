import type { ChatAnswer, ChatDocument, ChatToolStep } from '@varve/workspace'
import type { JsonValue } from '@varve/engine/internal'
import type { TextOf } from './file-texts.ts'
import type { ToolCallRecord, ToolStepRecord } from '@varve/contract'

/** What is in an argument of these names says best what a call was about. */
const TITLES = ['title', 'name', 'query', 'path', 'command']
const LONGEST_TITLE = 80

/**
 * A document with tool calls of another program as steps. Documents and code that a model wrote there exist
 * only in its tool arguments, so they are kept whole for reading; nothing in them is run.
 */
export async function withForeignSteps(document: ChatDocument, textOf: TextOf): Promise<ChatDocument> {
  const turns: ChatDocument['turns'][number][] = []
  for (const turn of document.turns) {
    const answers: ChatAnswer[] = []
    for (const answer of turn.answers) answers.push(await withSteps(answer, textOf))
    turns.push({ ...turn, answers })
  }
  return { ...document, turns }
}

async function withSteps(answer: ChatAnswer, textOf: TextOf): Promise<ChatAnswer> {
  const { toolSteps = [], extra } = answer
  if (toolSteps.length === 0 || extra?.['steps'] !== undefined) return answer
  const calls: ToolCallRecord[] = []
  for (const step of toolSteps) {
    const result = step.resultHash === undefined ? undefined : await textOf(step.resultHash)
    const asked = step.arguments === undefined ? unanswered(calls, step.tool) : -1
    const call = calls[asked]
    if (call && result !== undefined) calls[asked] = { ...call, result }
    else calls.push(callOf(step, { callId: `${answer.id}-${calls.length + 1}`, result }))
  }
  const steps: readonly ToolStepRecord[] = [{ text: '', calls }]
  return { ...answer, extra: { ...extra, steps: JSON.parse(JSON.stringify(steps)) as JsonValue } }
}

/** The first call of a tool whose result has not come; -1 where there is none. */
function unanswered(calls: readonly ToolCallRecord[], tool: string): number {
  return calls.findIndex((call) => call.tool === tool && call.result === undefined)
}

function callOf(
  { tool, arguments: given }: ChatToolStep,
  { callId, result }: { readonly callId: string; readonly result: string | undefined },
): ToolCallRecord {
  const title = titleOf(given)
  return {
    callId,
    tool,
    arguments: typeof given === 'string' ? given : given === undefined ? '' : JSON.stringify(given),
    status: 'done',
    summary: title === undefined ? `Used ${tool}` : `Used ${tool}: ${title}`,
    ...(result === undefined ? {} : { result }),
  }
}

function titleOf(given: JsonValue | undefined): string | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  for (const name of TITLES) {
    const value = (given as Readonly<Record<string, JsonValue>>)[name]
    if (typeof value !== 'string' || value.trim() === '') continue
    const line = value.replace(/\s+/g, ' ').trim()
    return line.length <= LONGEST_TITLE ? line : `${line.slice(0, LONGEST_TITLE)}…`.toWellFormed()
  }
  return undefined
}
