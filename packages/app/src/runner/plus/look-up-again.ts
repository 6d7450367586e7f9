import type { State } from '@varve/engine'
import type { AppContext } from '../../app-context.ts'
import { parseComposer } from '../../definitions/parse-composer.ts'
import type { FoundSince, PreparedTurn } from '../../turn/prepared-turn.ts'
import type { SourceView } from '../../views.ts'
import type { AgentWanted } from '../agent-setup.ts'
import { citeHits } from '../cite-hits.ts'
import { readSteps } from '../read-steps.ts'
import { lookupSetup } from './lookup-setup.ts'

export interface LookUpAgain extends AgentWanted {
  readonly turnId: string
  /** As it was sent. */
  readonly text: string
  /** With the turn open. */
  readonly asked: State
}

/** With what a turn is looked up that is answered again: with nothing where that was done before. */
export async function lookUpAgain(
  context: AppContext,
  { turnId, text, asked, ...wanted }: LookUpAgain,
): Promise<Pick<PreparedTurn, 'lookup' | 'directives'>> {
  const setup = await lookupSetup(context, wanted)
  if (!setup) return { lookup: undefined, directives: {} }
  const { vault, web } = parseComposer(text).directives
  const isDone =
    (asked.open?.gathered.length ?? 0) > 0 || (await wasPlanned(context, wanted.workspaceId, turnId))
  return { lookup: isDone ? undefined : setup, directives: { vault, web } }
}

/** Whether an answer to this turn came to the end of its plan; a program that was killed may not have recorded it. */
async function wasPlanned({ store }: AppContext, workspaceId: string, turnId: string): Promise<boolean> {
  const standing = await store.answers.ofTurn(workspaceId, turnId)
  return standing.some(({ steps }) => {
    const calls = (readSteps(steps, false) ?? []).flatMap((step) => step.calls)
    const isEnded = calls.every(({ status }) => status === 'done' || status === 'failed')
    return isEnded && calls.some(({ tool }) => tool === 'planner')
  })
}

/** A turn with what was found for it now. */
export function withFound(asked: State, { gathered = [], guidance = '' }: FoundSince): State {
  const { open } = asked
  if (!open || (gathered.length === 0 && guidance === '')) return asked
  const words = [open.guidance, guidance].filter((part) => part !== '').join('\n\n')
  return { ...asked, open: { ...open, gathered: [...open.gathered, ...gathered], guidance: words } }
}

/** By the numbers under which a turn was given its passages; undefined where it was given none. */
export function sourcesOf({ open }: State): readonly SourceView[] | undefined {
  const { sources } = citeHits(open?.gathered ?? [], '')
  return sources.length === 0 ? undefined : sources
}
