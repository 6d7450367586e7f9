import type { State } from '@varve/engine'
import { hashText, type JsonValue, usedArtifacts } from '@varve/engine/internal'
import type { AnswerRecord, CallResponse, SideCallRecord, TurnRecord } from '@varve/store'
import type { ChatSettingsView, ExportedTrace } from '@varve/contract'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { unsealExchange } from '../side-calls/sealed-exchange.ts'
import { chatFileName } from '../files/chat-file-name.ts'
import { type EngineTurn, gatherChat, type GatheredChat, type GatheredTurn } from './gather-chat.ts'
import { type ChatPlace, requireChat } from '../chat/require-chat.ts'
import { citedPlaces, closeAsked, loadAsked } from '../chat/load-state.ts'
import type { PlanSummary } from '../turn/record-plan.ts'
import { loadCall, type LoadedCall } from '../call-log/open-call.ts'
import { missingCall } from '../call-log/missing-call.ts'
import { BEFORE_ALL, NOTHING_TOLD, type Told, traceLine, type TurnToTrace } from '../call-log/trace-line.ts'
import { openReceived } from '../call-log/call-seal.ts'
import type { ReceivedTexts } from '../turn/call-response.ts'

/**
 * Everything sent and received in a chat, one turn per line: what a replay reads, and each call with its
 * exact body. As it passed the guard, so without redacted values; never contains keys.
 */
export async function exportTrace(context: AppContext, place: ChatPlace): Promise<ExportedTrace> {
  const chat = await requireChat(context, place)
  if (chat.answering)
    throw new AppError(
      'answer-running',
      'An answer is still being written in this chat. Export its trace afterwards.',
    )
  const gathered = await gatherChat(context, place, chat)
  const path = chatFileName(chat)
  const name = `${path.slice(path.lastIndexOf('/') + 1, -'.md'.length)}.trace.jsonl`
  return { name, lines: linesOf(context, place, gathered) }
}

/** A line at a time: the requests of a long chat do not be in memory together. */
async function* linesOf(
  context: AppContext,
  { workspaceId, chatId }: ChatPlace,
  { turns, chat }: GatheredChat,
): AsyncGenerator<string> {
  const beside = await context.store.sideCalls.ofChat({ workspaceId, conversationId: chatId })
  const numbers = new Map(turns.map(({ turn }, index) => [turn.id, index + 1]))
  const known = new Set(turns.map(({ turn }) => turn.id))
  let told: Told = BEFORE_ALL
  let before: string | undefined
  let left: State | undefined
  const shown = new Set<string>()
  for (const [index, gathered] of turns.entries()) {
    const { turn, record, answers, chosen } = gathered
    if (!record) continue
    const place = { workspaceId, chatId }
    const parent = turns.find(({ turn: { id } }) => id === turn.parentId)
    // In another branch nothing that was said in this one is known.
    if (turn.parentId !== before) {
      told = NOTHING_TOLD
      left = parent && (await stateOf(context, place, parent.turn))
    }
    before = turn.id
    const asked = await stateOf(context, place, turn)
    const parentAnswer = parent?.answers.find(({ id }) => id === turn.parentAnswerId)
    const hasUsed = async (state: State): Promise<boolean> => {
      const closed = await closeAsked(context, place, {
        asked: { state, rebuilt: false },
        answer: parentAnswer,
      })
      return usedArtifacts(closed).length > 0
    }
    const keepUsed = record.used !== undefined || !left || !(await hasUsed(left))
    const traced = await Promise.all(answers.map((answer) => traceAnswer(context, workspaceId, answer)))
    const own = answers.find(({ id }) => id === chosen)
    const calls = traced.find(({ about }) => about.id === chosen)?.calls ?? []
    const made = traceLine(
      {
        record,
        ...given(calls),
        ...said(own),
        asked,
        before: left,
        keepUsed,
        cited: asked ? await citedPlaces(context, place, { asked, answer: own }) : [],
        pictures: await newPictures(context, { workspaceId, record, shown }),
        plan: planOf(calls, {
          asked,
          chat,
          own: gathered.summaries.get(chosen ?? ''),
          modelId: own?.modelId,
        }),
      },
      told,
    )
    told = made.told
    left = asked
    const sideCalls = beside.filter(({ turnId }) =>
      turnId !== undefined && known.has(turnId) ? turnId === turn.id : index === 0,
    )
    const line = {
      conversation: chatId,
      turn: index + 1,
      at: new Date(turn.at).toISOString(),
      ...parentOf(gathered, numbers),
      ...made.line,
      ...textsLeftOut(traced),
      answers: traced.map(({ about }) => ({ ...about, chosen: about.id === chosen })),
      ...(sideCalls.length === 0
        ? {}
        : { sideCalls: await Promise.all(sideCalls.map((one) => traceSideCall(context, one))) }),
    }
    yield `${JSON.stringify(line)}\n`
  }
}

