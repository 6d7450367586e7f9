import { randomUUID } from 'node:crypto'
import { type FileTools, openFileTools } from '@varve/app'
import { CliError } from '../cli-error.ts'
import type { FolderContext } from './folder-command.ts'
import { plainText } from '../plain-text.ts'
import { readInput } from '../read-input.ts'
import { countOf, showCount } from '../show-number.ts'
import { renderTable } from '../table.ts'
import { writeNewFile } from '../write-new-file.ts'

export interface FilesOptions {
  readonly workspace: string
  readonly data?: string
  readonly database?: string
  readonly json?: boolean
  /** Of `cat`. */
  readonly id?: string
  readonly output?: string
}

export interface PutOptions extends FilesOptions {
  readonly expect?: string
}

export interface RestoreOptions extends FilesOptions {
  readonly as?: string
}

/** `varve files ls` */
export function listCommand(options: FilesOptions, context: FolderContext): Promise<void> {
  return withFiles(options, context, async (tools) => {
    const { files, truncated, problems } = await tools.list()
    for (const problem of problems) context.report(problem)
    if (truncated) context.report(`The list ends after ${countOf(files.length, 'file')}.`)
    return { json: files, words: files.map(({ path }) => plainText(path)).join('\n') }
  })
}

/** `varve files cat` */
export function catCommand(path: string, options: FilesOptions, context: FolderContext): Promise<void> {
  return withFiles(options, context, async (tools) => {
    const { id, output } = options
    const file = await (id === undefined ? tools.read(path) : tools.readVersion(id))
    const { contentHash, modified, bytes } = file
    const what = { path: file.path, contentHash, bytes: bytes.length, modified }
    if (output !== undefined) {
      await writeNewFile(output, bytes)
      return { json: what, words: '' }
    }
    const text = textOf(bytes)
    if (text === undefined)
      throw new CliError('usage', `"${file.path}" is no text; name a file with --output.`)
    return { json: { ...what, text }, words: text, isExact: true }
  })
}

/** `varve files put` */
export function putCommand(
  path: string,
  file: string,
  options: PutOptions,
  context: FolderContext,
): Promise<void> {
  return withFiles(options, context, async (tools) => {
    const bytes = await readInput(file, context.input)
    const written = await tools.write(path, bytes, expected(options) ?? 'any')
    return writtenResult(written, 'is written')
  })
}

/** `varve files rm` */
export function removeCommand(path: string, options: PutOptions, context: FolderContext): Promise<void> {
  return withFiles(options, context, async (tools) => {
    const removed = await tools.remove(path, expected(options) ?? 'any')
    return { json: removed, words: plainText(`${removed.path} is in the trash as ${removed.id}`) }
  })
}

/** `varve files mv` */
export function moveCommand(
  from: string,
  to: string,
  options: PutOptions,
  context: FolderContext,
): Promise<void> {
  return withFiles(options, context, async (tools) => {
    const moved = await tools.move(from, to, expected(options) ?? 'absent')
    return writtenResult(moved, 'is its name now')
  })
}

/** `varve files versions` */
export function versionsCommand(path: string, options: FilesOptions, context: FolderContext): Promise<void> {
  return withFiles(options, context, async (tools) => {
    const versions = await tools.versions(path)
    const rows = versions.map(({ id, bytes, keptAt }) => [id, timeOf(keptAt), showCount(bytes)])
    return { json: versions, words: table(['version', 'replaced', 'bytes'], rows) }
  })
}

/** `varve files diff` */
export function diffCommand(
  input: Parameters<FileTools['diff']>[0],
  options: FilesOptions,
  context: FolderContext,
): Promise<void> {
  return withFiles(options, context, async (tools) => {
    const diff = await tools.diff(input)
    return { json: diff, words: diff.text, isExact: true }
  })
}

/** `varve files restore` */
export function restoreCommand(id: string, options: RestoreOptions, context: FolderContext): Promise<void> {
  return withFiles(options, context, async (tools) =>
    writtenResult(await tools.restoreById({ id, as: options.as }), 'is back'),
  )
}

/** `varve files trash` */
export function trashCommand(options: FilesOptions, context: FolderContext): Promise<void> {
  return withFiles(options, context, async (tools) => {
    const trash = await tools.trash()
    const rows = trash.map(({ id, removedAt, bytes, path }) => [
      id,
      timeOf(removedAt),
      showCount(bytes),
      path,
    ])
    return { json: trash, words: table(['id', 'removed', 'bytes', 'path'], rows) }
  })
}

/** `varve files export` */
export async function exportCommand(
  folder: string,
  options: FilesOptions,
  context: FolderContext,
): Promise<void> {
  let failed = 0
  await withFiles(options, context, async (tools) => {
    const report = await tools.exportTo(folder)
    const { written, same, problems } = report
    failed = problems.length
    for (const { path, reason } of problems) context.report(plainText(`${path}: ${reason}`))
    const words = `${countOf(written, 'file')} written to ${folder}, ${showCount(same)} ${same === 1 ? 'was' : 'were'} there already.`
    return { json: report, words: plainText(words) }
  })
  if (failed > 0) throw new CliError('line-failed', `${countOf(failed, 'file')} could not be written.`)
}

interface Result {
  readonly json: unknown
  readonly words: string
  /** The text of a file: printed as it is. */
  readonly isExact?: boolean
}

async function withFiles(
  options: FilesOptions,
  { paths, output }: FolderContext,
  act: (tools: FileTools) => Promise<Result>,
): Promise<void> {
  const tools = await openFileTools({
    workspace: options.workspace,
    database: options.database ?? paths.database,
    dataFolder: paths.data,
    clock: { now: Date.now },
    newId: randomUUID,
  })
  try {
    const { json, words, isExact = false } = await act(tools)
    if (options.json) await output.write(`${JSON.stringify(json)}\n`)
    else if (words !== '') await output.write(isExact ? words : `${words}\n`)
  } finally {
    await tools.close()
  }
}

type Written = Awaited<ReturnType<FileTools['write']>>

function writtenResult({ path, contentHash, bytes, modified }: Written, did: string): Result {
  const words = plainText(`${path} ${did}: ${showCount(bytes.length)} bytes, ${contentHash}`)
  return { json: { path, contentHash, bytes: bytes.length, modified }, words }
}

function expected({ expect }: PutOptions): 'absent' | { readonly hash: string } | undefined {
  if (expect === undefined || expect === 'absent') return expect
  if (/^[0-9a-f]{64}$/.test(expect)) return { hash: expect }
  throw new CliError('usage', '--expect takes the SHA-256 of the file, as "files put" says it, or "absent".')
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return 'Nothing.'
  return renderTable(
    titles.map((title) => ({ title, align: title === 'bytes' ? 'right' : 'left' })),
    rows.map((row) => row.map(plainText)),
  )
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')
}
