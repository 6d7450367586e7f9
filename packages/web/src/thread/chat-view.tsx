import './chat-view.css'
import '../composer/drop-overlay.css'
import { useEffect, useRef, useState } from 'react'
import type { AnswerView, ChatView as Chat } from '@varve/contract'
import { useQueryClient } from '@tanstack/react-query'
import { renewChat, useChat } from '../api/queries.ts'
import { adviseOn, isTrashed } from '../parts/web-error.ts'
import { Composer } from '../composer/composer.tsx'
import { LARGEST_UPLOAD_WORDS, useIntake } from '../composer/use-intake.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { ChatBar, ChatFileNotices } from './chat-bar.tsx'
import { ServerTrouble } from '../workbench/part-error.tsx'
import { ToastLine } from '../workbench/toast-line.tsx'
import { useChatActions } from '../workbench/use-chat-actions.ts'
import { plainWords } from '../view-model/text/text.ts'
import { answerColumns } from '../view-model/thread/turns.ts'
import { useChosenModels } from '../workbench/use-chosen-models.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { NEW_CHAT, INSPECTOR_TABS } from '../workbench/workbench-state.ts'
import { EmptyChat } from './empty-chat.tsx'
import { Thread } from './thread.tsx'
import { ChatFind, useChatFind, type ChatFinding } from './chat-find.tsx'
import { useRunningAnswers } from './use-turn-actions.ts'
import { Icon } from '../parts/icon.tsx'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { tellTabs } from '../api/tabs.ts'
import { useActions } from '../workbench/actions.ts'
import { t } from '../i18n/t.ts'
import { countModels } from '../view-model/text/format.ts'
import { selectTurn } from '../inspector/select-turn.ts'
import { useShortcuts } from '../workbench/use-shortcuts.ts'

/** The file of a chat is written a moment after its answer, that of a long one later. */
const FILE_MILLISECONDS = [1_500, 6_000] as const

/** The conversation: bar, thread, composer. */
export function ChatView() {
  const { chatId, state, dispatch, place } = useWorkbench()
  const { data: chat, error, refetch } = useChat(chatId)
  const finding = useChatFind(chatId, place.kind === 'chat' ? place.turn : undefined)
  const { model, models } = useChosenModels(chat)
  const { running, streams, stop, isStopping } = useRunningAnswers(chat)
  // Several at once would talk over each other: of those only the end is said.
  const latest = chat?.turns.at(-1)
  const [alone] = latest && answerColumns(latest).length > 0 ? [] : running
  const intake = useIntake()
  useChatKeys(chat, stop, finding)
  useRenewOnReturn(chatId)
  const last = latest?.answer
  useRenewAfterAnswer(chatId, last)
  useTitleAfterAnswer(chat)
  const isRunning = running.length > 0
  useEffect(() => {
    if (!isRunning) dispatch({ kind: 'answers-ended' })
  }, [isRunning, dispatch])
  if (isTrashed(error) && chatId !== undefined) return <TrashedChat id={chatId} error={error} />
  if (error && !chat) return <ChatProblem error={error} onRetry={() => void refetch()} />

  const pending = state.pending[chatId ?? NEW_CHAT]
  const isNew = chatId === undefined || chat?.turns.length === 0
  return (
    <main className="chat-view" {...intake.drop.handlers}>
      <ChatBar
        chat={chat}
        onFind={chat && !isNew ? finding.open : undefined}
        title={chat?.title.trim() || (isNew ? t('New chat') : '')}
        subtitle={models.length > 1 ? countModels(models.length) : (model?.name ?? last?.modelName ?? '')}
      />
      <ChatFileNotices chat={chat} />
      {isNew && !pending ? (
        <EmptyChat />
      ) : (
        <>
          {chat && finding.isOpen ? <ChatFind key={`find ${chatId}`} chat={chat} finding={finding} /> : null}
          <Thread
            key={chatId ?? NEW_CHAT}
            chatId={chatId}
            chat={chat}
            pending={pending}
            streams={streams}
            target={finding.target}
          />
        </>
      )}
      <div className="chat-view-dock">
        <ServerTrouble />
        <ToastLine />
        <Composer
          chat={chat}
          answering={running.length > 0 || pending !== undefined}
          onStop={stop}
          isStopping={isStopping}
          intake={intake}
        />
      </div>
      {intake.drop.isOver ? <DropOverlay /> : null}
      <Announcer
        chatId={chatId}
        answer={alone}
        text={alone ? (streams.get(alone.id)?.text ?? '') : ''}
        last={running.length === 0 ? last : undefined}
      />
    </main>
  )
}