/** Without the key that sealed them, a line has neither requests nor what is read from them: it says so itself. */
function textsLeftOut(traced: readonly { readonly calls: readonly LoadedCall[] }[]): {
  readonly textsLeftOut?: string
} {
  const sealed = traced.flatMap(({ calls }) => calls).find((call) => call.kind === 'sealed')
  return sealed ? { textsLeftOut: missingCall(sealed).message } : {}
}

function parentOf(
  { turn }: GatheredTurn,
  numbers: ReadonlyMap<string, number>,
): { readonly parent?: number } {
  const parent = turn.parentId === undefined ? 0 : numbers.get(turn.parentId)
  const isNext = parent === undefined || parent + 1 === numbers.get(turn.id)
  return isNext ? {} : { parent }
}

function given(calls: readonly LoadedCall[]): Pick<TurnToTrace, 'layers' | 'callTimes'> {
  const [first] = calls
  return {
    layers: first?.kind === 'kept' ? first.inspection.layers : undefined,
    callTimes: calls
      .map((call) => (call.kind === 'kept' ? call.inspection.at : ''))
      .filter((at) => at !== ''),
  }
}

function said(answer: AnswerRecord | undefined): Pick<TurnToTrace, 'modelId' | 'answer' | 'reasoning'> {
  if (!answer) return { modelId: undefined, answer: undefined, reasoning: undefined }
  const { modelId, text, received, status, reasoning } = answer
  const words = received ?? text
  // What came before a failure is in later requests; where nothing came, the turn was never answered.
  return {
    modelId,
    answer: status === 'failed' && words === '' ? undefined : words,
    reasoning: reasoning as TurnToTrace['reasoning'],
  }
}

/** The state with this turn open; undefined where it was put together again and says little of what was sent. */
async function stateOf(context: AppContext, place: ChatPlace, turn: TurnRecord): Promise<State | undefined> {
  const asked = await loadAsked(context, place, turn)
  return asked?.rebuilt === false ? asked.state : undefined
}

/** The pictures that this turn shows for the first time. */
async function newPictures(
  { store }: AppContext,
  { workspaceId, record, shown }: { workspaceId: string; record: EngineTurn; shown: Set<string> },
): Promise<ReadonlyMap<string, string>> {
  const images = [...record.images, ...record.attached.flatMap(({ artifact }) => artifact.images)]
  const found = new Map<string, string>()
  for (const { hash } of images) {
    if (hash === '' || shown.has(hash)) continue
    shown.add(hash)
    const bytes = await store.blobs.get(workspaceId, hash)
    if (bytes) found.set(hash, Buffer.from(bytes).toString('base64'))
  }
  return found
}

function planOf(
  [call]: readonly LoadedCall[],
  {
    asked,
    chat,
    own,
    modelId,
  }: {
    readonly asked: State | undefined
    readonly chat: GatheredChat['chat']
    readonly own: PlanSummary | undefined
    readonly modelId: string | undefined
  },
): TurnToTrace['plan'] {
  if (call?.kind !== 'kept' || modelId === undefined) return undefined
  const { budgetTokens, settings, cache } = call.inspection
  const { history = 'recall', toolOutput } = (chat.settings as ChatSettingsView | undefined) ?? {}
  return {
    layout: asked?.epochs[modelId]?.layout,
    history: history === 'strip' ? 'fold' : history,
    toolOutput: toolOutput === 'lines' ? 'fold' : toolOutput,
    budget: Number.isFinite(budgetTokens) ? budgetTokens : undefined,
    factor: own?.factor,
    lifetime: cache?.lifetime,
    settings: settings as Readonly<Record<string, JsonValue>> | undefined,
  } as TurnToTrace['plan']
}

