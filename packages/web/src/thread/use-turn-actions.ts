import type { AnswerView, ChatView, DecisionRequest, SendResponse, TurnView } from '@varve/contract'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type RefObject, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { fetchChatAnew, renewChat } from '../api/queries.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { tellTabs } from '../api/tabs.ts'
import { useActions } from '../workbench/actions.ts'
import { newId } from '../api/client.ts'
import {
  adviseOn,
  hasToWait,
  isOutdated,
  type UnrecordedChoice,
  unrecordedWays,
  WebError,
} from '../parts/web-error.ts'
import { noteAsked } from '../workbench/page-memory.ts'
import { useThroughGuard } from '../workbench/use-ask-guard.ts'
import { type AnswerStreams, useAnswerStreams } from '../api/use-answer-streams.ts'
import { isRunning } from '../view-model/thread/turns.ts'
import { t } from '../i18n/t.ts'

/** What can be done about turns that were sent. Each says by itself when it does not work. */
interface TurnActions {
  /** One of them is on its way; until the server has answered, no other begins. */
  readonly busy: boolean
  /** Switches to the branch of a turn. */
  readonly show: (turnId: string) => Promise<boolean>
  /** Continues with one of several answers. */
  readonly choose: (answerId: string) => Promise<boolean>
  /** Asks in other words, of the models that are named. */
  readonly edit: (turn: TurnView, text: string, modelIds: readonly string[]) => Promise<boolean>
  /** Has the same answered again from what was sent, by the models that are named. */
  readonly again: (turn: TurnView, modelIds: readonly string[]) => Promise<boolean>
  /** Asks the same with the notes as they are now. */
  readonly anew: (turn: TurnView, modelIds: readonly string[]) => Promise<boolean>
  /** Lets the model continue an answer that was cut off. */
  readonly goOn: (answer: AnswerView) => Promise<boolean>
  readonly fork: (turn: TurnView, answer: AnswerView) => Promise<boolean>
  readonly stop: (answerId: string) => Promise<boolean>
  /** Has a model compare the answers of a turn. */
  readonly compare: (turn: TurnView, modelId: string) => Promise<boolean>
  readonly chatId: string | undefined
}

export function useTurnActions(chatId: string | undefined): TurnActions {
  const client = useQueryClient()
  const { say, openChat, memory } = useActions()
  const { busy, run, ask } = useTurnCalls(chatId)
  return useMemo(() => {
    const put = (id: string, chat: ChatView) => {
      client.setQueryData(keys.chat(id), chat)
      tellTabs(id)
    }
    return {
      busy,
      show: (turnId) =>
        run(
          async (id) => put(id, await memory.changes.track(routes.showTurn(id, turnId))),
          t('Couldn’t open this branch.'),
        ),
      choose: (answerId) =>
        run(
          async (id) => put(id, await memory.changes.track(routes.chooseAnswer(id, answerId))),
          t('It stays with the other answer.'),
        ),
      edit: (turn, text, modelIds) =>
        ask(
          (place, more) => routes.edit({ ...place, turnId: turn.id }, { text, ...named(modelIds), ...more }),
          {
            failed: t('Not sent.'),
            modelIds,
            canEdit: true,
            unrecorded: ['allow', 'forget'],
          },
        ),
      again: (turn, modelIds) =>
        ask((place, more) => routes.regenerate({ ...place, turnId: turn.id }, { modelIds, ...more }), {
          failed: t('Couldn’t ask again.'),
          modelIds,
          // The answers of the chat stay: none can be left out.
          unrecorded: ['allow'],
        }),
      anew: (turn, modelIds) =>
        ask((place, more) => routes.edit({ ...place, turnId: turn.id }, { ...named(modelIds), ...more }), {
          failed: t('Couldn’t ask again.'),
          modelIds,
          unrecorded: ['allow', 'forget'],
        }),
      goOn: (answer) =>
        ask((place, more) => routes.continueAnswer({ ...place, answerId: answer.id }, more), {
          failed: t('Couldn’t continue.'),
          modelIds: [answer.modelId],
        }),
      fork: (turn, answer) =>
        run(async (id) => {
          const here = location.hash
          const fork = await routes.forkChat(id, turn.id, answer.id)
          await client.invalidateQueries({ queryKey: keys.chats })
          const open = () => openChat(fork.id)
          // Don't navigate if the user has moved on in the meantime.
          if (location.hash !== here)
            return say({ tone: 'info', text: t('Chat forked.'), action: { label: t('Open'), run: open } })
          open()
          say({
            tone: 'info',
            text: t('This is a new chat: it begins with the first {number} {number|turn|turns}.', {
              number: turn.number,
            }),
          })
        }, t('Couldn’t fork the chat.')),
      compare: (turn, modelId) =>
        run(async (id) => {
          await routes.compareAnswers(id, turn.id, modelId)
          tellTabs(id)
          void client.invalidateQueries({ queryKey: keys.inspections(id) })
          await fetchChatAnew(client, id)
        }, t('Couldn’t compare the answers.')),
      chatId,
      stop: (answerId) =>
        run(async (id) => {
          await routes.stop(answerId)
          await client.invalidateQueries({ queryKey: keys.chat(id) })
        }, t('Couldn’t stop.')),
    }
  }, [client, chatId, busy, say, openChat, memory, run, ask])
}

function named(modelIds: readonly string[]) {
  return modelIds.length === 0 ? {} : { modelIds }
}

/** A call about a chat; `false` where the user takes it back, and nothing needs to be said then. */
type ChatCall = (chatId: string) => Promise<false | void>

