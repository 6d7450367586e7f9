import type { DefinitionTextView } from '@varve/server/types'
import { useState } from 'react'
import { useChats } from '../api/use-chats.ts'
import { adviseOn } from '../api/web-error.ts'
import { useSaveSettings } from '../models/use-save-settings.ts'
import { Button } from '../parts/button.tsx'
import { useNow } from '../parts/use-now.ts'
import { PartError } from '../shell/part-error.tsx'
import { titleOf } from '../shell/use-chat-actions.ts'
import { whyUnusable } from '../view-model/rules/definition-words.ts'
import { formatChanged } from '../view-model/text/format-changed.ts'
import { chatHref } from '../workbench/chat-route.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { NEW_CHAT } from '../workbench/workbench-state.ts'

const MINUTE = 60_000

/** The chats of a project, those used last first, and the way to a new one. */
export function ProjectChats({ project }: { readonly project: DefinitionTextView }) {
  const { newChat } = useWorkbench()
  const { chats, error, refetch, hasNextPage, more } = useChats('current', project.id)
  const begin = useNewChatIn(project)
  const now = useNow(MINUTE)
  // One that waits for its first message is not in any list yet.
  const listed = chats?.filter(({ id }) => id !== newChat.id)
  return (
    <section className="project-chats" aria-labelledby="project-chats">
      <div className="project-chats-head">
        <h3 id="project-chats" className="grow">
          Chats
        </h3>
        <Button small disabled={begin === undefined} title={whyUnusable(project)} onClick={begin}>
          New chat in this project
        </Button>
      </div>
      {error ? <PartError error={error} onRetry={() => void refetch()} /> : null}
      {listed?.length === 0 ? <p className="faint">No chats yet.</p> : null}
      <ul>
        {listed?.map((chat) => (
          <li key={chat.id}>
            <a className="definition-row" href={chatHref(chat.id)}>
              <span className="grow cut">{titleOf(chat)}</span>
              <time className="definition-origin" dateTime={chat.updatedAt}>
                {formatChanged(Date.parse(chat.updatedAt), new Date(now))}
              </time>
            </a>
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button small look="bare" onClick={more}>
          More
        </Button>
      ) : null}
    </section>
  )
}

/** Undefined while it does nothing, for then its chats would have nothing of it, and while one is being made. */
function useNewChatIn(project: DefinitionTextView): (() => void) | undefined {
  const { newChat, openChat, dispatch, say } = useWorkbench()
  const { save } = useSaveSettings()
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    const here = location.hash
    const claimed = newChat.claim()
    try {
      await save({ place: `${NEW_CHAT} ${newChat.count}`, chat: claimed, request: { project: project.id } })
      // Who has begun another one meanwhile, or has gone elsewhere, goes on with that.
      if (!newChat.isAtHand(await claimed) || location.hash !== here) return
      // Its models come before the one that was used last.
      dispatch({ kind: 'models', chat: NEW_CHAT, ids: [] })
      openChat(undefined)
    } catch (error) {
      say({ tone: 'error', text: `No chat was begun. ${adviseOn(error).what}` })
    } finally {
      setBusy(false)
    }
  }
  return busy || whyUnusable(project) !== undefined ? undefined : () => void begin()
}