async function traceAnswer(context: AppContext, workspaceId: string, answer: AnswerRecord) {
  const response = await exportResponses(context, { workspaceId, answerId: answer.id })
  const { id, modelId: model, modelName, status, error, errorCode, startedAt, endedAt, usage } = answer
  const calls: LoadedCall[] = []
  for (let number = 1; ; number += 1) {
    const call = await loadCall(context, { workspaceId, answerId: id, number })
    if (!call) break
    calls.push(call)
  }
  const about = {
    id,
    model,
    modelName,
    status,
    ...(error === undefined ? {} : { error, errorCode }),
    startedAt: new Date(startedAt).toISOString(),
    ...(endedAt === undefined ? {} : { endedAt: new Date(endedAt).toISOString() }),
    ...(usage ? { usage } : {}),
    calls: calls.map((call, index) => ({ ...traceCall(call, index), ...response.get(index + 1) })),
  }
  return { about, calls }
}

function traceCall(call: LoadedCall, index: number): object {
  const number = index + 1
  if (call.kind === 'deleted') return { number, deleted: new Date(call.at).toISOString() }
  if (call.kind !== 'kept') return { number, unreadable: missingCall(call).message }
  const { at, contentHash, totalTokens, epoch, predicted, divergence, omissions, settings, wire, request } =
    call.inspection
  const about = { number, at, contentHash, tokens: totalTokens, epoch, predicted, divergence, omissions }
  const sent = wire ? wire.bodyText : JSON.stringify(request)
  return {
    ...about,
    ...(settings ? { settings } : {}),
    request: {
      hash: wire?.leftOut?.hash ?? hashText(sent),
      ...(wire ? { protocol: wire.protocol, path: wire.path, losses: wire.losses } : {}),
      ...(wire?.leftOut ? { leftOut: wire.leftOut.characters } : { body: sent }),
    },
  }
}

const SEALED_ASIDE =
  'What was said in this call is sealed, and the master key of this machine does not open it.'

async function traceSideCall(context: AppContext, call: SideCallRecord): Promise<object> {
  const { purpose, modelId: model, at, milliseconds, error, requestHash, usage, sealed } = call
  const exchange = await unsealExchange(context, call)
  return {
    purpose,
    model,
    at: new Date(at).toISOString(),
    milliseconds,
    ...(error === undefined ? {} : { error }),
    ...(usage === undefined ? {} : { usage }),
    request: { hash: requestHash, ...(exchange ? { body: exchange.request } : {}) },
    ...(exchange ? { answer: exchange.answer } : {}),
    ...(sealed ? (exchange ? {} : { unreadable: SEALED_ASIDE }) : { deleted: true }),
  }
}

/** How the calls of an answer went and what they received, by number, for an export. */
async function exportResponses(
  context: AppContext,
  answer: { readonly workspaceId: string; readonly answerId: string },
): Promise<ReadonlyMap<number, object>> {
  const exported = new Map<number, object>()
  for (const [number, response] of await context.store.calls.responsesOf(answer))
    if (response)
      exported.set(number, {
        went: response.response,
        ...(await receivedBy(context, { ...answer, number }, response)),
      })
  return exported
}

async function receivedBy(
  context: AppContext,
  place: Parameters<typeof openReceived>[1],
  { sealed }: CallResponse,
): Promise<object> {
  if (!sealed) return {}
  try {
    const { text, reasoning, calls } = JSON.parse(await openReceived(context, place, sealed)) as ReceivedTexts
    return { received: { text, reasoning, calls } }
  } catch (error) {
    // That it is sealed is said in the place of the request.
    if (error instanceof AppError && error.code === 'trace-sealed') return {}
    throw error
  }
}
