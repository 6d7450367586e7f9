import type { CompactionView } from '@varve/server/types'
import { formatTokensShort } from '../text/format-tokens.ts'

/** What a chat in short saves, in numbers, and that nothing is lost by it. */
export function compactionWords(view: CompactionView): string {
  const { pending, beforeTokens, afterTokens, summarizedTurns, shortened } = view
  if (!pending) return `Nothing to save: ${formatTokensShort(beforeTokens)} tokens either way.`
  const parts = [
    ...(summarizedTurns > 0 ? [counted(summarizedTurns, 'turn')] : []),
    ...(shortened.length > 0 ? [counted(shortened.length, 'kept text')] : []),
  ]
  const what = parts.length === 0 ? '' : ` ${parts.join(' and ')} in short.`
  return `Next message: ${formatTokensShort(beforeTokens)} → ${formatTokensShort(afterTokens)} tokens.${what} Every word stays in the chat.`
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
