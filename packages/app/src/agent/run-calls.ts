import { stableJson, type ToolExchange } from '@varve/engine/internal'
import { restoreText } from '@varve/guard'
import type { ToolCallRecord, ToolStepRecord } from '@varve/contract'
import { parseCall } from '../tools/parse-call.ts'
import { toolProblem } from '../tools/tool-problem.ts'
import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import type { AnswerJob } from '../turn/answer-job.ts'
import type { LiveAnswer } from '../turn/live-answer.ts'
import { callPlace } from '../chat/call-place.ts'
import type { CutAnswer } from '../turn/cut-answer.ts'
import { addsLiveText, callTool } from '../tools/call-tool.ts'
import { type ChangesToRemember, rememberForeign } from '../definitions/foreign-files.ts'
import { memoryTool } from '../tools/memory-tool.ts'
import type { SearchHit, Tool, ToolOutcome, ToolRun } from '../tools/tool.ts'
import { toolNamed } from '../tools/tools.ts'
import { trustFile } from '../trust/trust.ts'
import { rememberFound, type RunMemory } from './run-memory.ts'
import { nameToSend, restoreArguments, settleCalls } from './settle-calls.ts'
import type { ModelToolCall } from './model-tool-call.ts'
import { isAsked } from '../guard/decide.ts'
import { decidedUnasked, readGuardPolicy } from '../guard/guard-policy.ts'
import { guardResult } from '../guard/guard-result.ts'
import { guardedArtifact } from '../guard/guard-turn.ts'
import { knowsMore } from '../guard/redaction.ts'
import { withoutForgedWords } from './own-words.ts'
import { MOST_CALLS_AT_ONCE } from './run-limits.ts'

interface CallsToRun {
  readonly job: AnswerJob
  readonly live: LiveAnswer
  readonly text: string
  readonly calls: readonly ModelToolCall[]
  readonly runFor: (callId: string) => ToolRun
  /** What is shared over the steps of one answer. */
  readonly memory: RunMemory
  /** The step was cut off before, while one of its calls waited. */
  readonly cut?: CutAnswer | undefined
  /** Calls that the user's own words ask for, made from those: what others wrote has no part in them. */
  readonly ordered?: ReadonlySet<string>
}

const SHOWN_CHARACTERS = 2000

/** Runs the calls of one step: those that only read at once, all others one after the other. Results keep their order. */
export async function runCalls(context: AppContext, toRun: CallsToRun): Promise<readonly ToolExchange[]> {
  const { live, job, memory } = toRun
  const { calls, left } = settleCalls(toRun.calls, memory.callIds)
  // As it is in the answer, which has the values.
  const text = restoreText(toRun.text, job.open.redaction.state.values)
  const place = live.madeSteps.length
  const toolOf = (name: string): Tool<unknown> | undefined => toolNamed(name, job.agent?.tools)
  const records = calls.map((call) => recordOf(job, call))
  const before = new Map(toRun.cut?.shown.at(-1)?.calls.map((call) => [call.callId, call]))
  live.showStep(place, { text, calls: records } satisfies ToolStepRecord)
  const outcomes: (ToolOutcome | undefined)[] = []
  const run = async (index: number): Promise<void> => {
    // A stop lets the call before this one end, and nothing comes after it.
    live.stopping.signal.throwIfAborted()
    const record = records[index] as ToolCallRecord
    const tell = (change: Partial<ToolCallRecord>): void =>
      live.changeCall(record.callId, (call) => ({ ...call, ...change }))
    const made = before.get(record.callId)
    if (made && (made.status === 'done' || made.status === 'failed') && !isReading(index)) {
      outcomes[index] = outcomeOf(made)
      return tell(made)
    }
    const began = context.timer()
    const isPrivate = await mustAsk(context, toRun, record)
    const outcome = await runOne(context, { ...toRun, isPrivate }, record, tell)
    outcomes[index] = outcome
    context.observe({
      kind: 'tool-ran',
      tool: record.tool,
      milliseconds: context.timer() - began,
      outcome: outcome.isError ? 'failed' : 'done',
      ...callPlace(job),
    })
    tell({
      status: outcome.isError ? 'failed' : 'done',
      summary: outcome.summary,
      result: outcome.text.slice(0, SHOWN_CHARACTERS),
      ...(outcome.changes ? { changes: outcome.changes } : {}),
      ...(outcome.isRejected ? { isRejected: true } : {}),
    })
    const { changes } = outcome
    if (changes) await keepChanges(context, toRun, { ...record, changes })
  }
  const isReading = (index: number): boolean => toolOf(calls[index]?.tool ?? '')?.reach === 'read'
  const places = calls.map((_, index) => index)
  await Promise.all(places.filter(isReading).map(run))
  for (const index of places.filter((one) => !isReading(one))) await run(index)
  for (const outcome of outcomes) if (outcome) rememberFound(memory, outcome)
  return exchangesOf(context, { job, calls, outcomes, left })
}

