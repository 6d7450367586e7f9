import type { TurnView } from '@varve/server/types'
import { memo, useMemo } from 'react'
import type { AnswerStreams } from '../api/use-answer-streams.ts'
import { answerColumns } from '../view-model/thread/answer-columns.ts'
import { Answer } from './answer.tsx'
import { AnswerColumns } from './answer-columns.tsx'
import { Branches } from './branches.tsx'
import { Question } from './question.tsx'
import './turn.css'

interface TurnProps {
  readonly turn: TurnView
  readonly streams: AnswerStreams
  /** The answer that the next turn goes on with, where it does. */
  readonly continued: string | undefined
}

/** What was asked and what came back. Past turns do not change, so they are not drawn again while one streams. */
export const Turn = memo(function Turn({ turn, streams, continued }: TurnProps) {
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
