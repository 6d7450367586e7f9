import { WorkspaceError } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { areaPaths } from '../areas/read-packs.ts'
import { forgetDefinitions, workspaceDefinitions } from './workspace-definitions.ts'
import { INSTRUCTIONS_PATH } from '../memory/workspace-text.ts'
import { MEMORY_PATH } from '../memory/memory.ts'
import { openedIfThere } from '../workspaces/opened-workspace.ts'
import type { InstructionView } from '@varve/contract'
import { distrustFile, isLink, readTrust, trustFile } from '../trust/trust.ts'

/** All of them, by path. */
export async function listInstructions(
  context: AppContext,
  { workspaceId }: { readonly workspaceId: string },
): Promise<readonly InstructionView[]> {
  forgetDefinitions(context, workspaceId)
  const known = await workspaceDefinitions(context, workspaceId)
  const trustOf = await readTrust(context.store, workspaceId)
  const definitions = known
    .filter(({ file }) => file.origin === 'workspace')
    .map(({ file }) => ({ path: file.path, kind: file.kind, hash: file.hash, trust: trustOf(file) }))
  const files = (await openedIfThere(context, workspaceId))?.files
  if (!files) return definitions
  const areas = await areaPaths(files)
  const others = [INSTRUCTIONS_PATH, MEMORY_PATH, ...areas].map(async (path): Promise<InstructionView[]> => {
    try {
      const stored = await files.read(path)
      const file = { path, hash: stored.contentHash, isLink: isLink(path, stored) }
      return [{ path, kind: kindOf(path), hash: file.hash, trust: trustOf(file) }]
    } catch (error) {
      if (error instanceof WorkspaceError) return []
      throw error
    }
  })
  const all = [...definitions, ...(await Promise.all(others)).flat()]
  return all.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

export interface TrustInstructionInput {
  readonly workspaceId: string
  readonly path: string
  /** Of what the user has looked at; the file as it is now where absent. */
  readonly hash?: string | undefined
  /** `false` ceases to trust it. */
  readonly trusted?: boolean | undefined
}

/** Lets models follow a file, also when its owner edits it later; or no longer. */
export async function trustInstruction(
  context: AppContext,
  { workspaceId, path, hash, trusted = true }: TrustInstructionInput,
): Promise<InstructionView> {
  const find = async (): Promise<InstructionView> => {
    const found = (await listInstructions(context, { workspaceId })).find((file) => file.path === path)
    if (found) return found
    throw new AppError(
      'file-not-found',
      `"${path}" is no instruction file of this workspace. Those are AGENTS.md, Varve/memory.md, and agents, skills, templates, projects and areas in Varve.`,
    )
  }
  const file = await find()
  if (hash !== undefined && hash !== file.hash)
    throw new AppError('file-changed', `"${path}" has changed. Read it again, then trust it.`)
  if (trusted) await trustFile(context.store, { workspaceId, path, hash: file.hash })
  else await distrustFile(context.store, { workspaceId, path })
  context.areas.delete(workspaceId)
  return find()
}

function kindOf(path: string): InstructionView['kind'] {
  if (path === INSTRUCTIONS_PATH) return 'instructions'
  return path === MEMORY_PATH ? 'memory' : 'area'
}