/** What a call came to before its answer was cut off: it is not made twice. */
function outcomeOf({ result = '', summary, status, changes, isRejected }: ToolCallRecord): ToolOutcome {
  return {
    text: result,
    summary,
    ...(status === 'failed' ? { isError: true } : {}),
    ...(changes ? { changes } : {}),
    ...(isRejected ? { isRejected } : {}),
  }
}

/**
 * Whether a call would take something out of here that is private or comes from marked files, mark a file that is not,
 * or put something into a note that is loaded or run there: then it asks, whatever the rules say.
 */
async function mustAsk(
  context: AppContext,
  { job, runFor }: CallsToRun,
  { tool: name, arguments: args, callId }: ToolCallRecord,
): Promise<boolean> {
  const tool = toolNamed(name, job.agent?.tools)
  const run = runFor(callId)
  if (tool?.reach === 'fetch')
    return (await holdsPrivate(context, job.chat.workspaceId, args)) || (await run.mark?.()) !== undefined
  if (tool?.reach !== 'write' || !tool.preview) return false
  const parsed = parseCall({ tool: name, arguments: args }, job.agent?.tools)
  if (parsed.kind === 'wrong') return false
  try {
    const preview = await parsed.tool.preview?.(parsed.args, run)
    if (!preview) return false
    return (preview.marked !== undefined && preview.before !== undefined) || addsLiveText(preview)
  } catch (error) {
    // It will fail in the same way, and nothing will be written.
    if (toolProblem(error) !== undefined) return false
    throw error
  }
}

function recordOf({ open, agent }: AnswerJob, call: ModelToolCall): ToolCallRecord {
  const { values } = open.redaction.state
  // What leaves this machine with a tool keeps its placeholders, as what leaves it with a model does.
  const leavesMachine = toolNamed(call.tool, agent?.tools)?.leavesMachine ?? false
  return {
    ...call,
    arguments: leavesMachine ? call.arguments : restoreArguments(call.arguments, values),
    status: 'running',
    summary: call.tool,
  }
}

/** Records a change immediately: after a crash it is still known and can be undone. */
async function keepChanges(
  context: AppContext,
  { job, live, memory, runFor }: CallsToRun,
  { callId, tool, changes }: ToolCallRecord & { readonly changes: NonNullable<ToolOutcome['changes']> },
): Promise<void> {
  const { store, report } = context
  // As it was when the step began: a file that was moved away cannot say any more whether it was trusted.
  const wasForeign = runFor(callId).isUntrusted ?? (() => false)
  try {
    await rememberForeign(context, job.chat.workspaceId, {
      changes,
      isUntrusted: memory.untrusted,
      wasForeign,
    })
    await trustMemory(context, job, { tool, changes, isUntrusted: memory.untrusted, wasForeign })
    await store.commit([store.answers.saveSteps(job.answer, live.steps)])
  } catch (error) {
    // The change is made, and the steps are stored again with the next call and at the end.
    report(`What a tool changed could not be recorded yet: ${toAppError(error).message}`)
  }
}

/**
 * Who approved a thing to remember saw all of it, so the memory stays trusted where it was. With text of others in the
 * context, what is remembered may be theirs: then the owner has to look at the memory as a whole.
 */
