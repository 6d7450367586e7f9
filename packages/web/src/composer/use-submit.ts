import type { AnswerView, ChatView, ForecastView, GuardQuestionView, SendRequest } from '@varve/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { overByAll } from '../view-model/composer/forecast-models.ts'
import { isCompactCommand } from '../view-model/composer/find-mention.ts'
import { formatTokensShort } from '../view-model/text/format.ts'
import { attachedAs, type Draft, mayFetch, modelsOf } from '../view-model/draft.ts'
import type { ChosenModels } from '../workbench/use-chosen-models.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { useCompact } from './use-compact.ts'
import type { PendingUpload } from './use-intake.ts'
import { newId } from '../api/client.ts'
import { fetchChatAnew, renewChat } from '../api/queries.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { tellTabs } from '../api/tabs.ts'
import {
  adviseOn,
  type ErrorAdvice,
  hasToWait,
  isOfServer,
  isOutdated,
  isSignedOut,
  isTrashed,
  questionIn,
  type UnrecordedChoice,
  unrecordedWays,
  WENT_ON,
} from '../parts/web-error.ts'
import { chatHref, parsePlace, type Place } from '../workbench/place.ts'
import { noteAsked } from '../workbench/page-memory.ts'
import { useAskGuard } from '../workbench/use-ask-guard.ts'
import { NEW_CHAT, type SendSaid, type Toast } from '../workbench/workbench-state.ts'
import { t } from '../i18n/t.ts'

interface SubmitInput {
  readonly chat: ChatView | undefined
  readonly draft: Draft
  readonly chosen: ChosenModels
  readonly forecast: ForecastView | undefined
  /** Files on their way, and those that could not be added. */
  readonly uploads: readonly PendingUpload[]
  readonly answering: boolean
  /** Takes the text of a command away, once it was done. */
  readonly clear: () => void
}

export interface Submit {
  readonly canSend: boolean
  /** Why not, if something other than the text prevents it. */
  readonly reason: string | undefined
  readonly send: () => void
  /** What Enter does: while an answer runs or a file is uploaded, the message waits for that. */
  readonly enter: () => void
  readonly after: SendAfter
}

/** What becomes of the draft: it is sent, now or after the answer that runs, or it is a command and done. */
export function useSubmit({
  chat,
  draft,
  chosen: { models, pending },
  forecast,
  uploads,
  answering,
  clear,
}: SubmitInput): Submit {
  const { chatId } = useWorkbench()
  const send = useSend()
  const { compact } = useCompact()
  const modelIds = models.map(({ id }) => id)
  const { remoteImages = [], agentModel: called } = forecast ?? {}
  const overBy = overByAll(forecast)
  const canAnswer = called !== undefined || models.every(({ ready }) => ready)
  const uploading = uploads.filter(({ state }) => state.kind === 'running').length
  const isReady = !answering && !pending && canAnswer
  const canSend = draft.text.trim() !== '' && isReady && overBy === undefined
  const isCommand = isCompactCommand(draft.text)
  const submit = useOnceReady({
    loading: pending || (chatId !== undefined && !chat),
    about: draft,
    act: () => {
      if (isCommand) void compact(modelIds[0]).then((isDone) => isDone && clear())
      else if (canSend && uploading === 0) void send(draft, { modelIds, remoteImages })
    },
  })
  const status = chat?.turns.at(-1)?.answer.status
  const after = useSendAfter({ chatId, draft, answering, uploads, status, send: submit })
  const submitOrWait = uploading > 0 && !isCommand ? after.wait : submit
  return {
    canSend: canSend || isCommand,
    reason: whyNot(overBy, uploading),
    send: submitOrWait,
    enter: answering && !isCommand ? after.wait : submitOrWait,
    after,
  }
}

function whyNot(overBy: number | undefined, uploading: number): string | undefined {
  if (uploading > 0) return t('Uploading {uploading} {uploading|file|files}', { uploading })
  return overBy === undefined ? undefined : t('{tokens} over', { tokens: formatTokensShort(overBy) })
}

