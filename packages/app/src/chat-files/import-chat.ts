import { setImmediate } from 'node:timers/promises'
import { type Hash, hashBytes, hashText } from '@varve/engine/internal'
import { packJson, type Statement, type Store, StoreError } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { Redaction } from '../guard/redaction.ts'
import type { RecordedInspection } from '../turn/record-plan.ts'
import { wishStatement } from '../chat/pending-options.ts'
import { objectStatements, stateStatements } from '../turn/store-state.ts'
import type { OpenedWorkspace } from '../files/workspace-files.ts'
import type { ChatTurnRows } from './chat-rows.ts'
import type { ChatAnswerRows } from './answer-rows.ts'
import { isTime } from './time-of.ts'
import { withMissing } from '../files/missing-attached.ts'
import type { BranchState, RestoredState } from './restore-state.ts'
import { withForeignChanges } from './foreign-changes.ts'
import { sealExchange } from '../side-calls/sealed-exchange.ts'
import { redactionStatements } from '../guard/load-redaction.ts'

/** What was asked of the judge is not in a file. */
const UNKNOWN_REQUEST = ''

export interface ChatToImport {
  readonly workspaceId: string
  readonly chatId: string
  readonly title: string
  readonly createdAt: number
  readonly turns: readonly ChatTurnRows[]
  readonly tags: readonly string[]
  /** Since when it is pinned, and since when it is put away. */
  readonly pinned?: number | undefined
  readonly archived?: number | undefined
  /** Where the branch on show ends. */
  readonly shown: string
  /** How many of the turns storage has already; 0 for a chat that it does not know. */
  readonly known: number
  readonly restored: RestoredState
  /** At the ends of the branches that are not on show. */
  readonly others: readonly BranchState[]
  /** What was behind placeholders, by turns. */
  readonly redactions?: ReadonlyMap<string, Redaction> | undefined
}

/** Where the bytes of pictures are, by their hashes. */
export interface PictureSource {
  readonly objects: Pick<OpenedWorkspace['objects'], 'read'>
}

/** Writes a chat as one commit: it is there as a whole, or not at all. */
export async function importChat(
  context: AppContext,
  opened: PictureSource,
  chat: ChatToImport,
): Promise<void> {
  const { store } = context
  const { workspaceId, chatId, turns, known } = chat
  const fresh = turns.slice(known)
  const last = turns.at(-1)
  const place = { workspaceId, conversationId: chatId }
  const plan = packJson(unknownInspection())
  const rows: Statement[] = []
  let since = context.timer()
  for (const [index, turn] of fresh.entries()) {
    // A chat may have tens of thousands of turns, or long ones: give other work a chance.
    if (context.timer() - since >= MILLISECONDS_AT_A_TIME) {
      await setImmediate()
      since = context.timer()
    }
    rows.push(...turnStatements(store, { ...place, turn, sequence: known + index + 1, plan: plan.root }))
  }
  const statements = [
    ...(known === 0 ? chatStatements(store, chat) : []),
    ...(await objectStatements(store, workspaceId, plan)),
    ...rows,
    ...(last ? await lastStatements(context, chat, last) : []),
    ...(await branchStatements(context, chat)),
    ...(await sealedStatements(context, chat, fresh)),
    ...(await pictureStatements(opened, chat, store)),
    store.chatFiles.mark(place),
  ]
  await store.commit(statements)
}

function chatStatements(store: Store, { workspaceId, chatId, title, createdAt, turns }: ChatToImport) {
  const { chat } = turns.at(-1)?.decisions ?? {}
  const titledBy = chat?.titledBy ?? 'user'
  const { conversations } = store
  return [
    conversations.insert({ workspaceId, id: chatId, title, at: createdAt }),
    ...(titledBy === 'default' ? [] : [conversations.rename({ workspaceId, id: chatId, title, titledBy })]),
  ]
}

const MILLISECONDS_AT_A_TIME = 20

