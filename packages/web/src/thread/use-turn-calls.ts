import type { SendResponse } from '@varve/server/types'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { newIdempotencyKey } from '../api/new-idempotency-key.ts'
import { chatChangesMade } from '../api/chat-changes.ts'
import { fetchChatAnew, renewChat } from '../api/chat-queries.ts'
import { keys } from '../api/keys.ts'
import { tellTabs } from '../api/tabs.ts'
import type { GuardDecision } from '../api/guard-types.ts'
import { adviseOn, hasToWait, isOutdated, WebError } from '../api/web-error.ts'
import { useActions } from '../workbench/actions.ts'
import { useThroughGuard } from '../workbench/use-ask-guard.ts'

/** A call about a chat; `false` where the user takes it back, and nothing needs to be said then. */
type ChatCall = (chatId: string) => Promise<false | void>

/** `place` is the chat, and the key by which it happens once. */
type AskCall = (
  place: { readonly chatId: string; readonly key: string },
  guarded: { readonly decision?: GuardDecision },
) => Promise<SendResponse>

interface AskOptions {
  /** Said when it does not work. */
  readonly failed: string
  readonly modelIds: readonly string[]
  /** There is a text that can be changed instead. */
  readonly canEdit?: boolean
}

export interface TurnCalls {
  readonly busy: boolean
  /** Makes a call, and says when it does not work. */
  readonly run: (call: ChatCall, failed: string) => Promise<boolean>
  /** Has something answered, past the guard. */
  readonly ask: (call: AskCall, options: AskOptions) => Promise<boolean>
}

/** How calls about the turns of a chat are made, whatever they are. */
export function useTurnCalls(chatId: string | undefined): TurnCalls {
  const client = useQueryClient()
  const { say } = useActions()
  const [busy, setBusy] = useState(false)
  const throughGuard = useThroughGuard()
  const calls = useMemo(() => {
    const run = async (call: ChatCall, failed: string): Promise<boolean> => {
      if (chatId === undefined) return false
      setBusy(true)
      try {
        return (await call(chatId)) !== false
      } catch (error) {
        say({ tone: 'error', text: wordsFor(failed, error), waits: hasToWait(error) })
        if (isOutdated(error)) await renewChat(client, chatId)
        return false
      } finally {
        setBusy(false)
      }
    }
    const ask = (call: AskCall, { failed, modelIds, canEdit = false }: AskOptions) =>
      run(async (id) => {
        const key = newIdempotencyKey()
        await chatChangesMade()
        const sent = await throughGuard({ modelIds, canEdit }, (guarded) =>
          call({ chatId: id, key }, guarded),
        )
        if (!sent) return false
        tellTabs(id)
        await fetchChatAnew(client, id)
        await client.invalidateQueries({ queryKey: keys.chats })
        return undefined
      }, failed)
    return { run, ask }
  }, [client, chatId, say, throughGuard])
  return { busy, ...calls }
}

function wordsFor(failed: string, error: unknown): string {
  const { what, todo } = adviseOn(error)
  // What the server has to say to these needs no advice of ours.
  const isWhole = error instanceof WebError && error.serverCode === 'not-recorded'
  return isWhole ? what : `${failed} ${what} ${todo}`
}
