import type { AnswerView, TurnView } from '@varve/server/types'

export function isAnswering(turn: Pick<TurnView, 'answers'>): boolean {
  return turn.answers.some(isRunning)
}

export function isRunning({ status }: Pick<AnswerView, 'status'>): boolean {
  return status === 'streaming'
}

/**
 * A turn as it came with the end of one of its answers. Streams run beside each other: what came late
 * must not set an answer that has ended meanwhile running again.
 */
export function mergeTurn(old: TurnView, came: TurnView): TurnView {
  const answers = came.answers.map((answer) => {
    const known = old.answers.find(({ id }) => id === answer.id)
    return known && isRunning(answer) && !isRunning(known) ? known : answer
  })
  const answer = answers.find(({ id }) => id === came.answer.id) ?? came.answer
  return { ...came, answers, answer }
}
