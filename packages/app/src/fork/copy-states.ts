import { copyState, type State } from '@varve/engine'
import type { Statement } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { loadAsked, loadState } from '../turn/load-state.ts'
import { stateStatements } from '../turn/state-statements.ts'
import type { Copying } from './copy-branch.ts'

/** Turns that are renamed in all: the states of a short chat are copied for each turn, of a long one for the last. */
const MOST_RENAMED = 5000

/** The writes that copy the states of a branch: its end, and before that as far as it is cheap. */
export async function copyStates(context: AppContext, copying: Copying): Promise<readonly Statement[]> {
  const { from, chatId, branch, turnId, point } = copying
  const { workspaceId } = from
  const statements: Statement[] = []
  const put = async (id: string, state: State, rebuilt: boolean): Promise<void> => {
    const copy = copyState(state, { conversationId: chatId, turnId })
    const stage = copy.open ? 'asked' : 'answered'
    const toStore = { workspaceId, turnId: turnId(id), stage, state: copy, rebuilt } as const
    statements.push(...(await stateStatements(context, toStore)))
  }
  const last = await loadState(context, from, point)
  if (point.turn) await put(point.turn.id, last.state, last.rebuilt)
  let renamed = branch.length
  for (const turn of branch.toReversed().slice(1)) {
    renamed += turn.number
    if (renamed > MOST_RENAMED) break
    const asked = await loadAsked(context, from, turn)
    if (asked) await put(turn.id, asked.closed ?? asked.state, asked.rebuilt)
  }
  return statements
}
