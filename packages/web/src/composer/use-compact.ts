import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { CompactionView } from '@varve/contract'
import { renewChat } from '../api/queries.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../parts/web-error.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { formatTokensShort, listWords } from '../view-model/text/format.ts'
import { t } from '../i18n/t.ts'

interface Compacting {
  /** True where it was done, or there was nothing to do. */
  readonly compact: (modelId: string | undefined) => Promise<boolean>
  readonly undo: () => void
}

/** Has the next message of this chat begin in short; until it is sent that can be taken back. */
export function useCompact(): Compacting {
  const {
    chatId,
    say,
    memory: { changes },
  } = useWorkbench()
  const client = useQueryClient()
  const isRunning = useRef(false)
  const change = async (body: { readonly modelId?: string; readonly undo?: true }): Promise<boolean> => {
    if (chatId === undefined) {
      say({ tone: 'info', text: t('This chat has nothing to compact yet.') })
      return true
    }
    try {
      const view = await changes.track(routes.compact(chatId, body))
      await renewChat(client, chatId)
      await client.invalidateQueries({ queryKey: [...keys.forecast, chatId] })
      if (body.undo) say({ tone: 'info', text: t('Undone. The next message is sent in full.') })
      else
        say({
          tone: 'info',
          text: compactionWords(view),
          ...(view.pending ? { action: { label: t('Undo'), run: () => void change({ undo: true }) } } : {}),
        })
      return true
    } catch (error) {
      const { what, todo } = adviseOn(error)
      say({ tone: 'error', text: `${what} ${todo}` })
      return false
    }
  }
  return {
    compact: async (modelId) => {
      // Asked for twice in haste it is done, and paid for, once.
      if (isRunning.current) return false
      isRunning.current = true
      const isDone = await change(modelId === undefined ? {} : { modelId })
      isRunning.current = false
      return isDone
    },
    undo: () => void change({ undo: true }),
  }
}

/** What a chat in short saves, in numbers, and that nothing is lost by it. */
export function compactionWords(view: CompactionView): string {
  const { pending, beforeTokens, afterTokens, summarizedTurns, shortened } = view
  if (!pending)
    return t('Nothing to save: {tokens} tokens either way.', { tokens: formatTokensShort(beforeTokens) })
  const parts = [
    ...(summarizedTurns > 0 ? [t('{count} {count|turn|turns}', { count: summarizedTurns })] : []),
    ...(shortened.length > 0 ? [t('{count} kept {count|text|texts}', { count: shortened.length })] : []),
  ]
  return [
    t('Next message: {before} → {after} tokens.', {
      before: formatTokensShort(beforeTokens),
      after: formatTokensShort(afterTokens),
    }),
    ...(parts.length === 0 ? [] : [t('{parts} shortened.', { parts: listWords(parts) })]),
    t('Every word stays in the chat.'),
  ].join(' ')
}
