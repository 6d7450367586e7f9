import { DEFAULT_PROFILES, estimateTokenizer } from '@varve/engine'
import { offlineModel } from '@varve/providers'
import type { ChatModel } from './chat-model.ts'
import { rememberCounts } from './remember-counts.ts'

/** The built-in model, as the planner sees it. */
export function offlineChatModel(): ChatModel {
  const { id, name, label, window, reservedOutput } = offlineModel
  return {
    spec: {
      id,
      window,
      reservedOutput,
      vision: false,
      tokenizer: rememberCounts(estimateTokenizer()),
      profile: DEFAULT_PROFILES.offline,
    },
    name,
    label,
    answer: ({ messages }, { signal }) => offlineModel.answer(messages, { signal }),
  }
}