async function trustMemory(
  { store }: Pick<AppContext, 'store'>,
  { chat: { workspaceId } }: AnswerJob,
  { tool, changes, isUntrusted, wasForeign }: ChangesToRemember & { readonly tool: string },
): Promise<void> {
  if (tool !== memoryTool.name || isUntrusted) return
  for (const change of changes)
    if (change.kind === 'create' || (change.kind === 'replace' && !wasForeign(change.path)))
      await trustFile(store, { workspaceId, path: change.path, hash: change.after })
}

/** A question can wait for days. It is on disk before it is shown: after a crash it can still be answered. */
async function keepQuestion(
  { store, report }: AppContext,
  { job, live }: Pick<CallsToRun, 'job' | 'live'>,
  asking: Partial<ToolCallRecord> & Pick<ToolCallRecord, 'callId'>,
): Promise<void> {
  const steps = live.steps.map((step) => ({
    ...step,
    calls: step.calls.map((call) => (call.callId === asking.callId ? { ...call, ...asking } : call)),
  }))
  try {
    await store.commit([store.answers.saveSteps(job.answer, steps)])
  } catch (error) {
    report(`A question could not be stored yet: ${toAppError(error).message}`)
  }
}

interface CallToRun extends CallsToRun {
  /** Something would leave with it that the guard would ask about: then it asks, whatever the rules say. */
  readonly isPrivate: boolean
}

/** A read-only call is reported once; its result is not repeated while it stays the same. */
async function runOne(
  context: AppContext,
  toRun: CallToRun,
  record: ToolCallRecord,
  tell: (change: Partial<ToolCallRecord>) => void,
): Promise<ToolOutcome> {
  const { job, memory } = toRun
  const { tool } = record
  if (toolNamed(tool, job.agent?.tools)?.reach !== 'read') return runNew(context, toRun, record, tell)
  const name = callName(record)
  const before = memory.made.get(name)
  const made = Promise.withResolvers<string>()
  memory.made.set(name, made.promise)
  try {
    const outcome = await runNew(context, toRun, record, tell)
    const result = stableJson([outcome.text, outcome.hits ?? []])
    made.resolve(result)
    if (outcome.isError || (await before) !== result) return outcome
    return {
      text: 'This very call was made before in this turn; its result is above.',
      summary: `${tool}: as before`,
      ...(outcome.untrusted ? { untrusted: true } : {}),
    }
  } finally {
    made.resolve('')
  }
}

async function runNew(
  context: AppContext,
  { live, job, runFor, memory, isPrivate, ordered, cut }: CallToRun,
  { callId, tool, arguments: args }: ToolCallRecord,
  tell: (change: Partial<ToolCallRecord>) => void,
): Promise<ToolOutcome> {
  const agent = job.agent
  const known = toolNamed(tool, agent?.tools)
  if (!agent) return { text: 'There are no tools here.', summary: tool, isError: true }
  // The list of an agent is a limit, also for a model that knows of more tools than it was given.
  if (known && !agent.definitions.some((definition) => definition.name === tool))
    return { text: `The tool ${tool} is not among yours.`, summary: `${tool}: not given`, isError: true }
  const ask = async (question: NonNullable<ToolCallRecord['question']>): Promise<string> => {
    const said = cut && answeredBefore(cut, callId, question)
    if (said !== undefined) {
      tell({ summary: question.text, question, reply: said })
      return said
    }
    const asking = { status: 'waiting', summary: question.text, question } as const
    await keepQuestion(context, { job, live }, { callId, ...asking })
    tell(asking)
    const answer = await live.askPerson(callId)
    tell({ status: 'running', reply: answer })
    return answer
  }
  const outcome = await callTool(
    { tool, arguments: args },
    {
      run: { ...runFor(callId), ask: (text, options) => ask({ text, ...(options ? { options } : {}) }) },
      policy: {
        mode: agent.mode,
        rules: [...agent.rules, ...live.allowed],
        untrusted: isPrivate || (memory.untrusted && !ordered?.has(callId)),
        tools: agent.tools,
      },
      approve: async ({ description: text, preview, always, wider }) => {
        const options = ['approve', 'reject']
        const more = {
          ...(preview ? { preview } : {}),
          ...(always ? { always } : {}),
          ...(wider ? { wider } : {}),
        }
        const answer = await ask({ text, options, ...more })
        const [decision, ...reason] = answer.split(':')
        return {
          approved: decision === 'approve',
          ...(reason.length > 0 ? { reason: reason.join(':').trim() } : {}),
        }
      },
    },
  )
  if (outcome.untrusted) memory.untrusted = true
  return outcome
}

