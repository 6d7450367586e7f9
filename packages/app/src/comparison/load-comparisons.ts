import type { AnswerRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { unsealExchange } from '../aside/sealed-exchange.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import { loadPlaceholders } from '../guard/load-redaction.ts'
import { restoreText } from '@varve/guard'
import { withNames } from './comparison-text.ts'
import type { ComparisonView } from './comparison-views.ts'

export interface ComparisonsToLoad extends ChatPlace {
  /** By turn. */
  readonly answers: ReadonlyMap<string, readonly AnswerRecord[]>
}

/** The newest comparison of each turn that has one; only turns with several answers can. */
export async function loadComparisons(
  context: AppContext,
  { workspaceId, chatId, answers }: ComparisonsToLoad,
): Promise<ReadonlyMap<string, ComparisonView>> {
  const turnIds = [...answers].filter(([, own]) => own.length > 1).map(([turnId]) => turnId)
  if (turnIds.length === 0) return new Map()
  const place = { workspaceId, conversationId: chatId, purpose: 'comparison', turnIds }
  const loaded = new Map<string, ComparisonView>()
  for (const call of await context.store.sideCalls.newest(place)) {
    const said = await unsealExchange(context, call)
    const { turnId = '', modelId, modelName, at } = call
    if (!said || said.answer.trim() === '') continue
    const placeholders = await loadPlaceholders(context, { workspaceId, chatId }, turnId)
    loaded.set(turnId, {
      text: withNames(restoreText(said.answer, placeholders), answers.get(turnId) ?? []),
      modelId,
      modelName,
      at: new Date(at).toISOString(),
      costUSD: (call.usage as { readonly costUSD?: number } | undefined)?.costUSD ?? 0,
    })
  }
  return loaded
}
