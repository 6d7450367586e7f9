import type { DefinitionProblem } from '@varve/contract'
import { isLocalProvider } from '../models/provider-info.ts'
import type { DefinitionFile } from './definition.ts'
import { readFrontMatter } from './read-front-matter.ts'

/** Models and skills that can be named here. */
export interface KnownNames {
  readonly models: ReadonlySet<string>
  readonly skills: ReadonlySet<string>
  /** Those of the skills that cannot be used, for the mistakes in them. */
  readonly unsound: ReadonlySet<string>
}

/** Unknown models and skills in a valid file. It applies anyway: they may be added later. */
export function definitionWarnings(
  { parsing, content }: Pick<DefinitionFile, 'parsing' | 'content'>,
  known: KnownNames,
): readonly DefinitionProblem[] {
  const unknown = [
    ...modelsNamed(parsing)
      .filter(({ id }) => !known.models.has(id) && !isFoundLater(id))
      .map(({ id, path }) => ({ path, message: `No model "${id}" is known.` })),
    ...skillsNamed(parsing)
      .filter(({ id }) => !known.skills.has(id))
      .map(({ id, path }) => ({ path, message: `There is no skill "${id}".` })),
    ...skillsNamed(parsing)
      .filter(({ id }) => known.unsound.has(id))
      .map(({ id, path }) => ({ path, message: `The skill "${id}" can't be used: its file has mistakes.` })),
  ]
  if (unknown.length === 0) return []
  const front = readFrontMatter(content)
  return unknown.map(({ path, message }) => ({
    ...(front.kind === 'read' ? { line: front.lineOf(path) } : {}),
    message,
  }))
}

/** Whether a file names a model at all. */
export function namesModels({ parsing }: Pick<DefinitionFile, 'parsing'>): boolean {
  return modelsNamed(parsing).length > 0
}

interface NamedThing {
  readonly id: string
  readonly path: readonly PropertyKey[]
}

function skillsNamed(parsing: DefinitionFile['parsing']): readonly NamedThing[] {
  if (parsing.kind !== 'sound' || parsing.definition.kind !== 'agent') return []
  return (parsing.definition.skills ?? []).map((id, index) => ({ id, path: ['skills', index] }))
}

function modelsNamed(parsing: DefinitionFile['parsing']): readonly NamedThing[] {
  if (parsing.kind !== 'sound') return []
  const { definition } = parsing
  switch (definition.kind) {
    case 'agent':
      return definition.model === undefined ? [] : [{ id: definition.model, path: ['model'] }]
    case 'project':
      return definition.models.map((id, index) => ({ id, path: ['models', index] }))
    case 'skill':
    case 'template':
      return []
    default:
      return definition satisfies never
  }
}

/** Models of a server on this machine are known only while it runs. */
function isFoundLater(id: string): boolean {
  return isLocalProvider(id.split('/')[0] ?? '')
}
