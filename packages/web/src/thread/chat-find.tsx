import './chat-find.css'
import '../parts/text-field.css'
import type { ChatView, QuestionView } from '@varve/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useQuestions } from '../api/queries.ts'
import { IconButton } from '../parts/button.tsx'
import { useDebounced } from '../parts/hooks.ts'
import { formatClock, formatDay } from '../view-model/text/format.ts'
import { splitHighlights } from '../view-model/text/text.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import type { ThreadTarget } from './turn-rows.ts'
import { t } from '../i18n/t.ts'

const WAIT_MILLISECONDS = 150
const ROW_HEIGHT = 34

export interface ChatFinding {
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
  readonly target: ThreadTarget | undefined
  readonly goTo: (turn: number | undefined, words: string) => void
}

/** Find in chat, and its last target: a match, a question from the list, or a URL. */
export function useChatFind(chatId: string | undefined, addressed: number | undefined): ChatFinding {
  const { state, dispatch } = useWorkbench()
  const { findIn } = state
  const [target, setTarget] = useState<ThreadTarget & { readonly chatId: string | undefined }>()
  const [seen, setSeen] = useState<string>()
  const address = `${chatId} ${addressed}`
  if (address !== seen) {
    setSeen(address)
    if (addressed !== undefined)
      setTarget((before) => ({ chatId, turn: addressed, words: '', wish: (before?.wish ?? 0) + 1 }))
  }
  const goTo = useCallback(
    (turn: number | undefined, words: string) =>
      setTarget((before) => {
        const last = before?.chatId === chatId ? before : undefined
        // Without a turn only the words are marked.
        if (turn === undefined) return last && { ...last, words }
        return { chatId, turn, words, wish: (before?.wish ?? 0) + 1 }
      }),
    [chatId],
  )
  return useMemo(
    () => ({
      isOpen: chatId !== undefined && findIn === chatId,
      open: () => dispatch({ kind: 'find-in', chat: chatId }),
      close: () => {
        dispatch({ kind: 'find-in', chat: undefined })
        goTo(undefined, '')
      },
      target: target?.chatId === chatId ? target : undefined,
      goTo,
    }),
    [chatId, findIn, dispatch, target, goTo],
  )
}

interface ChatFindProps {
  readonly chat: ChatView
  readonly finding: ChatFinding
}

/** All questions of a chat, or the turns that contain the words. Arrow keys and Enter move between them. */
export function ChatFind({ chat, finding }: ChatFindProps) {
  const [text, setText] = useState('')
  const words = useDebounced(text.trim(), WAIT_MILLISECONDS)
  const { data: questions = NONE, isPlaceholderData } = useQuestions(chat.id, words, true)
  // With new words the last place comes first: what one looks for was mostly said lately.
  const [picked, setPicked] = useState<{ readonly words: string; readonly at: number }>()
  const at = picked?.words === words ? picked.at : questions.length - 1
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => field.current?.focus(), [])
  const { goTo } = finding
  const last = isPlaceholderData || words === '' ? undefined : questions.at(-1)?.turn
  useEffect(() => goTo(last, words), [goTo, last, words])
  const show = (index: number) => {
    const question = questions[(index + questions.length) % questions.length]
    if (!question) return
    setPicked({ words, at: questions.indexOf(question) })
    goTo(question.turn, words)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isNext = event.key === 'ArrowDown' || (event.key === 'Enter' && !event.shiftKey)
    if (event.key === 'Escape') finding.close()
    else if (isNext) show(at + 1)
    else if (event.key === 'ArrowUp' || event.key === 'Enter') show(at - 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const found = questions.reduce((sum, question) => sum + question.found, 0)
  return (
    <search className="chat-find" aria-label={t('Find in this chat')}>
      <div className="chat-find-bar">
        <input
          ref={field}
          className="text-field grow"
          type="search"
          aria-label={t('Find in this chat')}
          aria-controls={id}
          placeholder={t('Find in this chat, or pick a question')}
          value={text}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <span className="figures faint" role="status">
          {isPlaceholderData
            ? ''
            : words === ''
              ? t('{count} {count|question|questions}', { count: questions.length })
              : foundWords(found, at, questions)}
        </span>
        <IconButton
          small
          icon="above"
          label={t('Previous')}
          disabled={questions.length === 0}
          onClick={() => show(at - 1)}
        />
        <IconButton
          small
          icon="down"
          label={t('Next')}
          disabled={questions.length === 0}
          onClick={() => show(at + 1)}
        />
        <IconButton small icon="close" label={t('Close')} onClick={finding.close} />
      </div>
      <QuestionList id={id} questions={questions} at={at} onShow={show} />
    </search>
  )
}

const NONE: readonly QuestionView[] = []

function foundWords(found: number, at: number, questions: readonly QuestionView[]): string {
  if (found === 0) return t('Not in this chat')
  return t('{at} of {turns} {turns|turn|turns}, {found} {found|place|places}', {
    at: at + 1,
    turns: questions.length,
    found,
  })
}

interface QuestionListProps {
  readonly id: string
  readonly questions: readonly QuestionView[]
  readonly at: number
  readonly onShow: (index: number) => void
}

/** However many there are, those in view are drawn. */
function QuestionList({ id, questions, at, onShow }: QuestionListProps) {
  const box = useRef<HTMLDivElement>(null)
  const now = new Date()
  // oxlint-disable-next-line react/incompatible-library -- its functions are not kept
  const rows = useVirtualizer({
    count: questions.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
  })
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at)
  }, [at, rows])
  return (
    <div ref={box} className="chat-find-list" id={id} tabIndex={-1}>
      <ol style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const question = questions[index]
          if (!question) return null
          const { turn, at: time, snippet, highlights } = question
          return (
            <li key={turn} style={{ top: start }}>
              <button
                type="button"
                aria-current={index === at ? 'location' : undefined}
                onClick={() => onShow(index)}
              >
                <span className="figures faint">{turn}</span>
                <span className="cut grow">
                  {splitHighlights(snippet, highlights).map((piece, place) =>
                    // The pieces have no names, and never change their order.
                    // oxlint-disable-next-line react/no-array-index-key
                    piece.hit ? <b key={place}>{piece.text}</b> : <span key={place}>{piece.text}</span>,
                  )}
                </span>
                <time className="figures faint" dateTime={time}>
                  {formatDay(time, now) === 'Today' ? formatClock(time) : formatDay(time, now)}
                </time>
              </button>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
