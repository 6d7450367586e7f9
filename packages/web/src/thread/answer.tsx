import { isRunning } from '../view-model/thread/merge-turn.ts'
import { AnswerBody, type AnswerBodyProps } from './answer-body.tsx'
import { Elapsed } from './elapsed.tsx'
import { UsageLine } from './usage-line.tsx'

/** An answer stands bare on the page: who, text, sources, usage. */
export function Answer(props: AnswerBodyProps) {
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
