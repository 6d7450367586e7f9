import type { State } from './state.ts'

/** What Varve writes to have a cut-off answer continued. It is in the user's place, but is not the user's. */
export const CONTINUE_REQUEST =
  'Your answer was cut off. Go on exactly where it stopped, without repeating any of it.'

/** What the user wrote on this branch, the newest last: the only text to search with or to draw conclusions from. */
export function userQuestions(
  { history, open }: Pick<State, 'history' | 'open'>,
  next: string = open?.text ?? '',
): readonly string[] {
  return [...[...history].map(({ text }) => text), next].filter(
    (text) => text !== '' && text !== CONTINUE_REQUEST,
  )
}
