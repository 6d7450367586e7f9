import type { AnswerView } from '@varve/server/types'

type Status = AnswerView['status']

/** In words, as several models end: how many have answered, and how many will not. */
export function describeProgress(answers: readonly { readonly status: Status }[]): string {
  const count = (...statuses: readonly Status[]): number =>
    answers.filter(({ status }) => statuses.includes(status)).length
  const parts: readonly (readonly [number, string])[] = [
    [count('complete'), 'answered'],
    [count('failed'), 'failed'],
    [count('stopped', 'interrupted'), 'stopped'],
    [count('streaming'), 'still answering'],
  ]
  const said = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`)
  return `${said.join(', ')}.`
}
