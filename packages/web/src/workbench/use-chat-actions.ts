import type { ChangeChatRequest, ChatHitView, ChatSummaryView } from '@varve/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fetchChatAnew, renewChat } from '../api/queries.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { WebError } from '../parts/web-error.ts'
import { tellTabs } from '../api/tabs.ts'
import { shortTitle } from '../view-model/chats/chats.ts'
import { useWorkbench } from './workbench.tsx'
import { t } from '../i18n/t.ts'

/** What can be done with a chat as a whole. Each says by itself when it does not work. */
interface ChatActions {
  readonly rename: (chat: ChatSummaryView, title: string) => void
  /** Lets the model that answered last name it; the offline model takes its first words. */
  readonly suggestTitle: (chat: ChatSummaryView) => void
  readonly pin: (chat: ChatSummaryView, pinned: boolean) => void
  readonly archive: (chat: ChatSummaryView, archived: boolean) => void
  readonly tag: (chat: ChatSummaryView, tags: readonly string[]) => void
  /** It can be undone, and for longer from the list of what is in the trash. */
  readonly trash: (chat: ChatSummaryView) => void
  readonly restore: (id: string) => void
  /** For good, from the trash. */
  readonly erase: (chat: ChatSummaryView) => void
}

export function useChatActions(): ChatActions {
  const client = useQueryClient()
  const { chatId, openChat, say, sayError } = useWorkbench()
  return useMemo(() => {
    const run = async (id: string, call: () => Promise<unknown>, failed: string): Promise<boolean> => {
      try {
        await call()
        tellTabs(id)
        await renewChat(client, id)
        return true
      } catch (error) {
        sayError(failed, error)
        return false
      }
    }
    const change = ({ id }: ChatSummaryView, body: ChangeChatRequest) =>
      run(id, () => routes.changeChat(id, body), t('Nothing was changed.'))
    const archive = async (chat: ChatSummaryView, archived: boolean) => {
      if (!(await change(chat, { archived }))) return
      say({
        tone: 'info',
        text: archived
          ? t('Archived “{title}”.', { title: shortTitle(titleOf(chat)) })
          : t('“{title}” is back among the chats.', { title: shortTitle(titleOf(chat)) }),
        ...(archived ? { action: { label: t('Undo'), run: () => void archive(chat, false) } } : {}),
      })
    }
    const restore = async (id: string, goesBack: boolean) => {
      let title = ''
      const call = async () => {
        title = titleOf(await routes.restoreChat(id))
      }
      if (!(await run(id, call, t('It stays in the trash.')))) return
      say({ tone: 'info', text: t('Restored “{title}”.', { title: shortTitle(title) }) })
      if (goesBack) openChat(id)
    }
    const trash = async (chat: ChatSummaryView) => {
      const isOpen = chat.id === chatId
      // What is on screen is left first: the chat cannot be asked for once it is in the trash.
      if (isOpen) openChat(undefined)
      const moved = await run(
        chat.id,
        async () => {
          await routes.trashChat(chat.id)
          client.removeQueries({ queryKey: keys.chat(chat.id) })
        },
        t('It is not in the trash.'),
      )
      if (!moved) return isOpen ? openChat(chat.id) : undefined
      say({
        tone: 'info',
        text: t('Moved “{title}” to the trash.', { title: shortTitle(titleOf(chat)) }),
        action: { label: t('Undo'), run: () => void restore(chat.id, isOpen) },
      })
    }
    const erase = async (chat: ChatSummaryView) => {
      if (await run(chat.id, () => routes.eraseChat(chat.id), t('It stays in the trash.')))
        say({ tone: 'info', text: t('Deleted “{title}” for good.', { title: shortTitle(titleOf(chat)) }) })
    }
    const suggestTitle = async (chat: ChatSummaryView, confirmed = false) => {
      try {
        const {
          chat: { title },
        } = await routes.suggestTitle(chat.id, confirmed ? { confirmed } : {})
        tellTabs(chat.id)
        await renewChat(client, chat.id)
        say({
          tone: 'info',
          text: t('Named “{title}”.', { title: shortTitle(title) }),
          action: { label: t('Undo'), run: () => void change(chat, { title: chat.title }) },
        })
      } catch (error) {
        if (!(error instanceof WebError) || error.serverCode !== 'not-confirmed')
          return sayError(t('Couldn’t name the chat.'), error)
        say({
          tone: 'info',
          text: t('Its model would be sent the beginning of this chat.'),
          action: { label: t('Send and name'), run: () => void suggestTitle(chat, true) },
        })
      }
    }
    return {
      suggestTitle: (chat) => void suggestTitle(chat),
      rename: (chat, title) => void change(chat, { title }),
      pin: (chat, pinned) => void change(chat, { pinned }),
      archive: (chat, archived) => void archive(chat, archived),
      tag: (chat, tags) => void change(chat, { tags }),
      trash: (chat) => void trash(chat),
      restore: (id) => void restore(id, false),
      erase: (chat) => void erase(chat),
    }
  }, [client, chatId, openChat, say, sayError])
}

export function titleOf({ title }: Pick<ChatSummaryView, 'title'>): string {
  return title.trim() || t('New chat')
}

/** Opens the message of a search hit, also in another branch. */
export function useOpenChatHit(): (hit: ChatHitView) => Promise<void> {
  const client = useQueryClient()
  const { openChat, sayError } = useWorkbench()
  return async ({ chat: { id }, passages: [passage] }) => {
    if (!passage) return openChat(id)
    try {
      const { turns } = await fetchChatAnew(client, id)
      const isShown =
        turns.some((turn) => turn.id === passage.turnId) ||
        (await routes.earlierTurns(id, passage.turn + 1)).turns.some((turn) => turn.id === passage.turnId)
      if (!isShown) client.setQueryData(keys.chat(id), await routes.showTurn(id, passage.turnId))
    } catch (error) {
      openChat(id)
      return sayError(t('Varve couldn’t open the branch with this passage.'), error)
    }
    openChat(id, passage.turn)
  }
}