interface OnceReadyOptions {
  readonly loading: boolean
  /** What it is done with: once that is another, as in another chat, it was not asked for. */
  readonly about: object
  readonly act: () => void
}

/** Does at once what is asked for, or, asked for while the page still loads, as soon as it has loaded. */
function useOnceReady({ loading, about, act }: OnceReadyOptions): () => void {
  const asked = useRef<object>(undefined)
  useEffect(() => {
    if (asked.current !== about) asked.current = undefined
    if (!asked.current || loading) return
    asked.current = undefined
    act()
  }, [loading, about, act])
  return () => {
    if (loading) asked.current = about
    else act()
  }
}

interface SendOptions {
  readonly modelIds: readonly string[]
  /** Known pictures of the open note that are on the web. */
  readonly remoteImages: readonly string[]
  /** What the user has said to private data and to passages. */
  readonly said?: SendSaid
  /** And about sources that are no longer recorded. */
  readonly unrecorded?: UnrecordedChoice
}

/** Sends a draft. The message shows at once; when it cannot be stored, it goes back to the composer. */
function useSend(): (draft: Draft, options: SendOptions) => Promise<void> {
  const { chatId, state, newChat, dispatch, composer, memory } = useWorkbench()
  const client = useQueryClient()
  const askGuard = useAskGuard()
  const send = async (written: Draft, options: SendOptions): Promise<void> => {
    const { modelIds } = options
    const chat = chatId ?? NEW_CHAT
    const { idempotencyKey, ...draft } = asSent(written, state.activeNote)
    dispatch({ kind: 'sending', chat, draft })
    let id: string
    try {
      // Immediately: a chat started in the meantime is another one.
      id = chatId ?? (await newChat.claim())
      await memory.changes.saved()
      noteAsked(memory, await routes.send(id, bodyOf(draft, options), idempotencyKey))
    } catch (error) {
      const unsent = { ...draft, idempotencyKey }
      const question = questionIn(error)
      // It is back in the composer before anything is asked: not even a reload loses it.
      const isSaid = isOfServer(error) && isOfServer(client.getQueryState(keys.workspace)?.error)
      const ways = unrecordedWays(
        error,
        ['allow', 'forget'],
        (unrecorded) => void send(unsent, { ...options, unrecorded }),
      )
      const toast = question || isSaid ? undefined : toastOf(error, chat)
      dispatch({ kind: 'unsent', chat, draft: unsent, toast: toast && { ...toast, ...ways } })
      if (question) {
        const answer = await askGuard(question, { modelIds, canEdit: true })
        if (typeof answer === 'object')
          return send(unsent, { ...options, said: { ...options.said, ...answer } })
        if (answer === 'edit')
          editAt(
            composer.current,
            question.kind === 'guard' ? firstReplaced(question.question, draft.text) : 0,
          )
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
      memory.unnamed.add(id)
      dispatch({ kind: 'chat-begun', chat: id, models, goesOn })
      // Don't navigate if the user has moved on in the meantime.
      if (goesOn && isNewChat(parsePlace(location.hash))) location.replace(chatHref(id))
    }
    dispatch({ kind: 'sent', chat: chatId ?? NEW_CHAT })
    if (problem && isSignedOut(problem.error)) await client.invalidateQueries({ queryKey: keys.workspace })
    else if (problem) {
      const action = { label: t('Show it'), run: () => void renewChat(client, id) }
      dispatch({ kind: 'toast', toast: { ...sentToast(adviseOn(problem.error)), action } })
    }
    await client.invalidateQueries({ queryKey: keys.chats })
  }
  return send
}

function isNewChat(place: Place): boolean {
  return place.kind === 'chat' && place.id === undefined
}

function bodyOf(draft: Draft, { modelIds, remoteImages, said = {}, unrecorded }: SendOptions): SendRequest {
  const { text, active, areas, jurisdictions, allowExtracts, leaveOut } = draft
  const { decision } = said
  const passages = { ...draft.passages, ...said.passages }
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
    ...(Object.keys(passages).length === 0 ? {} : { passages }),
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
    idempotencyKey: isSame ? idempotencyKey : newId(),
  }
}

