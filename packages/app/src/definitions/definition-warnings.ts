import { isLocalProvider } from '../providers/provider-info.ts'
import type { DefinitionFile, DefinitionProblem } from './definition.ts'
import { readFrontMatter } from './read-front-matter.ts'

/** Models that a sound file names and nobody knows here. The file holds all the same: they may come to be known. */
export function definitionWarnings(
  { parsing, content }: Pick<DefinitionFile, 'parsing' | 'content'>,
  knownModels: ReadonlySet<string>,
): readonly DefinitionProblem[] {
  const named = modelsNamed(parsing)
  const unknown = named.filter(({ id }) => !knownModels.has(id) && !isFoundLater(id))
  if (unknown.length === 0) return []
  const front = readFrontMatter(content)
  return unknown.map(({ id, path }) => ({
    ...(front.kind === 'read' ? { line: front.lineOf(path) } : {}),
    message: `No model "${id}" is known.`,
  }))
}

/** Whether a file names a model at all. */
export function namesModels({ parsing }: Pick<DefinitionFile, 'parsing'>): boolean {
  return modelsNamed(parsing).length > 0
}

interface NamedModel {
  readonly id: string
  readonly path: readonly PropertyKey[]
}

function modelsNamed(parsing: DefinitionFile['parsing']): readonly NamedModel[] {
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
