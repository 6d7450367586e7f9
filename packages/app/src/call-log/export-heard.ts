import type { HeardCall } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { openReceived } from './open-sealed.ts'

/** How the calls of an answer went and what they received, by number, for an export. */
export async function exportHeard(
  context: AppContext,
  answer: { readonly workspaceId: string; readonly answerId: string },
): Promise<ReadonlyMap<number, object>> {
  const exported = new Map<number, object>()
  for (const [number, heard] of await context.store.calls.heardOf(answer))
    if (heard)
      exported.set(number, { went: heard.heard, ...(await received(context, { ...answer, number }, heard)) })
  return exported
}

async function received(
  context: AppContext,
  place: Parameters<typeof openReceived>[1],
  { sealed }: HeardCall,
): Promise<object> {
  if (!sealed) return {}
  try {
    return { received: JSON.parse(await openReceived(context, place, sealed)) as unknown }
  } catch (error) {
    // That it is sealed is said in the place of the request.
    if (error instanceof AppError && error.code === 'trace-sealed') return {}
    throw error
  }
}
