import { type App, AppError, type ConverseInput } from '@varve/app'
import type { ChatSettingsPatch, WorkspaceSummaryView } from '@varve/contract'

/** What a name of a model stands for. */
export type Target = Pick<ConverseInput, 'workspaceId' | 'modelId' | 'isPlain'> & {
  readonly settings: ChatSettingsPatch
}

interface ListedTarget {
  readonly id: string
  /** For people. */
  readonly name: string
  readonly owner: string
}

/** What can stand as `model` in a request. */
export async function listTargets(app: App): Promise<readonly ListedTarget[]> {
  const models = (await app.listModels(undefined)).filter(({ ready }) => ready)
  const { workspaces } = await app.listWorkspaces(undefined)
  const own = await Promise.all(
    workspaces.map(async (workspace) => {
      const id = `varve/${nameOf(workspace, workspaces)}`
      const usable = (await usableDefinitions(app, workspace.id).catch(() => [])).map((one, _, all) => ({
        // Where an agent and a project have the same name, its kind stands before it.
        id: `${id}/${all.filter((each) => each.id === one.id).length > 1 ? `${one.kind}s/` : ''}${one.id}`,
        name: `${one.name} (${workspace.name})`,
      }))
      return [{ id, name: workspace.name }, ...usable]
    }),
  )
  return [
    ...models.map(({ id, name, provider }) => ({ id, name, owner: provider })),
    ...own.flat().map((one) => ({ ...one, owner: 'varve' })),
  ]
}

async function usableDefinitions(app: App, workspaceId: string) {
  const all = await app.listDefinitions({ workspaceId })
  return all.filter((one) => one.trusted && (one.kind === 'agent' || one.kind === 'project'))
}

/** A workspace by its id or as models name it; `first` or the only other one where none is named. */
export async function findWorkspace(app: App, first: string, named: string | undefined): Promise<string> {
  const { workspaces } = await app.listWorkspaces(undefined)
  const found =
    named === undefined
      ? (workspaces.find(({ id }) => id === first) ?? workspaces[0])
      : (workspaces.find(({ id }) => id === named) ??
        workspaces.find((one) => nameOf(one, workspaces) === named))
  if (!found) throw new AppError('workspace-not-found', 'There is no such workspace.')
  return found.id
}

/** A name that can be typed; where two workspaces have the same, the id of each. */
function nameOf(workspace: WorkspaceSummaryView, all: readonly WorkspaceSummaryView[]): string {
  const slug = slugOf(workspace.name)
  const isAlone =
    slug !== '' && all.filter(({ name, id }) => slugOf(name) === slug || id === slug).length === 1
  return isAlone ? slug : workspace.id
}

function slugOf(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/**
 * What a name stands for: `openai/gpt-5.6` is that model and nothing else, `varve/my-vault` is answered from this
 * workspace, `varve/my-vault/poet` by its agent or project of that name, which `agents/` or `projects/` before it can
 * tell apart. `@` and a model behind it say who writes. `first` is the workspace of names that say none.
 */
export async function findTarget(app: App, first: string, name: string): Promise<Target> {
  const { workspaces } = await app.listWorkspaces(undefined)
  if (!name.startsWith('varve/')) {
    const workspace = workspaces.find(({ id }) => id === first) ?? workspaces[0]
    if (!workspace) throw new AppError('workspace-not-found', 'There is no workspace for this key.')
    return {
      workspaceId: workspace.id,
      modelId: name,
      isPlain: true,
      settings: { runner: 'chat', agent: null, project: null },
    }
  }
  const [place = '', model] = name.slice('varve/'.length).split(/@(.*)/s)
  const [named = '', ...rest] = place.split('/')
  const workspace =
    workspaces.find(({ id }) => id === named) ?? workspaces.find((one) => nameOf(one, workspaces) === named)
  if (!workspace) throw unknown(name)
  const target = { workspaceId: workspace.id, isPlain: false, ...(model ? { modelId: model } : {}) }
  const none = { runner: null, agent: null, project: null }
  if (rest.length === 0) return { ...target, settings: { ...none, runner: 'vault-qa' } }
  const known = await usableDefinitions(app, workspace.id)
  const path = rest.join('/')
  const found =
    known.find(({ kind, id }) => `${kind}s/${id}` === path) ??
    known.find(({ kind, id }) => kind === 'agent' && id === path) ??
    known.find(({ id }) => id === path)
  if (!found) throw unknown(name)
  return { ...target, settings: { ...none, [found.kind]: found.id } }
}

function unknown(name: string): AppError {
  return new AppError(
    'model-unknown',
    `There is no model "${name}". GET /v1/models lists those that there are.`,
  )
}
