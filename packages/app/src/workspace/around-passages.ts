import type { Artifact } from '@varve/engine'
import { surroundings } from '@varve/guard'
import { decodeText, WorkspaceError } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { openedIfThere } from './opened-workspace.ts'
import type { OpenedWorkspace } from './workspace-files.ts'

/** What stands around passages in their files as these are now: nothing where a file no longer has its passage. */
export async function aroundPassages(
  context: AppContext,
  workspaceId: string,
  artifacts: readonly Artifact[],
): Promise<readonly string[]> {
  const passages = artifacts.filter(({ kind, source }) => kind === 'selection' && source.path !== undefined)
  if (passages.length === 0) return []
  const opened = await openedIfThere(context, workspaceId)
  const around = await Promise.all(
    passages.map(async ({ source, content }) => {
      const text = await textAt(opened, source.path ?? '')
      const start = text.indexOf(content)
      return start < 0 ? [] : surroundings(text, start, start + content.length)
    }),
  )
  return around.flat()
}

async function textAt(opened: OpenedWorkspace | undefined, path: string): Promise<string> {
  try {
    const file = await opened?.files.read(path)
    return file ? decodeText(file) : ''
  } catch (error) {
    // It is gone, or no text: then the passage has to speak for itself.
    if (error instanceof WorkspaceError) return ''
    throw error
  }
}
