import type { SourceView, TurnView } from '@varve/server/types'
import { useCallback, useDeferredValue } from 'react'
import type { AnswerStream } from '../api/use-answer-stream.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { useNow } from '../parts/use-now.ts'
import { formatClock, formatDuration } from '../view-model/format-time.ts'
import { settledMarkdown } from '../view-model/settled-markdown.ts'
import { useActions } from '../workbench/actions.ts'
import { AnswerStatus } from './answer-status.tsx'
import { ReasoningFold } from './reasoning-fold.tsx'
import { SourcesLine } from './sources-line.tsx'
import { UsageLine } from './usage-line.tsx'

interface AnswerProps {
  readonly turn: TurnView
  readonly stream: AnswerStream | undefined
}

/** An answer stands bare on the page: who, text, sources, usage. */
export function Answer({ turn, stream }: AnswerProps) {
  const { answer } = turn
  const { openPreview } = useActions()
  const openSource = useCallback(
    ({ path, lines }: SourceView) => openPreview({ path, lines, givenIn: turn.number }),
    [openPreview, turn.number],
  )
  const live = answer.status === 'streaming'
  // What the server had stored may be ahead of a stream that has only begun to replay.
  const arrived = stream && stream.text.length > answer.text.length ? stream.text : answer.text
  const text = useDeferredValue(live ? settledMarkdown(arrived) : arrived)
  return (
    <article
      className="turn answer"
      aria-label={`Answer ${turn.number} by ${answer.modelName}`}
      aria-busy={live}
    >
      <div className="turn-who">
        <h2>{answer.modelName}</h2>
        {live ? (
          <Elapsed since={turn.at} />
        ) : (
          <time className="figures" dateTime={turn.at}>
            {formatClock(turn.at)}
          </time>
        )}
        {stream && !stream.connected ? <span>Connection lost, trying again</span> : null}
      </div>
      <ReasoningFold answerId={answer.id} thinking={live && text === ''} />
      {text === '' && live ? (
        <p className="answer-waiting">
          <span className="answer-caret pulse" />
        </p>
      ) : (
        <div className={live ? 'markdown answer-live' : 'markdown'}>
          <Markdown text={text} sources={answer.sources} onOpenSource={openSource} />
        </div>
      )}
      <AnswerStatus turn={turn} />
      <SourcesLine sources={answer.sources} onOpen={openSource} />
      <UsageLine turn={turn} />
    </article>
  )
}

function Elapsed({ since }: { readonly since: string }) {
  const now = useNow(200)
  const elapsed = now - new Date(since).getTime()
  return (
    <>
      <span className="dot pulse" role="img" aria-label="answering" />
      {elapsed >= 0 ? <span className="figures">{formatDuration(elapsed)}</span> : null}
    </>
  )
}
