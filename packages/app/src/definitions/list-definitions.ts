import type { DefinitionKind, DefinitionTextView, DefinitionView } from '@varve/contract'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { Definition, DefinitionFile } from './definition.ts'
import { definitionWarnings, type KnownNames, namesModels } from './definition-warnings.ts'
import { forgetDefinitions, workspaceDefinitions } from './workspace-definitions.ts'
import type { KnownDefinition } from './known-definition.ts'
import { expandTemplate } from './expand-template.ts'

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
  return { models: await knownModels(context, definitions), ...skillNames(all) }
}

/** A built-in skill holds while the workspace's own of that name does not. */
export function skillNames(
  definitions: readonly Pick<KnownDefinition, 'file' | 'shipped'>[],
): Pick<KnownNames, 'skills' | 'unsound'> {
  const skills = definitions.filter(({ file }) => file.kind === 'skill')
  const unsound = skills.filter(({ file, shipped }) => file.parsing.kind === 'unsound' && !shipped)
  const ids = (of: typeof skills) => new Set(of.map(({ file }) => file.id))
  return { skills: ids(skills), unsound: ids(unsound) }
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

function definitionView(
  { file, trusted, changed, shipped }: KnownDefinition,
  names: KnownNames,
): DefinitionView {
  const { kind, id, path, origin, hash, contentHash, beside, parsing } = file
  const warnings = definitionWarnings(file, names)
  const definition = parsing.kind === 'sound' ? parsing.definition : undefined
  return {
    kind,
    id,
    name: definition?.name ?? id,
    description: definition?.description ?? '',
    path,
    origin,
    ...(shipped ? { overrides: true } : {}),
    hash,
    ...(origin === 'workspace' ? { contentHash } : {}),
    trusted,
    ...(changed ? { changed } : {}),
    problems: parsing.kind === 'unsound' ? parsing.problems : [],
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(beside.length > 0 ? { files: beside.map(({ name }) => name) } : {}),
    ...(definition ? detailsOf(definition) : {}),
  }
}

function definitionTextView(known: KnownDefinition, names: KnownNames): DefinitionTextView {
  return { ...definitionView(known, names), content: known.file.content, body: bodyOf(known.file) }
}

function bodyOf({ parsing }: DefinitionFile): string {
  return parsing.kind === 'sound' ? parsing.definition.body : ''
}

function detailsOf(definition: Definition): Partial<DefinitionView> {
  switch (definition.kind) {
    case 'agent':
    case 'project': {
      const { kind: _, id: _id, name: _name, description: _description, body: _body, ...details } = definition
      return details
    }
    case 'skill':
      return definition.parameters ? { parameters: definition.parameters } : {}
    case 'template': {
      const { missing, wantsSelection } = expandTemplate(definition.body, { date: '' })
      return { variables: missing, ...(wantsSelection ? { wantsSelection } : {}) }
    }
    default:
      return definition satisfies never
  }
}