/** `place` is the chat, and the key by which it happens once. */
type AskCall = (
  place: { readonly chatId: string; readonly key: string },
  more: { readonly decision?: DecisionRequest; readonly unrecorded?: UnrecordedChoice },
) => Promise<SendResponse>

interface AskOptions {
  /** Said when it does not work. */
  readonly failed: string
  readonly modelIds: readonly string[]
  /** There is a text that can be changed instead. */
  readonly canEdit?: boolean
  /** What can be done about sources that are no longer recorded. */
  readonly unrecorded?: readonly UnrecordedChoice[]
}

interface TurnCalls {
  readonly busy: boolean
  /** Makes a call, and says when it does not work. */
  readonly run: (call: ChatCall, failed: string) => Promise<boolean>
  /** Has something answered, past the guard. */
  readonly ask: (call: AskCall, options: AskOptions) => Promise<boolean>
}

/** How calls about the turns of a chat are made, whatever they are. */
function useTurnCalls(chatId: string | undefined): TurnCalls {
  const client = useQueryClient()
  const { say, memory } = useActions()
  const [busy, setBusy] = useState(false)
  const throughGuard = useThroughGuard()
  const calls = useMemo(() => {
    const run = async (
      call: ChatCall,
      failed: string,
      waysOf: (error: unknown) => ReturnType<typeof unrecordedWays> = () => ({}),
    ): Promise<boolean> => {
      if (chatId === undefined) return false
      setBusy(true)
      try {
        return (await call(chatId)) !== false
      } catch (error) {
        say({ tone: 'error', text: wordsFor(failed, error), waits: hasToWait(error), ...waysOf(error) })
        if (isOutdated(error)) await renewChat(client, chatId)
        return false
      } finally {
        setBusy(false)
      }
    }
    const ask = (call: AskCall, options: AskOptions, chosen?: UnrecordedChoice): Promise<boolean> => {
      const { failed, modelIds, canEdit = false, unrecorded = [] } = options
      const send: ChatCall = async (id) => {
        const key = newId()
        await memory.changes.saved()
        const sent = await throughGuard({ modelIds, canEdit }, (guarded) =>
          call({ chatId: id, key }, { ...guarded, ...(chosen ? { unrecorded: chosen } : {}) }),
        )
        if (!sent) return false
        noteAsked(memory, sent)
        tellTabs(id)
        await fetchChatAnew(client, id)
        await client.invalidateQueries({ queryKey: keys.chats })
        return undefined
      }
      return run(send, failed, (error) =>
        unrecordedWays(error, unrecorded, (choice) => void ask(call, options, choice)),
      )
    }
    return { run, ask }
  }, [client, chatId, say, memory, throughGuard])
  return { busy, ...calls }
}

function wordsFor(failed: string, error: unknown): string {
  const { what, todo } = adviseOn(error)
  // What the server has to say to these needs no advice of ours.
  const isWhole = error instanceof WebError && error.serverCode === 'not-recorded'
  return isWhole ? what : `${failed} ${what} ${todo}`
}

/** What the turns of a thread share. It does not change while one types. */
export interface ThreadContext extends TurnActions {
  /** An answer is being written: what would begin another branch has to wait. */
  readonly answering: boolean
  /** The newest turn: only there a question still waits for an answer. */
  readonly lastTurn: string | undefined
  /** Keeps an element where it is on the screen when the turns change next. */
  readonly keepPlace: (element: Element) => void
}

export const ThreadActions = createContext<ThreadContext | undefined>(undefined)

export function useThread(): ThreadContext {
  const thread = useContext(ThreadActions)
  if (!thread) throw new Error('useThread needs a Thread above it')
  return thread
}

/** What was on screen stays where it is when turns appear above it or others take their place. */
export function useKeepPlace(
  box: RefObject<HTMLElement | null>,
  turns: unknown,
  release: () => void,
): (element: Element) => void {
  const kept = useRef<{ readonly element: Element; readonly top: number }>(undefined)
  const shown = useRef(turns)
  useLayoutEffect(() => {
    if (shown.current === turns) return
    shown.current = turns
    const { element, top } = kept.current ?? {}
    kept.current = undefined
    if (!element?.isConnected || top === undefined) return
    box.current?.scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' })
  })
  return useMemo(
    () => (element: Element) => {
      release()
      kept.current = { element, top: element.getBoundingClientRect().top }
    },
    [release],
  )
}

interface RunningAnswers {
  readonly running: readonly AnswerView[]
  /** Their texts as they arrive. */
  readonly streams: AnswerStreams
  /** Stops them all; absent while there is none, or while they are being stopped. */
  readonly stop: (() => void) | undefined
  readonly isStopping: boolean
}

/** The answers that run in a chat. */
export function useRunningAnswers(chat: ChatView | undefined): RunningAnswers {
  const { sayError } = useActions()
  const client = useQueryClient()
  const running = chat?.turns.flatMap(({ answers }) => answers.filter(isRunning)) ?? []
  const ids = running.map(({ id }) => id)
  const streams = useAnswerStreams(chat?.id, ids)
  const [stopping, setStopping] = useState<readonly string[]>([])
  const isStopping = ids.length > 0 && ids.every((id) => stopping.includes(id))
  const stop = async (chatId: string) => {
    setStopping(ids)
    try {
      await Promise.all(ids.map((id) => routes.stop(id)))
      await client.invalidateQueries({ queryKey: keys.chat(chatId) })
    } catch (error) {
      setStopping([])
      sayError(t('Couldn’t stop.'), error)
    }
  }
  const canStop = ids.length > 0 && !isStopping
  return { running, streams, stop: chat && canStop ? () => void stop(chat.id) : undefined, isStopping }
}
