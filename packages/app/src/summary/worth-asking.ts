import type { Need, State } from '@varve/engine'
import { offlineModel } from '@varve/providers'
import type { ChatModel } from '../models/chat-model.ts'
import { SUMMARY_LIMITS } from './summary-limits.ts'

/** The needs for which a model is asked, each once: the turns first, then what was used last. */
export function worthAsking(needs: readonly Need[], { library }: Pick<State, 'library'>): readonly Need[] {
  if (needs.length === 0) return []
  const unique = [...new Map(needs.map((need) => [need.id, need])).values()]
  const lastTurn = new Map([...library].map((entry) => [entry.artifact.key, entry.lastTurn]))
  const used = (need: Need): number => (need.kind === 'compaction' ? (lastTurn.get(need.key) ?? 0) : 0)
  const texts = unique
    .filter(({ kind }) => kind === 'compaction')
    .toSorted((one, other) => used(other) - used(one))
    .slice(0, SUMMARY_LIMITS.texts)
  return [...unique.filter(isLongHistory), ...texts]
}

function isLongHistory(need: Need): boolean {
  if (need.kind !== 'summary') return false
  const characters = need.turns.reduce((sum, { user, answer }) => sum + user.length + answer.length, 0)
  return characters >= SUMMARY_LIMITS.leastCharacters
}

/** Who of a turn's models writes a summary: the one inside this program has no words of its own. */
export function summaryWriter<Answering extends { readonly model: ChatModel }>(
  models: readonly Answering[],
): Answering | undefined {
  return models.find(({ model }) => model.spec.id !== offlineModel.id)
}
