import type { ChatAnswer, ChatDocument, ChatTurn } from '@varve/workspace'

/** The turns that the app can show: one after the other, each with one answer. */
export interface ChatBranch {
  readonly turns: readonly BranchTurn[]
  /** What stays in the file only, in words. */
  readonly left: readonly string[]
}

export interface BranchTurn {
  readonly turn: ChatTurn
  readonly answer: ChatAnswer | undefined
}

/** Follows the branch on show from its end to its beginning. */
export function readBranch({ turns, current }: ChatDocument): ChatBranch {
  const places = new Map(turns.map(({ id }, index) => [id, index]))
  const branch: BranchTurn[] = []
  const left: string[] = []
  let index = (current === undefined ? undefined : places.get(current)) ?? turns.length - 1
  for (;;) {
    const turn = turns[index]
    if (!turn) break
    const answer = turn.answers.find(({ chosen }) => chosen) ?? turn.answers[0]
    if (turn.answers.length > 1)
      left.push(`${turn.answers.length - 1} more answers of turn ${turn.id} stay in the file.`)
    branch.unshift({ turn, answer })
    const before = turn.parent === undefined ? index - 1 : (places.get(turn.parent ?? '') ?? -1)
    // A file may name a later turn as an earlier one; that way lies a circle.
    if (before >= index) break
    index = before
  }
  if (branch.length < turns.length)
    left.push(`${turns.length - branch.length} turns of other branches stay in the file.`)
  return { turns: branch, left }
}