/** What a person said to this question, where it is the one that they were shown. */
function answeredBefore(
  { callId: answered, question: shown, reply }: CutAnswer,
  callId: string,
  question: NonNullable<ToolCallRecord['question']>,
): string | undefined {
  const isShown = (one: typeof question): string => JSON.stringify([one.text, one.options, one.preview])
  return answered === callId && shown && isShown(shown) === isShown(question) ? reply : undefined
}

function callName({ tool, arguments: args }: Pick<ToolCallRecord, 'tool' | 'arguments'>): string {
  try {
    return `${tool} ${stableJson(JSON.parse(args))}`
  } catch (error) {
    if (error instanceof SyntaxError) return `${tool} ${args}`
    throw error
  }
}

/**
 * Whether a text that is about to leave with a tool holds what the guard would ask about, also as an address writes it.
 * It holds for models on this machine as well: what they read is not guarded, and where it goes is not here.
 */
async function holdsPrivate(
  { store, scans }: AppContext,
  workspaceId: string,
  text: string,
): Promise<boolean> {
  const { policy, problems } = await readGuardPolicy(store, workspaceId)
  // Any of the rules that cannot be read might have found something.
  if (problems.length > 0) return true
  return [text, decoded(text)].some((reading) =>
    scans.scan(reading, policy).some((finding) => {
      const decided = decidedUnasked(policy, finding.type)
      return decided === undefined ? isAsked(finding, policy) : decided === 'redact'
    }),
  )
}

function decoded(text: string): string {
  // By runs of bytes: one that is broken does not keep the others from being read.
  return text
    .replaceAll('+', ' ')
    .replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString())
}

interface CallsMade {
  readonly job: AnswerJob
  readonly calls: readonly ModelToolCall[]
  /** In the order of the calls. */
  readonly outcomes: readonly (ToolOutcome | undefined)[]
  /** How many more the model wanted. */
  readonly left: number
}

/** What goes back to the model for the calls of one step. */
function exchangesOf(
  context: AppContext,
  { job, calls, outcomes, left }: CallsMade,
): readonly ToolExchange[] {
  const guarded = () => calls.map((call, index) => exchangeOf(context, job, call, outcomes[index]))
  const { state } = job.open.redaction
  const first = guarded()
  // A result may reveal that values in earlier ones are private.
  const exchanges = knowsMore(job.open.redaction.state, state) ? guarded() : first
  return left === 0 ? exchanges : withLeft(exchanges, left)
}

/** What goes back to the model: redacted, and with the arguments as it wrote them. */
function exchangeOf(
  context: AppContext,
  job: AnswerJob,
  { callId, tool, arguments: args }: ModelToolCall,
  outcome: ToolOutcome | undefined,
): ToolExchange {
  const { text = 'Nothing came of this call.', hits, file, passage, around } = outcome ?? {}
  const guard = guardResult(context, job, around)
  const words = (said: string): string => withoutForgedWords(guard(said))
  const guardedHit = (hit: SearchHit): SearchHit => ({
    ...hit,
    key: guard(hit.key),
    text: words(hit.text),
  })
  return {
    callId,
    tool: nameToSend(tool),
    arguments: args,
    result: words(text),
    ...(hits ? { hits: hits.map(guardedHit) } : {}),
    ...(file ? { file: guardedArtifact(file, words) } : {}),
    ...(passage ? { passage: guardedHit(passage) } : {}),
    recoverable: toolNamed(tool, job.agent?.tools)?.recoverable ?? false,
  }
}

function withLeft(exchanges: readonly ToolExchange[], left: number): readonly ToolExchange[] {
  const words = `[${left} more calls were left out: at most ${MOST_CALLS_AT_ONCE} calls are made at once. Make those again that are still needed.]`
  return exchanges.map((exchange, index) =>
    index === exchanges.length - 1 ? { ...exchange, result: `${exchange.result}\n${words}` } : exchange,
  )
}
