import type { AnswerRecord, TurnRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { loadAsides } from '../aside/load-asides.ts'
import { loadComparisons } from '../comparison/load-comparisons.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import type { TurnView } from '../views.ts'
import { buildTurnView } from './build-turn-view.ts'
import { chosenAnswer } from './chosen-answer.ts'
import { planSummaries } from './plan-summaries.ts'

export interface TurnsToLoad extends ChatPlace {
  readonly headId: string
  /** Places in the branch: from this one on, and only those before that one. */
  readonly from: number
  readonly before?: number | undefined
}

const MOST_TURNS = 2 ** 30

/** Turns of one branch as they are shown, each with its answers and with what stands beside it. */
export async function loadTurns(context: AppContext, toLoad: TurnsToLoad): Promise<readonly TurnView[]> {
  const { workspaceId, chatId, headId, from, before = MOST_TURNS } = toLoad
  const { store } = context
  const branch = await store.turns.branch({ workspaceId, headId, from, before: before + 1 })
  const shown = branch.filter(({ number }) => number < before)
  const ids = shown.map(({ id }) => id)
  const answers = groupBy(await store.answers.ofTurns(workspaceId, ids), ({ turnId }) => turnId)
  const picked = await store.choices.ofTurns(workspaceId, ids)
  const summaries = new Map(
    (await planSummaries(context, workspaceId, ids)).map(({ answerId, summary }) => [answerId, summary]),
  )
  const parents = shown.map(({ parentId }) => parentId ?? null)
  const place = { workspaceId, conversationId: chatId }
  const siblings = groupBy(await store.turns.following(place, parents), pointName)
  const comparisons = await loadComparisons(context, { workspaceId, chatId, answers })
  const besides = await loadAsides(context, { workspaceId, chatId, answers })
  const next = new Map(branch.map(({ parentId, parentAnswerId }) => [parentId, parentAnswerId]))
  return shown.flatMap((turn) => {
    const own = answers.get(turn.id) ?? []
    const chosen = next.get(turn.id) ?? onShow(own, picked.get(turn.id))
    const beside = (siblings.get(pointName(turn)) ?? [turn]).map(({ id }) => id)
    const about = { comparison: comparisons.get(turn.id), asides: besides.get(turn.id) }
    return own.length === 0
      ? []
      : [buildTurnView(context, { turn, answers: own, chosen, siblings: beside, summaries, ...about })]
  })
}

/** One that was asked for again is shown while it comes. */
function onShow(answers: readonly AnswerRecord[], picked: string | undefined): string | undefined {
  const coming = answers.find(({ id, status }) => id === picked && status === 'streaming')
  return (coming ?? chosenAnswer(answers, picked) ?? answers.at(-1))?.id
}

/** Turns that go on from the same point stand beside each other. */
function pointName({ parentId, parentAnswerId }: TurnRecord): string {
  return JSON.stringify([parentId ?? null, parentAnswerId ?? null])
}

function groupBy<Item>(items: readonly Item[], name: (item: Item) => string): ReadonlyMap<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(name(item))
    if (group) group.push(item)
    else groups.set(name(item), [item])
  }
  return groups
}
