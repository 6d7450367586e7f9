import { useEffect, useRef } from 'react'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Pager } from '../parts/pager.tsx'
import type { AnswerColumn } from '../view-model/thread/answer-columns.ts'
import { isRunning } from '../view-model/thread/merge-turn.ts'
import { useChooseModels } from '../workbench/use-chosen-models.ts'
import { AnswerBody, type AnswerBodyProps } from './answer-body.tsx'
import { AnswerState } from './answer-state.tsx'
import { useThread } from './turn-actions.ts'
import { UsageLine } from './usage-line.tsx'

interface AnswerColumnViewProps extends AnswerBodyProps {
  readonly column: AnswerColumn
  /** Another answer of the same model. */
  readonly onTurn: (answerId: string) => void
}

/** One of several models: its state in the head, its footer in line with those of the others. */
export function AnswerColumnView({ column, onTurn, ...props }: AnswerColumnViewProps) {
  const { turn, answer, stream } = props
  const { stop } = useThread()
  const { answers } = column
  const newest = answers.at(-1)?.id
  // One that was asked for again comes into view.
  const seen = useRef(newest)
  useEffect(() => {
    if (newest === undefined || seen.current === newest) return
    seen.current = newest
    onTurn(newest)
  })
  return (
    <article
      className="answer-column answer"
      aria-label={`Answer ${turn.number} by ${answer.modelName}`}
      aria-busy={isRunning(answer)}
    >
      <div className="answer-column-head">
        <h2 className="cut">{answer.modelName}</h2>
        <AnswerState answer={answer} />
        {stream && !stream.connected ? <span>Connection lost, trying again</span> : null}
        <span className="grow" />
        <Pager
          noun="Answer"
          at={answers.findIndex(({ id }) => id === answer.id)}
          count={answers.length}
          onGo={(to) => onTurn(answers[to]?.id ?? answer.id)}
        />
        {isRunning(answer) ? (
          <Button small aria-label={`Stop ${answer.modelName}`} onClick={() => void stop(answer.id)}>
            <Icon name="stop" size={14} />
            Stop
          </Button>
        ) : null}
      </div>
      <div
        className="answer-column-body"
        role="group"
        aria-label={`Text by ${answer.modelName}`}
        tabIndex={0}
      >
        <AnswerBody key={answer.id} {...props} />
      </div>
      <div className="answer-column-foot">
        <UsageLine turn={turn} answer={answer} />
        <GoOnWith {...props} />
      </div>
    </article>
  )
}

/** The thread goes on with one of them; it can be another at any time. */
function GoOnWith({ turn, answer }: AnswerBodyProps) {
  const { choose, busy, answering, keepPlace } = useThread()
  const chooseModels = useChooseModels()
  if (isRunning(answer) || answer.text === '') return null
  if (turn.answer.id === answer.id)
    return (
      <p className="answer-goes-on">
        <Icon name="check" size={14} />
        The chat goes on with this one
      </p>
    )
  const goOn = async (button: Element) => {
    keepPlace(button)
    if (await choose(answer.id)) chooseModels([answer.modelId])
  }
  return (
    <Button disabled={busy || answering} onClick={(event) => void goOn(event.currentTarget)}>
      Continue with {answer.modelName}
    </Button>
  )
}