interface TurnToImport {
  readonly workspaceId: string
  readonly conversationId: string
  readonly sequence: number
  readonly turn: ChatTurnRows
  /** Of an inspection that says that there is none. */
  readonly plan: unknown
}

function turnStatements(
  store: Store,
  { turn, sequence, plan, ...place }: TurnToImport,
): readonly Statement[] {
  const { turnId, number, parentId, parentAnswerId, at, text, attach, answers, chosen } = turn
  const options = withMissing(turn.decisions.options ?? {}, turn.missing)
  const { workspaceId } = place
  const row = { number, parentId, parentAnswerId, at, text, attach, options }
  return [
    store.turns.append({ ...place, ...row, id: turnId, sequence }),
    ...store.chatTexts.putQuestion({ ...place, turnId, text, at }),
    ...answers.flatMap((answer) => answerStatements(store, { ...place, turnId, answer, plan })),
    ...(answers.length > 1 ? [store.choices.put({ workspaceId, turnId, answerId: chosen.answerId })] : []),
  ]
}

interface AnswerToImport extends Pick<TurnToImport, 'workspaceId' | 'conversationId' | 'plan'> {
  readonly turnId: string
  readonly answer: ChatAnswerRows
}

function answerStatements(store: Store, toImport: AnswerToImport): readonly Statement[] {
  const { workspaceId, conversationId, turnId, answer, plan } = toImport
  const { answerId, modelId, modelName, position, startedAt, settings, summary, shown, received } = answer
  const { status, sources, usage, error, reasoning, steps, endedAt: at } = answer
  const model = { modelId, modelName, position, startedAt, settings }
  return [
    store.answers.insert({ workspaceId, conversationId, turnId, ...model, id: answerId }),
    store.answers.finish(
      { workspaceId, id: answerId },
      {
        status,
        sources,
        usage,
        reasoning,
        steps: withForeignChanges(steps),
        at,
        text: shown,
        received: received === shown ? undefined : received,
        error: error?.message,
        errorCode: error?.code,
      },
    ),
    ...store.chatTexts.putAnswer({ workspaceId, conversationId, answerId, text: shown, at }),
    store.calls.put({ workspaceId, answerId, number: 1, turnId, summary, root: plan }),
  ]
}

/** What holds for the chat as a whole is in its last turn. */
async function lastStatements(
  context: AppContext,
  toImport: ChatToImport,
  last: ChatTurnRows,
): Promise<readonly Statement[]> {
  const { workspaceId, chatId, title, createdAt, tags, shown, restored } = toImport
  const { state, rebuilt } = restored
  const { store } = context
  const { chat } = last.decisions
  const stage = state.open ? 'asked' : 'answered'
  const place = { workspaceId, conversationId: chatId }
  return [
    ...(await stateStatements(context, { workspaceId, turnId: shown, stage, state, rebuilt })),
    store.conversations.showBranch({ workspaceId, id: chatId, headTurnId: shown }),
    ...(shown === '' ? [] : [store.branchLeaves.put({ ...place, turnId: shown })]),
    store.conversations.tag({ workspaceId, id: chatId, tags }),
    ...store.chatTexts.putChat({ ...place, at: createdAt, title, tags }),
    store.conversations.configure({ workspaceId, id: chatId, settings: chat?.settings ?? {} }),
    store.conversations.touch({ workspaceId, id: chatId, at: chat?.updatedAt ?? last.endedAt }),
    ...(chat?.forget ?? []).map((key) => store.forgets.add({ ...place, key })),
    ...(chat?.compact ? [wishStatement(store, toImport, 'compact')] : []),
    ...(chat?.priorities ?? []).map((wish) => wishStatement(store, toImport, wish)),
    ...arrangeStatements(store, toImport),
  ]
}

