import type { App, TurnView } from '@varve/app'
import { CliError } from '../cli-error.ts'

export interface OfChat {
  readonly workspaceId: string
  readonly chatId: string
}

/** The turns of the branch on show, the newest first; no more are read than somebody asks for. */
export async function* turnsOf(app: App, place: OfChat): AsyncGenerator<TurnView> {
  let before: number | undefined
  do {
    const { turns, earlier } = await app.listTurns({ ...place, before })
    yield* turns.toReversed()
    before = earlier > 0 ? earlier + 1 : undefined
  } while (before !== undefined)
}

/** The turn of this number or id in the branch on show; its last one where neither is given. */
export async function turnNamed(app: App, place: OfChat, wanted?: string): Promise<TurnView> {
  for await (const turn of turnsOf(app, place))
    if (wanted === undefined || turn.id === wanted || String(turn.number) === wanted) return turn
  throw new CliError(
    'usage',
    wanted === undefined
      ? 'This chat has no turn yet.'
      : `There is no turn "${wanted}" in the branch on show: see varve chats turns.`,
  )
}
