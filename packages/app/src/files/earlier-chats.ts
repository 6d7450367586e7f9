import type { AnswerRecord, ConversationRecord, TurnRecord } from '@varve/store'
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
  const { store } = context
  const { workspaceId, id: chatId } = chat
  const { turn: head } = await headPoint(context, { workspaceId, chatId }, chat)
  if (!head) return []
  const turns = await store.turns.branch({ workspaceId, headId: head.id })
  const ids = turns.map((turn) => turn.id)
  const answers = Map.groupBy(await store.answers.ofTurns(workspaceId, ids), ({ turnId }) => turnId)
  const picked = await store.choices.ofTurns(workspaceId, ids)
  return turns.map((turn, index) => {
    const own = answers.get(turn.id) ?? []
    return { turn, answer: chosenAnswer(own, turns[index + 1]?.parentAnswerId ?? picked.get(turn.id)) }
  })
}
