import type { App } from '@varve/app'
import { CliError } from '../cli-error.ts'

export interface ProjectWanted {
  readonly workspaceId: string
  /** Whose chats are looked through where no file has that name. */
  readonly among: 'current' | 'archived' | 'trashed'
  readonly project: string | undefined
}

/** By the name of its file, or by the name that it shows. Chats may be left of one whose file is gone. */
export async function findProject(
  app: App,
  { workspaceId, project, among }: ProjectWanted,
): Promise<string | undefined> {
  if (project === undefined) return undefined
  const projects = await app.listDefinitions({ workspaceId, kind: 'project' })
  const named = projects.filter(({ id }) => id === project)
  const shown = projects.filter(({ name }) => name.toLowerCase() === project.toLowerCase())
  const [found, ...others] = named.length > 0 ? named : shown
  if (found && others.length > 0)
    throw new CliError(
      'usage',
      `Several projects are called "${project}": ${shown.map(({ id }) => id).join(', ')}.`,
    )
  if (found) return found.id
  const left = await app.searchChats({ workspaceId, text: '', project, among, limit: 1 })
  if (left.hits.length > 0) return project
  throw new CliError('usage', `There is no project "${project}" in this workspace.`)
}
