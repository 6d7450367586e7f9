import { randomUUID } from 'node:crypto'
import {
  type CheckedDefinition,
  type DefinitionKind,
  type DefinitionTools,
  openDefinitionTools,
} from '@varve/app'
import { CliError } from '../cli-error.ts'
import type { FolderContext } from '../folder/folder-command.ts'
import { plainText } from '../plain-text.ts'
import { renderTable } from '../table.ts'

export interface DefinitionsOptions {
  readonly workspace?: string
  readonly data?: string
  readonly database?: string
  readonly json?: boolean
}

/** `varve agents ls` and the like. */
export function listDefinitionsCommand(
  kind: DefinitionKind,
  options: DefinitionsOptions,
  context: FolderContext,
): Promise<void> {
  return withTools(options, context, async (tools) => {
    const files = await tools.list(kind)
    if (options.json) return `${JSON.stringify(files.map(viewOf))}\n`
    if (files.length === 0) return 'None.\n'
    const rows = files.map((file) => [file.id, originOf(file), describe(file)].map(plainText))
    return `${renderTable([{ title: 'name' }, { title: 'from' }, { title: 'description' }], rows)}\n`
  })
}

/** `varve agents show` and the like. */
export function showDefinitionCommand(
  { kind, name }: { readonly kind: DefinitionKind; readonly name: string },
  options: DefinitionsOptions,
  context: FolderContext,
): Promise<void> {
  return withTools(options, context, async (tools) => {
    const file = await tools.read(kind, name)
    return options.json ? `${JSON.stringify({ ...viewOf(file), content: file.content })}\n` : file.content
  })
}

/** `varve agents check` and the like. */
export async function checkDefinitionsCommand(
  { kind, name }: { readonly kind: DefinitionKind; readonly name?: string | undefined },
  options: DefinitionsOptions,
  context: FolderContext,
): Promise<void> {
  let unsound = 0
  await withTools(options, context, async (tools) => {
    const files = name === undefined ? await tools.list(kind) : [await tools.read(kind, name)]
    unsound = files.filter(({ parsing }) => parsing.kind === 'unsound').length
    if (options.json) return `${JSON.stringify(files.map(viewOf))}\n`
    const doubtful = files.filter(({ warnings }) => warnings.length > 0).length
    const lines = files.flatMap((file) => [
      ...problemsOf(file).map((problem) => lineFor(file, problem)),
      ...file.warnings.map((warning) => lineFor(file, warning, 'warning: ')),
    ])
    const sum = `${files.length} checked, ${unsound} with mistakes, ${doubtful} with warnings.`
    return `${[...lines, sum].join('\n')}\n`
  })
  if (unsound > 0) throw new CliError('line-failed', `${unsound} of these ${kind}s cannot be used.`)
}

async function withTools(
  options: DefinitionsOptions,
  { paths, output }: FolderContext,
  act: (tools: DefinitionTools) => Promise<string>,
): Promise<void> {
  const { workspace, database = paths.database } = options
  const place = { database, dataFolder: paths.data, clock: { now: Date.now }, newId: randomUUID }
  const tools = await openDefinitionTools({
    ...(workspace === undefined ? {} : { files: { workspace, ...place } }),
    config: paths.config,
  })
  await output.write(await act(tools))
}

function viewOf(file: CheckedDefinition): object {
  const { kind, id, path, origin, hash, contentHash, beside, parsing, trusted, changed, warnings } = file
  const { body: _, ...definition } = parsing.kind === 'sound' ? parsing.definition : { body: '', kind, id }
  const files = beside.map(({ name }) => name)
  const found = { problems: problemsOf(file), warnings }
  const since = changed ? { changed } : {}
  return { ...definition, path, origin, hash, contentHash, trusted, ...since, files, ...found }
}

function problemsOf({ parsing }: CheckedDefinition): readonly Problem[] {
  return parsing.kind === 'unsound' ? parsing.problems : []
}

interface Problem {
  readonly line?: number
  readonly message: string
}

function lineFor({ path }: CheckedDefinition, { line, message }: Problem, word = ''): string {
  return plainText(`${path}${line === undefined ? '' : `:${line}`}: ${word}${message}`)
}

function originOf({ origin, trusted, changed }: CheckedDefinition): string {
  if (origin === 'built-in') return 'Varve'
  if (changed) return 'workspace, changed since it was trusted'
  return trusted ? 'workspace' : 'workspace, not trusted'
}

function describe({ parsing }: CheckedDefinition): string {
  if (parsing.kind === 'sound') return parsing.definition.description.replace(/\s+/g, ' ')
  const [first] = parsing.problems
  return `mistake${first?.line === undefined ? '' : ` in line ${first.line}`}: ${first?.message ?? ''}`
}
