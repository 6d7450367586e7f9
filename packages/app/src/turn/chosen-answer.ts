import type { AnswerRecord } from '@varve/store'

/**
 * The answer that a conversation goes on with: the one that the user picked, else the first completed in the
 * order of the models that were asked, else the first that has a word in it.
 */
export function chosenAnswer(answers: readonly AnswerRecord[], picked?: string): AnswerRecord | undefined {
  const worded = answers.filter(({ text, status }) => text !== '' && status !== 'streaming')
  return (
    worded.find(({ id }) => id === picked) ??
    worded.find(({ status }) => status === 'complete') ??
    worded.find(({ status }) => status !== 'failed') ??
    worded[0]
  )
}
