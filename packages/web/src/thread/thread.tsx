import './thread.css'
import './turn.css'
import type { AnswerView, ChatView, TurnView } from '@varve/contract'
import { memo, useEffect, useMemo } from 'react'
import { type AnswerStreams, NO_STREAMS } from '../api/use-answer-streams.ts'
import { useFiles, useTurns } from '../api/queries.ts'
import { IconButton } from '../parts/button.tsx'
import { answerColumns, isAnswering, isRunning } from '../view-model/thread/turns.ts'
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
import { formatClock, formatDay, formatDuration, formatTokens } from '../view-model/text/format.ts'
import { type ThreadTarget, useFoundWords, useStickToEnd, useTurnRows } from './turn-rows.ts'
import { useActions } from '../workbench/actions.ts'
import { t } from '../i18n/t.ts'
import { EPOCH_NOTE, reasonOfNote } from '@varve/contract/tables/reasons'

/** What was asked and what came back. Past turns do not change, so they are not drawn again while one streams. */
const Turn = memo(function Turn({ turn, streams, continued }: TurnProps) {
  const columns = useMemo(() => answerColumns(turn), [turn])
  return (
    <div data-turn={turn.number}>
      {turn.epochNote ? (
        <p className="turn-epoch">{t(EPOCH_NOTE, { reason: t(reasonOfNote(turn.epochNote)) })}</p>
      ) : null}
      {turn.continues === undefined ? (
        <Question turn={turn} />
      ) : (
        <p className="turn-continues">
          <span>{t('Continued')}</span>
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

interface ThreadProps {
  /** Known before the chat itself is there. */
  readonly chatId: string | undefined
  readonly chat: ChatView | undefined
  readonly pending: Draft | undefined
  readonly streams: AnswerStreams
  /** Where to go in it, and the words that are marked there. */
  readonly target: ThreadTarget | undefined
}

/** The turns of a chat, of which those in view are drawn. */
export function Thread({ chatId, chat, pending, streams, target }: ThreadProps) {
  const { box, content, atEnd, toEnd, release } = useStickToEnd(chatId, target)
  const loaded = useTurns(chat)
  const { turns, turnAt, count } = loaded
  const keepPlace = useKeepPlace(box, turns, release)
  const actions = useTurnActions(chat?.id)
  const answering = pending !== undefined || turns.some(isAnswering)
  const lastTurn = pending === undefined ? turns.at(-1)?.id : undefined
  const thread = useMemo<ThreadContext>(
    () => ({ ...actions, answering, lastTurn, keepPlace }),
    [actions, answering, lastTurn, keepPlace],
  )
  const { rows, below, measure, onFocus } = useTurnRows({
    chatId,
    box,
    loaded,
    target,
    atEnd,
    release,
  })
  useFoundWords(content, target?.words ?? '')
  const { voice } = useActions().memory
  useEffect(() => voice.stop, [voice])
  // Who sends wants to see the answer, wherever they had scrolled to.
  useEffect(() => {
    if (pending) toEnd()
  }, [pending, toEnd])
  return (
    <ThreadActions value={thread}>
      <div className="thread">
        <div ref={box} className="thread-scroll" role="region" aria-label={t('Conversation')} tabIndex={0}>
          {/* What has the focus stays, however far it is scrolled away. */}
          <div ref={content} className="thread-column" onFocus={onFocus}>
            {rows.map(({ number, above }) => {
              const turn = turnAt(number)
              return (
                <div
                  // By position: another branch takes the same one, so that a pressed button keeps its focus.
                  key={number}
                  ref={measure}
                  data-index={number - 1}
                  data-landed={target?.turn === number ? true : undefined}
                  style={{ marginTop: above }}
                >
                  {turn ? (
                    <>
                      <Day at={turn.at} before={turnAt(number - 1)?.at} isFirst={number === 1} />
                      <Turn
                        turn={turn}
                        streams={isAnswering(turn) ? streams : NO_STREAMS}
                        continued={turnAt(number + 1)?.continues}
                      />
                    </>
                  ) : (
                    <p className="turn-missing faint">
                      {t('Turn {number} of {count}', {
                        number: formatTokens(number),
                        count: formatTokens(count),
                      })}
                    </p>
                  )}
                </div>
              )
            })}
            <div style={{ height: below }} />
            {pending ? <PendingTurn draft={pending} /> : null}
          </div>
        </div>
        {atEnd ? null : (
          <div className="thread-to-end">
            <IconButton icon="toEnd" label={t('Jump to the end')} onClick={toEnd} />
          </div>
        )}
      </div>
    </ThreadActions>
  )
}

/** The day of a turn, where it is another than that of the turn before. */
function Day({
  at,
  before,
  isFirst,
}: {
  readonly at: string
  readonly before: string | undefined
  readonly isFirst: boolean
}) {
  const now = useNow(undefined)
  const day = formatDay(at, new Date(now))
  if (isFirst ? day === 'Today' : before === undefined || formatDay(before, new Date(now)) === day)
    return null
  return (
    <p className="turn-day">
      <time dateTime={at}>{day}</time>
    </p>
  )
}

/** A message being sent: shown in its place before the server has stored it. */
function PendingTurn({ draft }: { readonly draft: Draft }) {
  const { data: files = [] } = useFiles()
  const chips = draftChips({ draft, active: draft.active, files, tags: [], forecast: undefined })
  return (
    <article className="turn" aria-label={t('You')}>
      <div className="turn-who">
        <h2>{t('You')}</h2>
        <span>{t('Sending')}</span>
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

interface TurnProps {
  readonly turn: TurnView
  readonly streams: AnswerStreams
  /** The answer that the next turn continues, if any. */
  readonly continued: string | undefined
}

/** An answer without a box: model, text, sources, usage. */
function Answer(props: AnswerBodyProps) {
  const { turn, answer, stream } = props
  return (
    <article
      className="turn answer"
      aria-label={t('Answer {number} by {modelName}', { number: turn.number, modelName: answer.modelName })}
      aria-busy={isRunning(answer)}
    >
      <div className="turn-who">
        <h2>{answer.modelName}</h2>
        <Elapsed answer={answer} />
        {stream && !stream.connected ? <span>{t('Connection lost, trying again')}</span> : null}
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
