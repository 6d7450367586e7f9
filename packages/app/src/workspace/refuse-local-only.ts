import type { Artifact } from '@varve/engine'
import { parseNote, privacyOf, readPrivacyRules } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'

/** Fails where a chat holds a file that may not leave this machine: a model elsewhere would be given it again. */
export async function refuseLocalOnly(
  context: AppContext,
  workspaceId: string,
  kept: readonly Artifact[],
): Promise<void> {
  const files = kept.filter(({ source }) => source.path !== undefined)
  if (files.length === 0) return
  const { root } = (await context.store.workspaces.get(workspaceId)) ?? {}
  const rules = await readPrivacyRules(root ?? '')
  const held = files.filter(({ kind, source, content }) => {
    // A passage is not the note: only the path can be told from it.
    const parsed = parseNote(kind === 'note' ? content : '')
    return privacyOf(source.path ?? '', parsed, rules) !== 'open'
  })
  if (held.length === 0) return
  const names = held.map(({ key }) => key).join(', ')
  throw new AppError(
    'local-only',
    `This chat holds files that stay on this machine: ${names}. Forget them, or ask a model on this machine. Nothing has been sent.`,
  )
}
