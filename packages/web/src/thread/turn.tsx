import type { TurnView } from '@varve/server/types'
import { memo } from 'react'
import type { AnswerStream } from '../api/use-answer-stream.ts'
import { Answer } from './answer.tsx'
import { Question } from './question.tsx'
import './turn.css'

interface TurnProps {
  readonly turn: TurnView
  readonly stream: AnswerStream | undefined
}

/** What was asked and what came back. Past turns do not change, so they are not drawn again while one streams. */
export const Turn = memo(function Turn({ turn, stream }: TurnProps) {
  return (
    <>
      {turn.epochNote ? <p className="turn-epoch">{turn.epochNote}</p> : null}
      <Question turn={turn} />
      <Answer turn={turn} stream={stream} />
    </>
  )
})
