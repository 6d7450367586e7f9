import type { AnswerRecord, ConversationRecord, FoundText, TurnRecord } from '@varve/store'
import type { ChatText, Held } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { chosenAnswer, headPoint } from '../chat/branch-position.ts'
import { marksOf } from './marks-of.ts'
import { sourcesOfChat } from './sources-of-chat.ts'

export interface ChatWanted {
  readonly workspaceId: string
  readonly id: string
  /** Who will read it. */
  readonly audience: 'this-machine' | 'cloud'
}

/** Another chat as one text: the branch on show. Ids are looked up inside the workspace only. */
export async function findChat(context: AppContext, wanted: ChatWanted): Promise<Held<ChatText>> {
  const { store } = context
  const { workspaceId, id } = wanted
  const chat = await store.conversations.get({ workspaceId, id })
  if (!chat) {
    const isForeign = await store.conversations.isForeign({ workspaceId, id })
    return { kind: isForeign ? 'foreign' : 'missing' }
  }
  if (await isWithheld(context, wanted)) return { kind: 'withheld' }
  const said = await branchOf(context, chat)
  const text = said
    .map(({ turn, answer }) => `**user**: ${turn.text}\n\n**ai**: ${answer?.text ?? ''}`)
    .join('\n\n')
  return { kind: 'found', thing: { title: chat.title, text } }
}

/** What a chat was given that stays on this machine stays there with all that was said about it. */
export async function isWithheld(
  context: AppContext,
  { workspaceId, id, audience }: ChatWanted,
): Promise<boolean> {
  if (audience === 'this-machine') return false
  const drawn = await sourcesOfChat(context, { workspaceId, chatId: id })
  return (await marksOf(context, workspaceId, drawn)).size > 0
}

export interface SaidTurn {
  readonly turn: TurnRecord
  readonly answer: AnswerRecord | undefined
}

/** The branch on show, with the answers that it continues from. */
export async function branchOf(context: AppContext, chat: ConversationRecord): Promise<readonly SaidTurn[]> {
  const { workspaceId, id: chatId } = chat
  const { turn: head } = await headPoint(context, { workspaceId, chatId }, chat)
  if (!head) return []
  return withAnswers(context, await context.store.turns.branch({ workspaceId, headId: head.id }))
}

/**
 * Messages that were found in a chat, each with the turns before and after it, as far as they are in the branch on
 * show; turns that follow each other together. A title brings the first turn.
 */
export async function turnsWith(
  context: AppContext,
  chat: ConversationRecord,
  found: readonly FoundText[],
): Promise<readonly (readonly SaidTurn[])[]> {
  const { turns, answers } = context.store
  const { workspaceId, id: conversationId } = chat
  const { turn: head } = await headPoint(context, { workspaceId, chatId: conversationId }, chat)
  if (!head) return []
  const hits = await Promise.all(
    found.map(async ({ part, sourceId: id }) => {
      const turnId = part === 'answer' ? (await answers.get({ workspaceId, id }))?.turnId : id
      return part === 'chat' || turnId === undefined ? undefined : turns.get({ workspaceId, id: turnId })
    }),
  )
  const place = { workspaceId, conversationId }
  const own = hits.filter((turn) => turn !== undefined)
  const first = found.some(({ part }) => part === 'chat') ? await turns.following(place, [null]) : []
  const before = await Promise.all(
    own.flatMap(({ parentId: id }) => (id === undefined ? [] : [turns.get({ workspaceId, id })])),
  )
  const after = await turns.following(
    place,
    [...own, ...first].map(({ id }) => id),
  )
  const read = [...own, ...first, ...before, ...after].filter((turn) => turn !== undefined)
  const byId = new Map(read.map((turn) => [turn.id, turn]))
  const isShown = await shownIn(context, head, [...byId.values()])
  const shown = [...byId.values()].filter(isShown).sort((a, b) => a.number - b.number)
  const runs: SaidTurn[][] = []
  for (const said of await withAnswers(context, shown)) {
    const run = runs.at(-1)
    if (run && run.at(-1)?.turn.id === said.turn.parentId) run.push(said)
    else runs.push([said])
  }
  return runs
}

/** Which turns lead to the last one of a branch. */
async function shownIn(
  { store }: AppContext,
  head: TurnRecord,
  turns: readonly TurnRecord[],
): Promise<(turn: TurnRecord) => boolean> {
  // As many turns as places: until then no turn was asked a second time.
  if (head.sequence === head.number) return ({ sequence }) => sequence <= head.sequence
  const from = Math.min(...turns.map(({ number }) => number))
  const branch = await store.turns.branch({ workspaceId: head.workspaceId, headId: head.id, from })
  const ids = new Set(branch.map(({ id }) => id))
  return ({ id }) => ids.has(id)
}

/** Turns of one branch in their order, each with the answer that the branch continues from. */
async function withAnswers(
  { store }: AppContext,
  turns: readonly TurnRecord[],
): Promise<readonly SaidTurn[]> {
  const workspaceId = turns[0]?.workspaceId ?? ''
  const ids = turns.map((turn) => turn.id)
  const answers = Map.groupBy(await store.answers.ofTurns(workspaceId, ids), ({ turnId }) => turnId)
  const picked = await store.choices.ofTurns(workspaceId, ids)
  return turns.map((turn, index) => {
    const own = answers.get(turn.id) ?? []
    const next = turns[index + 1]
    const goneOnFrom = next?.parentId === turn.id ? next.parentAnswerId : undefined
    return { turn, answer: chosenAnswer(own, goneOnFrom ?? picked.get(turn.id)) }
  })
}
