import type { AnswerView, TurnView } from '@varve/server/types'

/** The answers of one model to one question; the last is the newest. */
export interface AnswerColumn {
  readonly modelId: string
  readonly modelName: string
  readonly answers: readonly AnswerView[]
}

/**
 * The answers of a turn by model, where several models were asked together; none where each answer came by itself,
 * one instead of another. Those asked together began at the same moment.
 */
export function answerColumns({ answers }: Pick<TurnView, 'answers'>): readonly AnswerColumn[] {
  const together = answers.some(({ startedAt, modelId }) =>
    answers.some((other) => other.startedAt === startedAt && other.modelId !== modelId),
  )
  if (!together) return []
  const columns = new Map<string, AnswerColumn>()
  for (const answer of answers) {
    const { modelId, modelName } = answer
    const before = columns.get(modelId)?.answers ?? []
    columns.set(modelId, { modelId, modelName, answers: [...before, answer] })
  }
  return [...columns.values()]
}

/** Which answer of a column is in view: the one that was turned to, else the one that goes on, else the newest. */
export function answerInView(
  { answers }: AnswerColumn,
  turnedTo: string | undefined,
  goesOn: string,
): AnswerView | undefined {
  const find = (wanted: string | undefined) => answers.find(({ id }) => id === wanted)
  return (
    find(turnedTo) ?? answers.find(({ status }) => status === 'streaming') ?? find(goesOn) ?? answers.at(-1)
  )
}
