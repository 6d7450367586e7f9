import type { DefinitionCheckView } from '@varve/contract'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { requireDefinitionName } from './definition-place.ts'
import { definitionWarnings } from './definition-warnings.ts'
import { type DefinitionInput, knownNames } from './list-definitions.ts'
import { parseDefinition } from './parse-definition.ts'
import { MOST_CHARACTERS } from './read-front-matter.ts'

/** Looks at a text as if it were the file of that name; nothing is written. */
export async function checkDefinition(
  context: AppContext,
  { workspaceId, kind, id, content }: DefinitionInput & { readonly content: string },
): Promise<DefinitionCheckView> {
  if (!(await context.store.workspaces.get(workspaceId)))
    throw new AppError('workspace-not-found', 'There is no such workspace.')
  requireDefinitionName(id)
  if (!content.isWellFormed() || content.length > MOST_CHARACTERS)
    return {
      problems: [{ message: `A definition has at most ${MOST_CHARACTERS} characters.` }],
      warnings: [],
    }
  const file = { content, parsing: parseDefinition(content, { kind, id }) }
  return {
    problems: file.parsing.kind === 'unsound' ? file.parsing.problems : [],
    warnings: definitionWarnings(file, await knownNames(context, workspaceId, [{ file }])),
  }
}