/** Also where it went there from another tab: nothing more can be asked in it. */
function TrashedChat({ id, error }: { readonly id: string; readonly error: unknown }) {
  const { startChat } = useWorkbench()
  const { restore } = useChatActions()
  const { what, todo } = adviseOn(error)
  return (
    <main className="chat-view">
      <ChatBar chat={undefined} title={t('No chat')} subtitle="" />
      <div className="chat-view-problem">
        <Notice title={what} tone="warn" level={2}>
          <p>{todo}</p>
          <div className="notice-actions">
            <Button small onClick={() => restore(id)}>
              {t('Restore')}
            </Button>
            <Button small look="bare" onClick={startChat}>
              {t('New chat')}
            </Button>
          </div>
        </Notice>
        <ToastLine />
      </div>
    </main>
  )
}

function ChatProblem({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { startChat } = useWorkbench()
  return (
    <main className="chat-view">
      <ChatBar chat={undefined} title={t('No chat')} subtitle="" />
      <div className="chat-view-problem">
        <ErrorNotice error={error} onRetry={onRetry} level={2} />
        <Button onClick={startChat}>{t('New chat')}</Button>
      </div>
    </main>
  )
}

/** Shown over the conversation while files or a link are held over it. */
function DropOverlay() {
  return (
    <div className="drop-overlay" aria-hidden="true">
      <div className="drop-overlay-words">
        <Icon name="clip" size={20} />
        <b>{t('Drop to attach')}</b>
        <span>
          {t('Pictures, PDFs and text, up to {LARGEST_UPLOAD_WORDS} each, or a link to a page', {
            LARGEST_UPLOAD_WORDS,
          })}
        </span>
      </div>
    </div>
  )
}

/** Asks for the chat again after its last answer has ended: by then it is known what became of its file. */
function useRenewAfterAnswer(chatId: string | undefined, last: AnswerView | undefined): void {
  const client = useQueryClient()
  // An answer may be over before the page has seen it run.
  const ended = last?.status === 'streaming' ? undefined : last?.id
  useEffect(() => {
    if (chatId === undefined || ended === undefined) return undefined
    const renew = () => void client.invalidateQueries({ queryKey: keys.chat(chatId) })
    const timers = FILE_MILLISECONDS.map((delay) => setTimeout(renew, delay))
    return () => timers.forEach(clearTimeout)
  }, [client, chatId, ended])
}

/** Has a chat named whose first answer has ended in this page; whether one is wanted the server knows. */
function useTitleAfterAnswer(chat: Chat | undefined): void {
  const client = useQueryClient()
  const [first, ...others] = chat?.turns ?? []
  const chatId = chat?.id
  const status = others.length === 0 ? first?.answer.status : undefined
  const { unnamed } = useWorkbench().memory
  useEffect(() => {
    if (chatId === undefined || status === undefined) return
    if (status === 'streaming') unnamed.add(chatId)
    if (status !== 'complete' || !unnamed.delete(chatId)) return
    const name = async () => {
      const { by } = await routes.suggestTitle(chatId, { automatic: true })
      if (by === 'first-words') return
      tellTabs(chatId)
      await renewChat(client, chatId)
    }
    // Without one the chat keeps its first words.
    void name().catch(() => undefined)
  }, [client, chatId, status, unnamed])
}

/** On return to the page, another tab may have continued the chat, edited a note or signed in again. */
function useRenewOnReturn(chatId: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    const renew = () => {
      if (document.visibilityState === 'hidden') return
      void client.invalidateQueries({ queryKey: keys.workspace })
      if (chatId !== undefined) void renewChat(client, chatId)
    }
    addEventListener('focus', renew)
    document.addEventListener('visibilitychange', renew)
    return () => {
      removeEventListener('focus', renew)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [client, chatId])
}

interface AnnouncerProps {
  /** The chat on screen. */
  readonly chatId: string | undefined
  /** The answer that runs now. */
  readonly answer: AnswerView | undefined
  readonly text: string
  /** The last answer of the chat, for its end. */
  readonly last: AnswerView | undefined
}

/** Reads an answer aloud as it comes, politely, a sentence at a time. Answers that were there before stay silent. */
function Announcer({ chatId, answer, text, last }: AnnouncerProps) {
  const { unannounced } = useActions().memory
  const [words, setWords] = useState('')
  const [saidIn, setSaidIn] = useState(chatId)
  // What was said in another chat is no part of this one.
  if (saidIn !== chatId) {
    setSaidIn(chatId)
    setWords('')
  }
  const heard = useRef<{ id: string; until: number }>(undefined)
  useEffect(() => {
    const isAsked = !answer && last !== undefined && unannounced.delete(last.id)
    if (answer) unannounced.delete(answer.id)
    const begun = answer ?? (isAsked ? last : undefined)
    if (begun && heard.current?.id !== begun.id) heard.current = { id: begun.id, until: 0 }
    const progress = heard.current
    if (!progress) return
    const ended = !answer && last?.id === progress.id
    if (!answer && !ended) return
    const next = nextAnnouncement(ended ? last.text : text, progress.until, ended)
    if (next) {
      heard.current = { id: progress.id, until: next.until }
      setWords(next.words)
    }
    if (ended) heard.current = undefined
  }, [answer, text, last, unannounced])
  return (
    <div className="visually-hidden" role="log" aria-live="polite" aria-label={t('Answer as it arrives')}>
      {words}
    </div>
  )
}

interface Announcement {
  readonly words: string
  /** How much of the text has been announced with this. */
  readonly until: number
}

/** The sentences that have been completed since `from`, in words; nothing while a sentence is under way. */
export function nextAnnouncement(text: string, from: number, ended: boolean): Announcement | undefined {
  const rest = text.slice(from)
  const until = ended ? text.length : from + lastSentenceEnd(rest)
  const words = plainWords(text.slice(from, until))
  return words === '' ? undefined : { words, until }
}

function lastSentenceEnd(text: string): number {
  let end = 0
  // A stop counts only when something follows it: "30." at the edge of a stream may become "30.5".
  for (const match of text.matchAll(/[.!?…:](?:\*\*|["”’)\]])*(?:\[\^\d+\])*(?=\s)|\n(?=\n)|[。！？]/gu))
    end = match.index + match[0].length
  return end
}

/** What the keys do in the chat on screen. `stop` is there while an answer runs. */
function useChatKeys(chat: Chat | undefined, stop: (() => void) | undefined, finding: ChatFinding): void {
  const { state, dispatch, startChat, inspectorOpen, setInspector, openDialog } = useWorkbench()
  useShortcuts({
    newChat: startChat,
    toggleInspector: () => setInspector({ open: !inspectorOpen }),
    showKeys: () => openDialog('keys'),
    editLast: () => pressLast('.question-edit'),
    again: () => pressLast('.answer-again'),
    stepTurn: (by) => setInspector({ turn: selectTurn(chat?.turns ?? [], state.inspector.turn, by) }),
    showTab: (index) => setInspector({ tab: INSPECTOR_TABS[index]?.id ?? 'layers' }),
    find: chat && chat.turns.length > 0 ? finding.open : undefined,
    escape: () => {
      if (finding.isOpen) finding.close()
      else if (stop) stop()
      else if (state.toast) dispatch({ kind: 'toast', toast: undefined })
      else return false
      return true
    },
  })
}

/** As if the last button of its kind were pressed: it knows whether it can be. */
function pressLast(kind: string): void {
  ;[...document.querySelectorAll<HTMLButtonElement>(kind)].at(-1)?.click()
}
