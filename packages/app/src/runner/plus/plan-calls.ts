import { userQuestions } from '@varve/engine'
import { offlineModel } from '@varve/providers'
import type { AppContext } from '../../app-context.ts'
import { toAppError } from '../../app-error.ts'
import { askAside } from '../../aside/ask-aside.ts'
import type { AnswerJob } from '../../answer/answer-job.ts'
import type { TurnDirectives } from '../../turn/turn-directives.ts'
import { MOST_PLANNED_CALLS, parsePlan, type PlannedCall } from './parse-plan.ts'
import { PLANNER_CONTRACT, plannerText } from './planner-text.ts'

export interface PlanWanted {
  readonly job: AnswerJob
  readonly tools: readonly string[]
  readonly directives: TurnDirectives
  readonly signal: AbortSignal
}

export interface PlannedCalls {
  readonly calls: readonly PlannedCall[]
  /** Those that the message asks for by name, made from its own words. */
  readonly ordered: readonly PlannedCall[]
  /** Whether there was no plan that could be used. */
  readonly isUnplanned: boolean
  /** In words: why there was none and what was done instead, and what could not be done. */
  readonly notices: readonly string[]
}

interface SomeCalls {
  readonly calls: readonly PlannedCall[]
  readonly problem?: string
}

/** A plan and the thoughts that some models have before one. */
const MOST_OUTPUT = 2000
const EARLIER_QUESTIONS = 2
const LONGEST_QUERY = 300

/** Asks the user's own model what has to be looked up. What the message asks for by name is done in any case. */
export async function planCalls(context: AppContext, wanted: PlanWanted): Promise<PlannedCalls> {
  const { job, directives, tools } = wanted
  const { calls, problem } =
    job.model.spec.id === offlineModel.id ? withoutPlanner(job) : await askPlanner(context, wanted)
  const named = namedCalls(job, directives, tools)
  const ordered = named.calls.filter(({ tool }) => !calls.some((call) => call.tool === tool))
  const all = [...ordered, ...calls].slice(0, MOST_PLANNED_CALLS)
  const instead = all.length === 0 ? AS_CHAT : AS_ORDERED
  return {
    calls: all,
    ordered,
    isUnplanned: problem !== undefined,
    notices: [
      ...(problem === undefined ? [] : [`${problem} ${instead}`]),
      ...(named.problem === undefined ? [] : [named.problem]),
    ],
  }
}

const AS_CHAT = 'The message was answered without looking anything up.'
const AS_ORDERED = 'Only what the message asks for by name was looked up.'

async function askPlanner(context: AppContext, { job, tools, signal }: PlanWanted): Promise<SomeCalls> {
  const { chat, model, turnId, open } = job
  const { state } = open
  const questions = userQuestions(state)
  const attached = (state.open?.attached ?? []).map(({ artifact }) => artifact)
  const text = plannerText({
    text: questions.at(-1) ?? '',
    earlier: questions.slice(0, -1).slice(-EARLIER_QUESTIONS),
    kept: [...state.library].map(({ artifact }) => artifact),
    attached,
    tools: (job.agent?.definitions ?? []).filter(({ name }) => tools.includes(name)),
  })
  try {
    const answer = await askAside(context, {
      ...chat,
      purpose: 'plan',
      model,
      turnId,
      instructions: PLANNER_CONTRACT,
      // Everything in it is part of the turn, which has gone through the guard.
      outgoing: { ...open, text, restore: (words) => words },
      maxOutputTokens: MOST_OUTPUT,
      signal,
    })
    const plan = parsePlan(answer.text, tools)
    if (plan.kind === 'plan') return { calls: plan.calls }
    return { calls: [], problem: `The plan of ${model.name} could not be used: ${plan.problem}.` }
  } catch (error) {
    signal.throwIfAborted()
    return { calls: [], problem: `${model.name} made no plan: ${toAppError(error).message}` }
  }
}

/** The model inside this program cannot plan: it searches, unless something is to be done to what is at hand. */
function withoutPlanner({ open }: AnswerJob): SomeCalls {
  const text = userQuestions(open.state).at(-1) ?? ''
  return { calls: isFormatting(text) ? [] : [searchFor(text)] }
}

const FORMATTING =
  /^\s*(?:please\s+)?(?:re(?:write|format|phrase|word)|format|translate|shorten|summari[sz]e (?:this|it|that)|proofread|fix the (?:spelling|grammar)|make (?:it|this) (?:shorter|longer|simpler)|turn (?:it|this) into|tradui[st]|reformule|raccourci[st]|traduce|reescribe|resume esto)(?!\p{L})/iu

function isFormatting(text: string): boolean {
  return FORMATTING.test(text)
}

/** `@vault` and `@web` are orders. */
function namedCalls(
  { open }: AnswerJob,
  { vault = false, web = false }: TurnDirectives,
  tools: readonly string[],
): SomeCalls {
  const text = userQuestions(open.state).at(-1) ?? ''
  const query = searchFor(text).arguments
  const calls: PlannedCall[] = []
  if (vault) calls.push(searchFor(text))
  if (web && tools.includes('webSearch')) calls.push({ tool: 'webSearch', arguments: query })
  const isMissing = web && !tools.includes('webSearch')
  return { calls, ...(isMissing ? { problem: 'No search of the web is set up, so @web did nothing.' } : {}) }
}

/** As a question is typed it may hold what a search takes for its own signs. */
function searchFor(text: string): PlannedCall {
  const plain = text
    .replace(/@(?:vault|web|composer|agent)(?!\p{L})/giu, ' ')
    .replace(/["#:]/g, ' ')
    .replace(/(^|\s)-/g, '$1 ')
    .replace(/\s+/g, ' ')
    .trim()
  return { tool: 'localSearch', arguments: { query: (plain === '' ? text : plain).slice(0, LONGEST_QUERY) } }
}
