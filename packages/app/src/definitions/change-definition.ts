import { Buffer } from 'node:buffer'
import type { Hash } from '@varve/engine/internal'
import type { DefinitionCheckView, DefinitionTextView } from '@varve/contract'
import { requireMayWrite } from '../acting.ts'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'
import { pathOf, requireDefinitionName } from './definition-place.ts'
import { type DefinitionInput, knownNames, readDefinition, requireDefinition } from './list-definitions.ts'
import { MOST_CHARACTERS } from './read-front-matter.ts'
import { distrustFile, stopFollowingEdits, trustFile } from '../trust/trust.ts'
import { forgetDefinitions } from './workspace-definitions.ts'
import { definitionWarnings } from './definition-warnings.ts'
import { parseDefinition } from './parse-definition.ts'

interface WriteDefinitionInput extends DefinitionInput {
  /** The whole file. */
  readonly content: string
  /** Of the file that this replaces; absent where the workspace has none of its own. */
  readonly contentHash?: Hash | undefined
  /** It was not written here: it does nothing until it is trusted. */
  readonly imported?: boolean | undefined
}

/**
 * Writes an agent, skill, template or project. A mistake doesn't lose the text: it is saved and reported.
 * What the user writes here is trusted, unless files next to it were not.
 */
export async function writeDefinition(
  context: AppContext,
  input: WriteDefinitionInput,
): Promise<DefinitionTextView> {
  const { workspaceId, id, content, contentHash, imported = false } = input
  requireMayWrite(pathOf(input))
  requireDefinitionName(id)
  if (!content.isWellFormed() || content.length > MOST_CHARACTERS)
    throw new AppError('message-invalid', `A definition has at most ${MOST_CHARACTERS} characters.`)
  const { files } = await openedWorkspace(context, workspaceId)
  forgetDefinitions(context, workspaceId)
  const before = contentHash === undefined ? undefined : await requireDefinition(context, input)
  const path = before?.file.path ?? pathOf(input)
  if (imported) await stopFollowingEdits(context.store, { workspaceId, paths: [path] })
  await files.write(
    path,
    Buffer.from(content, 'utf8'),
    contentHash === undefined ? 'absent' : { hash: contentHash },
  )
  forgetDefinitions(context, workspaceId)
  const { file } = await requireDefinition(context, input)
  const isMine = file.beside.length === 0 || before?.trusted === true
  if (!imported && isMine && file.path === path)
    await trustFile(context.store, { workspaceId, path, hash: file.hash })
  return readDefinition(context, input)
}

interface TrustDefinitionInput extends DefinitionInput {
  /** Of what the user has looked at. */
  readonly hash: Hash
  /** `false` ceases to trust it. */
  readonly trusted?: boolean | undefined
}

/** Lets a definition that was not written in Varve be followed, also when its owner edits it later. */
export async function trustDefinition(
  context: AppContext,
  input: TrustDefinitionInput,
): Promise<DefinitionTextView> {
  const { workspaceId, hash, trusted = true } = input
  forgetDefinitions(context, workspaceId)
  const { file } = await requireDefinition(context, input)
  if (file.origin === 'built-in')
    throw new AppError('message-invalid', `The ${file.kind} "${file.id}" comes with Varve.`)
  if (file.hash !== hash)
    throw new AppError('file-changed', `The ${file.kind} "${file.id}" has changed; look at it again.`)
  const { path } = file
  if (trusted) await trustFile(context.store, { workspaceId, path, hash })
  else await distrustFile(context.store, { workspaceId, path })
  return readDefinition(context, input)
}

interface RemoveDefinitionInput extends DefinitionInput {
  readonly contentHash: Hash
}

/** Moves the workspace's own file to the trash; a built-in one of that name holds again. */
export async function removeDefinition(
  context: AppContext,
  input: RemoveDefinitionInput,
): Promise<{ readonly path: string; readonly trashId: string }> {
  const { workspaceId, contentHash } = input
  requireMayWrite(pathOf(input))
  forgetDefinitions(context, workspaceId)
  const { file } = await requireDefinition(context, input)
  if (file.origin === 'built-in')
    throw new AppError('message-invalid', `The ${file.kind} "${file.id}" comes with Varve and stays.`)
  const { files } = await openedWorkspace(context, workspaceId)
  // What comes under this name later is another file; the same text from the trash is not.
  await stopFollowingEdits(context.store, { workspaceId, paths: [file.path] })
  const { id: trashId, path } = await files.remove(file.path, { hash: contentHash })
  forgetDefinitions(context, workspaceId)
  return { path, trashId }
}

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
