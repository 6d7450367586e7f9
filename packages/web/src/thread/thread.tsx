import './thread.css'
import './turn.css'
import type { AnswerView, ChatView, TurnView } from '@varve/contract'
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type AnswerStreams, NO_STREAMS } from '../api/use-answer-streams.ts'
import { useFiles, useTurns } from '../api/queries.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { answerColumns, isAnswering, isRunning } from '../view-model/thread/turns.ts'
import { useActions } from '../workbench/actions.ts'
import type { Draft } from '../view-model/draft.ts'
import { ThreadActions, type ThreadContext, useKeepPlace, useTurnActions } from './use-turn-actions.ts'
import { Chip } from '../parts/chip.tsx'
import { draftChips } from '../view-model/composer/draft-chips.ts'
import { AnswerColumns } from './answer-columns.tsx'
import { Branches } from './branches.tsx'
import { Question } from './question.tsx'
import { AnswerBody, type AnswerBodyProps } from './answer-body.tsx'
import { UsageLine } from './usage-line.tsx'
import { useNow } from '../parts/hooks.ts'
import { formatClock, formatDuration } from '../view-model/text/format.ts'

/** What was asked and what came back. Past turns do not change, so they are not drawn again while one streams. */
const Turn = memo(function Turn({ turn, streams, continued }: TurnProps) {
  const columns = useMemo(() => answerColumns(turn), [turn])
  return (
    <div data-turn={turn.number}>
      {turn.epochNote ? <p className="turn-epoch">{turn.epochNote}</p> : null}
      {turn.continues === undefined ? (
        <Question turn={turn} />
      ) : (
        <p className="turn-continues">
          <span>Continued</span>
          <Branches turn={turn} />
        </p>
      )}
      {columns.length > 0 ? (
        <AnswerColumns turn={turn} columns={columns} streams={streams} continued={continued} />
      ) : (
        <Answer
          turn={turn}
          answer={turn.answer}
          stream={streams.get(turn.answer.id)}
          isContinued={continued === turn.answer.id}
        />
      )}
    </div>
  )
})

/** Within this distance the reader counts as being at the end. */
const NEAR = 48

interface ThreadProps {
  readonly chat: ChatView | undefined
  readonly pending: Draft | undefined
  readonly streams: AnswerStreams
}

/** As many turns come with a page of them. */
const PAGE = 50

export function Thread({ chat, pending, streams }: ThreadProps) {
  const { box, content, atEnd, toEnd, release } = useStickToEnd()
  const { turns, earlier, loadEarlier } = useTurns(chat)
  const keepPlace = useKeepPlace(box, turns, release)
  const actions = useTurnActions(chat?.id)
  const answering = pending !== undefined || turns.some(isAnswering)
  const thread = useMemo<ThreadContext>(
    () => ({ ...actions, answering, keepPlace }),
    [actions, answering, keepPlace],
  )
  const showEarlier = () =>
    loadEarlier(() => {
      const first = content.current?.querySelector('[data-turn]')
      if (first) keepPlace(first)
    })
  // Who sends wants to see the answer, wherever they had scrolled to.
  useEffect(() => {
    if (pending) toEnd()
  }, [pending, toEnd])
  return (
    <ThreadActions value={thread}>
      <div className="thread">
        <div ref={box} className="thread-scroll" role="region" aria-label="Conversation" tabIndex={0}>
          <div ref={content} className="thread-column">
            {earlier > 0 ? <Earlier count={earlier} onShow={showEarlier} /> : null}
            {turns.map((turn, at) => (
              // By its place: another branch stands in the same one, and a button that was pressed keeps its focus.
              <Turn
                key={turn.number}
                turn={turn}
                streams={isAnswering(turn) ? streams : NO_STREAMS}
                continued={turns[at + 1]?.continues}
              />
            ))}
            {pending ? <PendingTurn draft={pending} /> : null}
          </div>
        </div>
        {atEnd ? null : (
          <div className="thread-to-end">
            <IconButton icon="toEnd" label="Jump to the end" onClick={toEnd} />
          </div>
        )}
      </div>
    </ThreadActions>
  )
}