/** What a file does not say, or says with a time that none is, stays as it is. */
function arrangeStatements(
  { conversations }: Store,
  { workspaceId, chatId: id, pinned, archived }: ChatToImport,
): readonly Statement[] {
  return [
    ...(isTime(pinned) ? [conversations.pin({ workspaceId, id, at: pinned })] : []),
    ...(isTime(archived) ? [conversations.archive({ workspaceId, id, at: archived })] : []),
  ]
}

async function branchStatements(
  context: AppContext,
  { workspaceId, others }: ChatToImport,
): Promise<readonly Statement[]> {
  const statements: Statement[] = []
  for (const { turnId, state, rebuilt } of others) {
    const stage = state.open ? 'asked' : 'answered'
    statements.push(...(await stateStatements(context, { workspaceId, turnId, stage, state, rebuilt })))
  }
  return statements
}

async function pictureStatements(
  { objects }: PictureSource,
  { workspaceId, turns }: ChatToImport,
  store: Store,
): Promise<readonly Statement[]> {
  const hashes = new Set<Hash>(
    turns.flatMap(({ images, artifacts }) => [
      ...images.map(({ hash }) => hash),
      ...artifacts.flatMap(({ artifact }) => artifact.images.map(({ hash }) => hash)),
    ]),
  )
  const statements: Statement[] = []
  for (const hash of hashes) {
    // A picture of the web that was never fetched.
    if (hash === '') continue
    const bytes = await objects.read(hash)
    if (bytes && hashBytes(bytes) === hash) statements.push(store.blobs.put(workspaceId, hash, bytes))
  }
  return statements
}

/** A chat file does not hold what was sent, only what it was made of. */
function unknownInspection(): RecordedInspection {
  const nothing = { input: 0, cached: 0, written: 0, uncached: 0, costUSD: 0 }
  return {
    turnNumber: 0,
    at: new Date(0).toISOString(),
    contentHash: '',
    totalTokens: 0,
    budgetTokens: 0,
    layers: [],
    omissions: [],
    request: [],
    epoch: { id: 0, reason: 'not known' },
    predicted: nothing,
    divergence: 'This chat was read from its file, which does not hold the requests.',
  }
}

interface ChatToSeal {
  readonly workspaceId: string
  readonly chatId: string
  /** What was behind placeholders, by turns. */
  readonly redactions?: ReadonlyMap<string, Redaction> | undefined
}

/** What storage keeps sealed of turns that come from a file: values behind placeholders, and what judges said. */
async function sealedStatements(
  context: AppContext,
  chat: ChatToSeal,
  turns: readonly ChatTurnRows[],
): Promise<readonly Statement[]> {
  const { workspaceId, chatId, redactions } = chat
  const statements: Statement[] = []
  try {
    for (const turn of turns) {
      const { turnId } = turn
      const redaction = redactions?.get(turnId)
      if (redaction)
        statements.push(...(await redactionStatements(context, { workspaceId, chatId, turnId }, redaction)))
      statements.push(...(await comparisonStatements(context, chat, turn)))
    }
    return statements
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    // The chat is worth more than the values, which are in its texts anyway.
    context.report(`What chat ${chatId} keeps sealed cannot be sealed and is left out: ${error.message}`)
    return []
  }
}

async function comparisonStatements(
  context: AppContext,
  { workspaceId, chatId: conversationId }: ChatToSeal,
  { turnId, decisions: { comparison } }: ChatTurnRows,
): Promise<readonly Statement[]> {
  if (!comparison) return []
  const { text: answer, model: modelId, name: modelName, at, costUSD } = comparison
  const id = context.newId()
  const sealed = await sealExchange(context, { workspaceId, id }, { request: UNKNOWN_REQUEST, answer })
  return [
    context.store.sideCalls.insert({
      workspaceId,
      id,
      conversationId,
      turnId,
      purpose: 'comparison',
      modelId,
      modelName,
      at: Date.parse(at),
      milliseconds: 0,
      error: undefined,
      requestHash: hashText(UNKNOWN_REQUEST),
      usage: { input: 0, cached: 0, written: 0, output: 0, costUSD },
      sealed,
    }),
  ]
}
