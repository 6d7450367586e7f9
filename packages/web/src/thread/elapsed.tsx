import type { AnswerView } from '@varve/server/types'
import { useNow } from '../parts/use-now.ts'
import { formatClock, formatDuration } from '../view-model/text/format-time.ts'
import { isRunning } from '../view-model/thread/merge-turn.ts'

/** When an answer was asked for; while it runs, how long it has been running. */
export function Elapsed({ answer }: { readonly answer: AnswerView }) {
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
