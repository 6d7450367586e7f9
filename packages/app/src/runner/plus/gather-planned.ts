import { type GatheredResult, stableJson } from '@varve/engine'
import type { AppContext } from '../../app-context.ts'
import type { AnswerJob } from '../../answer/answer-job.ts'
import type { LiveAnswer } from '../../answer/live-answer.ts'
import { guardResult } from '../../guard/guard-result.ts'
import type { TurnDirectives } from '../../turn/turn-directives.ts'
import type { SourceView } from '../../views.ts'
import { openedWorkspace } from '../../workspace/opened-workspace.ts'
import { untilReady } from '../../workspace/until-ready.ts'
import type { AgentSetup } from '../agent-setup.ts'
import { citeHits } from '../cite-hits.ts'
import { conversationRun, hasUntrusted } from '../conversation-run.ts'
import { withSaid } from '../own-words.ts'
import { runCalls } from '../run-calls.ts'
import { newRunMemory } from '../run-memory.ts'
import type { ToolCallRecord } from '../tool-step.ts'
import { type PlannedCalls, planCalls } from './plan-calls.ts'

export interface LookupWanted {
  readonly job: AnswerJob
  readonly live: LiveAnswer
  /** What may be used to look things up. */
  readonly setup: AgentSetup
  readonly directives: TurnDirectives
}

/** What was looked up before a model answers. */
export interface LookedUp {
  readonly gathered: readonly GatheredResult[]
  readonly guidance: string
  readonly sources: readonly SourceView[]
  readonly notices: readonly string[]
}

/** A search waits this long for an index that is still being made. */
const SETTLE_MILLISECONDS = 5000

const INTRODUCTION = `Results of what was looked up stand above. Where you use a passage, put its number behind the claim, as [^1]; these are the numbers:`

/** Plans what to look up and looks it up, shown step by step as it happens. */
export async function gatherPlanned(context: AppContext, wanted: LookupWanted): Promise<LookedUp> {
  const { live, directives } = wanted
  const setup = allowing(wanted.setup, directives)
  const job: AnswerJob = { ...wanted.job, agent: setup }
  const tools = setup.definitions.map(({ name }) => name)
  const show = stepShower(live, job)
  show({ status: 'running', summary: 'Decides what to look up' })
  const planned = await planCalls(context, { job, tools, directives, signal: live.stopping.signal })
  show({ status: planned.isUnplanned ? 'failed' : 'done', summary: planWords(planned) })
  const { notices } = planned
  const heard = (guidance: string): string =>
    withSaid(guidance, live.takeSaid().map(guardResult(context, job)))
  if (planned.calls.length === 0) return { gathered: [], guidance: heard(''), sources: [], notices }
  const calls = planned.calls.map(({ tool, arguments: args }, index) => ({
    callId: idOf(index),
    tool,
    arguments: stableJson(args),
  }))
  const ordered = new Set(
    planned.calls.flatMap((call, index) => (planned.ordered.includes(call) ? [idOf(index)] : [])),
  )
  const memory = newRunMemory(await hasUntrusted(context, job))
  const runFor = await conversationRun(context, job, live)
  const { index } = await openedWorkspace(context, job.chat.workspaceId)
  await untilReady(await index(), SETTLE_MILLISECONDS)
  const exchanges = await runCalls(context, { job, live, text: '', calls, runFor, memory, ordered })
  live.stopping.signal.throwIfAborted()
  const gathered = exchanges.map((exchange) => {
    const { callId: _, result: text, ...rest } = exchange
    return { ...rest, text }
  })
  const { guidance, sources } = citeHits(gathered, INTRODUCTION)
  return { gathered, guidance: heard(guidance), sources, notices }
}

/** Who writes `@web` has said yes to a search of the web. */
function allowing(setup: AgentSetup, { web = false }: TurnDirectives): AgentSetup {
  return web ? { ...setup, rules: [...setup.rules, { tool: 'webSearch', decision: 'run' }] } : setup
}

/** The plan is the first step of an answer. */
function stepShower(
  live: LiveAnswer,
  { model }: AnswerJob,
): (change: Pick<ToolCallRecord, 'status' | 'summary'>) => void {
  const place = live.madeSteps.length
  const record = { callId: 'plan', tool: 'planner', arguments: stableJson({ model: model.spec.id }) }
  return (change) => live.showStep(place, { text: '', calls: [{ ...record, ...change }] })
}

const idOf = (index: number): string => `look-up-${index + 1}`

/** What was wrong with a plan is said once, in the notices of the turn. */
function planWords({ calls, isUnplanned }: PlannedCalls): string {
  if (calls.length === 0) return isUnplanned ? 'No plan that could be used' : 'Nothing to look up'
  return `To look up: ${calls.map(({ tool }) => tool).join(', ')}`
}
