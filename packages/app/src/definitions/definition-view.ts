import type { Definition, DefinitionFile } from './definition.ts'
import type { DefinitionTextView, DefinitionView } from './definition-views.ts'
import { definitionWarnings, type KnownNames } from './definition-warnings.ts'
import { expandTemplate } from './expand-template.ts'
import type { KnownDefinition } from './known-definition.ts'

export function definitionView(
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

export function definitionTextView(known: KnownDefinition, names: KnownNames): DefinitionTextView {
  return { ...definitionView(known, names), content: known.file.content, body: bodyOf(known.file) }
}

function bodyOf({ parsing }: DefinitionFile): string {
  return parsing.kind === 'sound' ? parsing.definition.body : ''
}

function detailsOf(definition: Definition): Partial<DefinitionView> {
  switch (definition.kind) {
    case 'agent': {
      const { kind: _, id: _id, name: _name, description: _description, body: _body, ...details } = definition
      return details
    }
    case 'skill':
      return definition.parameters ? { parameters: definition.parameters } : {}
    case 'template': {
      const { missing, wantsSelection } = expandTemplate(definition.body, { date: '' })
      return { variables: missing, ...(wantsSelection ? { wantsSelection } : {}) }
    }
    case 'project': {
      const { models, pinned, runner } = definition
      return { models, pinned, ...(runner ? { runner } : {}) }
    }
    default:
      return definition satisfies never
  }
}
