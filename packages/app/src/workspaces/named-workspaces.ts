import { resolve } from 'node:path'
import { AppError } from '../app-error-class.ts'
import { realFolder } from './real-folder.ts'
import type { WorkspaceRecord } from '@varve/store'

/** Shorter ones fit too much by chance. */
export const SHORTEST_BEGINNING = 4

/** What a workspace can be called by. */
interface Nameable {
  readonly id: string
  readonly name: string
  readonly root?: string | undefined
}

/** Those that a user means: by the id, the folder, the name, or the beginning of the id, whichever fits first. */
export function namedWorkspaces<Each extends Nameable>(
  all: readonly Each[],
  wanted: string,
): readonly Each[] {
  const folder = realFolder(resolve(wanted))
  const ways: readonly ((each: Each) => boolean)[] = [
    ({ id }) => id === wanted,
    ({ root }) => root !== undefined && realFolder(root) === folder,
    ({ name }) => name === wanted,
    ({ id }) => wanted.length >= SHORTEST_BEGINNING && id.startsWith(wanted),
  ]
  for (const fits of ways) {
    const found = all.filter(fits)
    if (found.length > 0) return found
  }
  return []
}

/** The one that is meant; a refusal says what there is. */
export function requireWorkspace<Each extends Nameable>(all: readonly Each[], wanted: string): Each {
  const [found, ...others] = namedWorkspaces(all, wanted)
  if (found && others.length === 0) return found
  throw workspaceNotNamed(all, { wanted, isAmbiguous: found !== undefined })
}

export interface NotNamed {
  readonly wanted: string
  /** It fits several of them. */
  readonly isAmbiguous: boolean
}

/** Why a name leads to no workspace, with all that there are. */
export function workspaceNotNamed(all: readonly Nameable[], { wanted, isAmbiguous }: NotNamed): AppError {
  const name = JSON.stringify(isFolderName(wanted) ? resolve(wanted) : wanted)
  const problem = isAmbiguous
    ? `Several workspaces fit ${name}. Name one by its id:`
    : isFolderName(wanted)
      ? `The folder ${name} is no workspace of this data yet: "varve workspaces add" makes it one, and so does opening it in the page of "varve start". There are:`
      : `There is no workspace ${name} in this data. Name one by its id, the beginning of it, its name or its folder:`
  return notFound(problem, all)
}

/** A refusal with a line for each workspace, for anyone who has to name one. */
export function notFound(problem: string, all: readonly Nameable[]): AppError {
  const known = all.map(({ id, name, root }) => `  ${id}  ${name}${root === undefined ? '' : `  ${root}`}`)
  return new AppError(
    'workspace-not-found',
    [problem, ...(known.length === 0 ? ['  none yet'] : known)].join('\n'),
  )
}

/** What can only be a folder. */
export function isFolderName(wanted: string): boolean {
  return wanted === '.' || wanted === '..' || /[/\\]/.test(wanted)
}

/** The workspaces that are meant by a folder, an id or a name; all of them where nothing is named. */
export function chosenWorkspaces(
  workspaces: readonly WorkspaceRecord[],
  wanted: string | undefined,
): readonly WorkspaceRecord[] {
  if (wanted === undefined) return workspaces
  const found = namedWorkspaces(workspaces, wanted)
  if (found.length === 0) throw workspaceNotNamed(workspaces, { wanted, isAmbiguous: false })
  return found
}
