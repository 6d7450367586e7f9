import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { DefinitionKind } from './definition.ts'
import { type KnownNames, namesModels } from './definition-warnings.ts'
import { definitionTextView, definitionView } from './definition-view.ts'
import type { DefinitionTextView, DefinitionView } from './definition-views.ts'
import { forgetDefinitions, workspaceDefinitions } from './workspace-definitions.ts'
import type { KnownDefinition } from './known-definition.ts'

/** Which of the definitions of a workspace. */
export interface DefinitionInput {
  readonly workspaceId: string
  readonly kind: DefinitionKind
  readonly id: string
}

/** The agents, skills, templates and projects of a workspace with what is wrong with them, by kind and name. */
export async function listDefinitions(
  context: AppContext,
  { workspaceId, kind }: { readonly workspaceId: string; readonly kind?: DefinitionKind | undefined },
): Promise<readonly DefinitionView[]> {
  // Who looks at them sees the files as they are now.
  forgetDefinitions(context, workspaceId)
  const known = await workspaceDefinitions(context, workspaceId)
  const wanted = known.filter(({ file }) => kind === undefined || file.kind === kind)
  const names = await knownNames(context, workspaceId, wanted)
  return wanted.map((one) => definitionView(one, names))
}

/** One of them, with its text. */
export async function readDefinition(
  context: AppContext,
  input: DefinitionInput,
): Promise<DefinitionTextView> {
  forgetDefinitions(context, input.workspaceId)
  const known = await requireDefinition(context, input)
  return definitionTextView(known, await knownNames(context, input.workspaceId, [known]))
}

/** What definitions can name in a workspace. */
export async function knownNames(
  context: AppContext,
  workspaceId: string,
  definitions: readonly { readonly file: Pick<KnownDefinition['file'], 'parsing'> }[],
): Promise<KnownNames> {
  const all = await workspaceDefinitions(context, workspaceId)
  return { models: await knownModels(context, definitions), skills: skillNames(all) }
}

export function skillNames(
  definitions: readonly { readonly file: Pick<KnownDefinition['file'], 'kind' | 'id'> }[],
): ReadonlySet<string> {
  return new Set(definitions.filter(({ file }) => file.kind === 'skill').map(({ file }) => file.id))
}

/** Looked up only where a file names one: a search for those of local servers may be under way. */
async function knownModels(
  { models, registry }: AppContext,
  definitions: readonly { readonly file: Pick<KnownDefinition['file'], 'parsing'> }[],
): Promise<ReadonlySet<string>> {
  if (!definitions.some(({ file }) => namesModels(file))) return new Set()
  return new Set([...models.map(({ spec }) => spec.id), ...(await registry.list()).map(({ id }) => id)])
}

export async function requireDefinition(
  context: AppContext,
  { workspaceId, kind, id }: DefinitionInput,
): Promise<KnownDefinition> {
  const known = await workspaceDefinitions(context, workspaceId)
  const found = known.find(({ file }) => file.kind === kind && file.id === id)
  if (!found) throw new AppError('file-not-found', `There is no ${kind} "${id}" in this workspace.`)
  return found
}