/** What is said for the whole page or the whole chat is not said again of the message. */
function toastOf(error: unknown, chat: string): Toast | undefined {
  if (isSignedOut(error) || isTrashed(error)) return undefined
  return { ...keptToast(adviseOn(error), chat), waits: hasToWait(error), isOfServer: isOfServer(error) }
}

function keptToast({ what, todo }: ErrorAdvice, chat: string): Toast {
  return { tone: 'error', text: t('{what} Your draft is kept. {todo}', { what, todo }), unsentIn: chat }
}

function sentToast({ what }: ErrorAdvice): Toast {
  return {
    tone: 'error',
    text: t('{what} Your message was sent, but the answer can’t be shown yet.', { what }),
  }
}

/** Position of the first value in the message that the guard would replace; the end of the message if there is none. */
export function firstReplaced({ reading }: Pick<GuardQuestionView, 'reading'>, text: string): number {
  const [first, second] = reading?.message ?? []
  if (first?.kind === 'placeholder') return 0
  return first && second ? Math.min(first.text.length, text.length) : text.length
}

interface SendAfterOptions {
  /** Absent while the chat is only being made: there is no answer to wait for. */
  readonly chatId: string | undefined
  readonly draft: Draft
  readonly answering: boolean
  /** Files on their way to this message, and those that could not be added. */
  readonly uploads: readonly PendingUpload[]
  /** The status of the latest answer. */
  readonly status: AnswerView['status'] | undefined
  readonly send: () => void
}

type Cause = 'answer' | 'upload'

export interface SendAfter {
  /** What it waits for, or why it was not sent in the end. */
  readonly state: { readonly kind: 'waiting' | 'cut'; readonly cause: Cause } | undefined
  readonly wait: () => void
  readonly takeBack: () => void
}

interface Waiting {
  readonly chat: string
  readonly draft: Draft
  readonly cause: Cause
  readonly phase: 'waiting' | 'going' | 'cut'
}

/**
 * A message that goes as soon as the answer that runs is done and its files are there. Whatever changes it, and leaving
 * the chat, takes that back; it stays in the composer all the while. After an answer that failed or was stopped, or
 * without a file that could not be added, it is not sent on its own: it was meant otherwise.
 */
function useSendAfter({ chatId, draft, answering, uploads, status, send }: SendAfterOptions): SendAfter {
  const [waiting, setWaiting] = useState<Waiting>()
  const chat = chatId ?? NEW_CHAT
  const isUploading = uploads.some(({ state }) => state.kind === 'running')
  if (waiting && (waiting.chat !== chat || !isSameMessage(waiting.draft, draft))) setWaiting(undefined)
  else if (waiting?.phase === 'waiting' && !answering && !isUploading) {
    const isCut = waiting.cause === 'answer' ? status !== 'complete' : uploads.length > 0
    setWaiting({ ...waiting, phase: isCut ? 'cut' : 'going' })
  }
  const phase = waiting?.phase
  const go = useEffectEvent(send)
  useEffect(() => {
    if (phase === 'going') go()
  }, [phase])
  return {
    // On its way it is a message like any other.
    state: !waiting || waiting.phase === 'going' ? undefined : { kind: waiting.phase, cause: waiting.cause },
    wait: () => {
      const canWait = isUploading || (answering && chatId !== undefined)
      if (canWait && draft.text.trim() !== '')
        setWaiting({ chat, draft, cause: answering ? 'answer' : 'upload', phase: 'waiting' })
    },
    takeBack: () => setWaiting(undefined),
  }
}

/** A file that has arrived since then is what was waited for. */
function isSameMessage(before: Draft, now: Draft): boolean {
  return withoutUploads(before) === withoutUploads(now)
}

function withoutUploads({ attach, uploads: _uploads, ...rest }: Draft): string {
  const others = attach.filter((item) => typeof item !== 'string' || !item.startsWith('upload:'))
  return JSON.stringify([others, Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))])
}
