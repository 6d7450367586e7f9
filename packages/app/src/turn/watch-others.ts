import { setTimeout as delay } from 'node:timers/promises'
import type { AnswerPlace } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import type { StopReason } from './stream-answer.ts'

const LOOK_MILLISECONDS = 1000
/** A program that has only lost its connection is back sooner. */
const LOOKS_UNTIL_GONE = 3

/**
 * With several programs on one database: stops answers here on others' request, and ends answers of programs
 * that are gone. Runs until the app closes.
 */
export async function watchOthers(context: AppContext): Promise<void> {
  const { store, closing } = context
  if (!store.answers.isShared || store.readOnly !== undefined) return
  let missed: ReadonlyMap<string, number> = new Map()
  let isTold = false
  for (;;) {
    await delay(LOOK_MILLISECONDS, undefined, { signal: closing, ref: false }).catch(() => undefined)
    if (closing.aborted) return
    try {
      await stopAsked(context)
      missed = await endAbandoned(context, missed)
      isTold = false
    } catch (error) {
      // Once, not with every look.
      if (!isTold) context.report(`Answers of other programs are not watched: ${toAppError(error).message}`)
      isTold = true
    }
  }
}

async function stopAsked({ store, live }: Pick<AppContext, 'store' | 'live'>): Promise<void> {
  if (live.size === 0) return
  for (const { id } of await store.answers.stopsAsked())
    live.get(id)?.stopping.abort('stopped' satisfies StopReason)
}

/** How often each answer has been found without its program, by place. */
async function endAbandoned(
  context: AppContext,
  missed: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const now = new Map<string, number>()
  for (const place of await context.store.answers.leftUnfinished()) {
    const name = JSON.stringify([place.workspaceId, place.id])
    const looks = (missed.get(name) ?? 0) + 1
    if (looks >= LOOKS_UNTIL_GONE) await interrupt(context, place)
    else now.set(name, looks)
  }
  return now
}

async function interrupt(
  { store, clock, chatFiles }: Pick<AppContext, 'store' | 'clock' | 'chatFiles'>,
  place: AnswerPlace,
): Promise<void> {
  const answer = await store.answers.get(place)
  if (answer?.status !== 'streaming') return
  const { workspaceId, conversationId, id: answerId, text } = answer
  const at = clock.now()
  await store.commit([
    store.answers.interrupt(place, at),
    ...store.chatTexts.putAnswer({ workspaceId, conversationId, answerId, text, at }),
  ])
  chatFiles.due(workspaceId)
}
