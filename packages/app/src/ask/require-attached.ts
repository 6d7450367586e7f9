import type { AttachRequest } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { type Attachable, parseAttachables } from '../files/attachable.ts'
import { hydrate } from '../workspace/hydrate.ts'

/** These are looked up in the workspace; a page is fetched once, when the message is sent. */
const LOOKED_UP: ReadonlySet<AttachRequest['kind']> = new Set(['path', 'folder', 'tag', 'upload', 'chat'])

/**
 * Refuses a name that leads to nothing. Who attaches in the page sees what is there, and a message goes out without what
 * has gone since; a command may have a slip in it, and would pay for an answer without what it is about.
 */
export async function requireAttached(
  context: AppContext,
  { workspaceId, attach }: { readonly workspaceId: string; readonly attach: readonly Attachable[] },
): Promise<void> {
  const named = attach.filter((item) => typeof item === 'string')
  for (const [index, request] of parseAttachables(named).entries()) {
    if (!LOOKED_UP.has(request.kind)) continue
    const at = context.clock.now()
    const { artifacts, images, warnings } = await hydrate(context, {
      workspaceId,
      attach: [request],
      at,
      audience: 'this-machine',
    })
    if (artifacts.length + images.length > 0) continue
    const why = warnings.map(({ message }) => message).join(' ')
    throw new AppError(
      'file-not-found',
      `"${named[index]}" cannot be attached: ${why} Nothing has been sent.`,
    )
  }
}
