import type { ChatView, SendRequest } from '@varve/server/types'
import { useQueryClient } from '@tanstack/react-query'
import { newIdempotencyKey } from '../api/new-idempotency-key.ts'
import { chatChangesMade } from '../api/chat-changes.ts'
import { fetchChatAnew, renewChat } from '../api/chat-queries.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { tellTabs } from '../api/tabs.ts'
import type { GuardDecision } from '../api/guard-types.ts'
import {
  adviseOn,
  type ErrorAdvice,
  guardQuestionIn,
  hasToWait,
  isOutdated,
  isOfServer,
  isSignedOut,
  isTrashed,
  isUnrecorded,
  WENT_ON,
} from '../api/web-error.ts'
import { firstReplaced } from '../view-model/rules/first-replaced.ts'
import { attachedAs, type Draft, mayFetch, modelsOf } from './draft.ts'
import { chatHref } from './chat-route.ts'
import { parsePlace, type Place } from './place.ts'
import { useAskGuard } from './use-ask-guard.ts'
import { useWorkbench } from './workbench.tsx'
import { NEW_CHAT, type Toast } from './workbench-state.ts'

interface SendOptions {
  readonly modelIds: readonly string[]
  /** Pictures of the open note that lie on the web, as far as is known. */
  readonly remoteImages: readonly string[]
  /** What the user has said to what the guard found. */
  readonly decision?: GuardDecision
  /** And about sources that are no longer recorded. */
  readonly unrecorded?: 'allow' | 'forget'
}

/** Sends a draft. The message shows at once; when it cannot be stored, it goes back to the composer. */
export function useSend(): (draft: Draft, options: SendOptions) => Promise<void> {
  const { chatId, state, newChat, dispatch, composer } = useWorkbench()
  const client = useQueryClient()
  const askGuard = useAskGuard()
  const send = async (written: Draft, options: SendOptions): Promise<void> => {
    const { modelIds } = options
    const chat = chatId ?? NEW_CHAT
    const { idempotencyKey, ...draft } = asSent(written, state.activeNote)
    dispatch({ kind: 'sending', chat, draft })
    let id: string
    try {
      // At once: a new chat that is begun meanwhile is another one.
      id = chatId ?? (await newChat.claim())
      await chatChangesMade()
      await routes.send(id, bodyOf(draft, options), idempotencyKey)
    } catch (error) {
      const unsent = { ...draft, idempotencyKey }
      const question = guardQuestionIn(error)
      // It is back in the composer before anything is asked: not even a reload loses it.
      const isSaid = isOfServer(error) && isOfServer(client.getQueryState(keys.workspace)?.error)
      const clear = (unrecorded: 'allow' | 'forget') => () => void send(unsent, { ...options, unrecorded })
      const ways = isUnrecorded(error)
        ? {
            action: { label: 'Allow and send', run: clear('allow') },
            other: { label: 'Forget and send', run: clear('forget') },
          }
        : {}
      const toast = question || isSaid ? undefined : toastOf(error, chat)
      dispatch({ kind: 'unsent', chat, draft: unsent, toast: toast && { ...toast, ...ways } })
      if (question) {
        const answer = await askGuard({ question, modelIds, canEdit: true })
        if (typeof answer === 'object') return send(unsent, { ...options, decision: answer })
        if (answer === 'edit') editAt(composer.current, firstReplaced(question, draft.text))
        return
      }
      if (isOutdated(error) && chatId !== undefined) {
        await renewChat(client, chatId)
        // It may have ended before this page has seen it run.
        const isOver = !client.getQueryData<ChatView>(keys.chat(chatId))?.answering
        if (hasToWait(error) && isOver) dispatch({ kind: 'toast', toast: keptToast(WENT_ON, chat) })
      }
      if (isOfServer(error)) await client.invalidateQueries({ queryKey: keys.workspace })
      return
    }
    await show(id, modelIds)
  }
  /** It is stored: whatever goes wrong from here on takes nothing of that back. */
  const show = async (id: string, models: readonly string[]): Promise<void> => {
    tellTabs(id)
    const problem = await fetchChatAnew(client, id).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    if (chatId === undefined) {
      const goesOn = newChat.isAtHand(id)
      newChat.release(id)
      dispatch({ kind: 'chat-begun', chat: id, models, goesOn })
      // Who has gone elsewhere meanwhile stays there.
      if (goesOn && isNewChat(parsePlace(location.hash))) location.replace(chatHref(id))
    }
    dispatch({ kind: 'sent', chat: chatId ?? NEW_CHAT })
    if (problem && isSignedOut(problem.error)) await client.invalidateQueries({ queryKey: keys.workspace })
    else if (problem) {
      const action = { label: 'Show it', run: () => void renewChat(client, id) }
      dispatch({ kind: 'toast', toast: { ...sentToast(adviseOn(problem.error)), action } })
    }
    await client.invalidateQueries({ queryKey: keys.chats })
  }
  return send
}

function isNewChat(place: Place): boolean {
  return place.kind === 'chat' && place.id === undefined
}

function bodyOf(draft: Draft, { modelIds, remoteImages, decision, unrecorded }: SendOptions): SendRequest {
  const { text, active, areas, jurisdictions, allowExtracts, leaveOut } = draft
  return {
    text,
    attach: attachedAs(draft),
    ...(allowExtracts ? { allowExtracts } : {}),
    ...(leaveOut ? { leaveOut } : {}),
    ...(active ? { active } : {}),
    ...(areas ? { areas } : {}),
    ...(jurisdictions ? { jurisdictions } : {}),
    ...(mayFetch(draft, remoteImages) ? { remoteImages: true } : {}),
    ...modelsOf(modelIds),
    ...(decision ? { decision } : {}),
    ...(unrecorded ? { unrecorded } : {}),
  }
}

/** The dialog gives the focus back first, and the field has its text again by then. */
function editAt(field: HTMLTextAreaElement | null, place: number): void {
  requestAnimationFrame(() => {
    field?.setSelectionRange(place, place)
    field?.focus()
  })
}

/** With the note that is open now. Another one makes it another message, which needs a key of its own. */
function asSent(written: Draft, open: string | undefined): Draft & { readonly idempotencyKey: string } {
  const { idempotencyKey, active, ...draft } = written
  const isSame = idempotencyKey !== undefined && active === open
  return {
    ...draft,
    ...(open === undefined ? {} : { active: open }),
    idempotencyKey: isSame ? idempotencyKey : newIdempotencyKey(),
  }
}

/** What is said for the whole page or the whole chat is not said again of the message. */
function toastOf(error: unknown, chat: string): Toast | undefined {
  if (isSignedOut(error) || isTrashed(error)) return undefined
  return { ...keptToast(adviseOn(error), chat), waits: hasToWait(error), isOfServer: isOfServer(error) }
}

function keptToast({ what, todo }: ErrorAdvice, chat: string): Toast {
  return { tone: 'error', text: `${what} Your draft is kept. ${todo}`, unsentIn: chat }
}

function sentToast({ what }: ErrorAdvice): Toast {
  return { tone: 'error', text: `${what} Your message was sent; what came of it cannot be shown yet.` }
}