function Earlier({ count, onShow }: { readonly count: number; readonly onShow: () => Promise<void> }) {
  const { sayError } = useActions()
  const [busy, setBusy] = useState(false)
  const shown = Math.min(count, PAGE)
  const show = async () => {
    setBusy(true)
    try {
      await onShow()
    } catch (error) {
      sayError('Varve couldn’t load the earlier turns.', error)
    }
    setBusy(false)
  }
  return (
    <p className="thread-earlier">
      <Button small disabled={busy} onClick={() => void show()}>
        Show {shown} earlier {shown === 1 ? 'turn' : 'turns'}
        {count > shown ? ` of ${count}` : ''}
      </Button>
    </p>
  )
}

/** A message on its way: it stands where it will stand, before the server has stored it. */
function PendingTurn({ draft }: { readonly draft: Draft }) {
  const { data: files = [] } = useFiles()
  const chips = draftChips({ draft, active: draft.active, files, tags: [], forecast: undefined })
  return (
    <article className="turn" aria-label="You">
      <div className="turn-who">
        <h2>You</h2>
        <span>Sending</span>
      </div>
      <div className="question">
        <p className="question-text">{draft.text}</p>
        {chips.length === 0 ? null : (
          <div className="chips">
            {chips.map(({ id, kind, label, title }) => (
              <Chip key={id} kind={kind} label={label} title={title} />
            ))}
          </div>
        )}
      </div>
    </article>
  )
}

/** Keeps a scrolled box at its end while the reader is there, and lets go as soon as they scroll away. */
function useStickToEnd() {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const stick = useRef(true)
  const [atEnd, setAtEnd] = useState(true)
  const toEnd = useCallback(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight, behavior: 'instant' })
  }, [])

  /** Lets go although the reader is at the end: something else is to stay in place. */
  const release = useCallback(() => {
    stick.current = false
  }, [])

  useLayoutEffect(toEnd, [toEnd])
  useEffect(() => {
    const element = box.current
    if (!element || !content.current) return undefined
    let before = element.scrollTop
    const onScroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = element
      const isNear = scrollHeight - scrollTop - clientHeight < NEAR
      // Only who scrolls back leaves the end: text may have grown further since it was last followed.
      stick.current = isNear || (stick.current && scrollTop >= before)
      before = scrollTop
      setAtEnd(stick.current)
    }
    const observer = new ResizeObserver(() => {
      if (stick.current) toEnd()
    })
    observer.observe(content.current)
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [toEnd])

  return { box, content, atEnd, toEnd, release }
}

interface TurnProps {
  readonly turn: TurnView
  readonly streams: AnswerStreams
  /** The answer that the next turn goes on with, where it does. */
  readonly continued: string | undefined
}

/** An answer stands bare on the page: who, text, sources, usage. */
function Answer(props: AnswerBodyProps) {
  const { turn, answer, stream } = props
  return (
    <article
      className="turn answer"
      aria-label={`Answer ${turn.number} by ${answer.modelName}`}
      aria-busy={isRunning(answer)}
    >
      <div className="turn-who">
        <h2>{answer.modelName}</h2>
        <Elapsed answer={answer} />
        {stream && !stream.connected ? <span>Connection lost, trying again</span> : null}
      </div>
      <AnswerBody key={answer.id} {...props} />
      <UsageLine turn={turn} answer={answer} />
    </article>
  )
}

/** When an answer was asked for; while it runs, how long it has been running. */
function Elapsed({ answer }: { readonly answer: AnswerView }) {
  if (isRunning(answer)) return <Running since={answer.startedAt} />
  return (
    <time className="figures" dateTime={answer.startedAt}>
      {formatClock(answer.startedAt)}
    </time>
  )
}

function Running({ since }: { readonly since: string }) {
  const now = useNow(200)
  const elapsed = now - new Date(since).getTime()
  return (
    <>
      <span className="dot pulse" role="img" aria-label="answering" />
      {elapsed >= 0 ? <span className="figures">{formatDuration(elapsed)}</span> : null}
    </>
  )
}
