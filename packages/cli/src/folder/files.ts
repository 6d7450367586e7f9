import { resolve } from 'node:path'
import type { FileTools } from '@varve/app'
import { type Call, dataOptions } from '../call.ts'
import { type Group, onDatabase, type Shown } from '../command.ts'
import { CliError } from '../errors.ts'
import { readInput, textOf } from '../input.ts'
import { columnsOf, countOf, plainText, renderTable, showCount, type Table } from '../text.ts'
import { writeNewFile } from '../write-new-file.ts'

/** The commands for the files of a workspace, in a folder or in the database. */
export function addFilesCommands(program: Group): void {
  const files = program.group(
    'files',
    'list, read, write and restore the files of a workspace, in a folder or in the database',
    HELP,
  )
  onDatabase(files.command('create', 'create a workspace whose files are stored in the database'))
    .argument('<name>', 'its name; a removed workspace of that name comes back')
    .run(async (call, { database }, name) => {
      const { makeDatabaseWorkspace } = await import('@varve/app')
      const made = await makeDatabaseWorkspace({
        name,
        ...dataOptions(database ?? call.paths.database, call),
      })
      return { json: made, words: made.id }
    })
  const command = (name: string, description: string) =>
    onDatabase(
      files
        .command(name, description)
        .option('-w, --workspace <folder>', 'a workspace: folder, name, id, or the start of its id', {
          required: true,
        }),
    )
  command('ls', 'list files by path').run((call, options) =>
    withFiles(options, call, async (tools) => {
      const { files: all, truncated, problems } = await tools.list()
      for (const problem of problems) call.report(problem)
      if (truncated) call.report(`The list ends after ${countOf(all.length, 'file')}.`)
      return { json: all, words: all.map(({ path }) => plainText(path)).join('\n') }
    }),
  )
  command('cat', 'print a file, or one of its versions')
    .argument('<path>', 'from the root of the workspace')
    .option('--id <version>', 'a version, as "files versions" names it')
    .option('--output <file>', 'write the bytes to this file; required unless it is text')
    .run((call, { id, output, ...options }, path) =>
      withFiles(options, call, async (tools) => {
        const file = await (id === undefined ? tools.read(path) : tools.readVersion(id))
        const { contentHash, modified, bytes } = file
        const what = { path: file.path, contentHash, bytes: bytes.length, modified }
        if (output !== undefined) {
          await writeNewFile(resolve(call.cwd, output), bytes)
          return { json: what, words: '' }
        }
        const text = textOf(bytes)
        if (text === undefined)
          throw new CliError('usage', `"${file.path}" is not UTF-8 text; name a file with --output.`)
        return { json: { ...what, text }, text }
      }),
    )
  command('put', 'write a file; the old content is kept as a version')
    .argument('<path>', 'from the root of the workspace')
    .argument('[file]', 'where the bytes come from; - for the standard input', { default: '-' })
    .option('--expect <hash>', 'only replace the version with this hash; "absent": only if there is none')
    .run((call, { expect, ...options }, path, file) =>
      withFiles(options, call, async (tools) => {
        const bytes = await readInput(file, call)
        return written(await tools.write(path, bytes, expected(expect) ?? 'any'), 'is written')
      }),
    )
  command('rm', 'move a file to the workspace’s trash')
    .argument('<path>', 'from the root of the workspace')
    .option('--expect <hash>', 'only remove the version with this hash')
    .run((call, { expect, ...options }, path) =>
      withFiles(options, call, async (tools) => {
        const removed = await tools.remove(path, expected(expect) ?? 'any')
        return { json: removed, words: plainText(`${removed.path} is in the trash as ${removed.id}`) }
      }),
    )
  command('mv', 'rename a file; its versions move with it')
    .argument('<from>')
    .argument('<to>')
    .option('--expect <hash>', 'replace the file that has the name, if it is the version of this hash')
    .run((call, { expect, ...options }, from, to) =>
      withFiles(options, call, async (tools) =>
        written(await tools.move(from, to, expected(expect) ?? 'absent'), 'is its name now'),
      ),
    )
  command('versions', 'list earlier versions of a file, newest first')
    .argument('<path>')
    .run((call, options, path) =>
      withFiles(options, call, async (tools) => {
        const versions = await tools.versions(path)
        const rows = versions.map(({ id, bytes, keptAt }) => [id, timeOf(keptAt), showCount(bytes)])
        return { json: versions, words: table(columnsOf(['version', 'replaced'], ['bytes']), rows) }
      }),
    )
  command('diff', 'show what changed in a file')
    .argument('<path>')
    .argument('[from]', 'a version; the newest where absent')
    .argument('[to]', 'a version; the file as it is where absent')
    .run((call, options, path, from, to) =>
      withFiles(options, call, async (tools) => {
        const diff = await tools.diff({ path, from, to })
        return { json: diff, text: diff.text }
      }),
    )
  command('restore', 'restore a version, or a file from the trash')
    .argument('<id>', 'as "files versions" or "files trash" names it')
    .option('--as <path>', 'under another name, which must be free')
    .run((call, { as, ...options }, id) =>
      withFiles(options, call, async (tools) => written(await tools.restoreById({ id, as }), 'is back')),
    )
  command('trash', 'list removed files, newest first').run((call, options) =>
    withFiles(options, call, async (tools) => {
      const trash = await tools.trash()
      const rows = trash.map(({ id, removedAt, bytes, path }) => [
        id,
        timeOf(removedAt),
        showCount(bytes),
        path,
      ])
      const columns = [...columnsOf(['id', 'removed'], ['bytes']), { title: 'path' }]
      return { json: trash, words: table(columns, rows) }
    }),
  )
  command('export', 'copy every file into a folder; nothing there is overwritten')
    .argument('<folder>')
    .run(exportFiles)
}

const HELP = `
A database file is open to one program at a time: stop "varve start" first. Folders and PostgreSQL aren’t.

Examples:
  varve files ls --workspace ~/notes
  varve files create "My notes"
  varve files put plan.md ./plan.md --workspace 0198c0de
  varve files diff plan.md --workspace "My notes"
  varve files export ./copy --workspace "My notes"`

interface FilesOptions {
  readonly workspace: string
  readonly database?: string
  readonly json?: boolean
}

async function withFiles<Result>(
  { workspace, database }: FilesOptions,
  call: Call,
  act: (tools: FileTools) => Promise<Result>,
): Promise<Result> {
  const { openFileTools } = await import('@varve/app')
  const tools = await openFileTools({ workspace, ...dataOptions(database ?? call.paths.database, call) })
  try {
    return await act(tools)
  } finally {
    await tools.close()
  }
}

async function exportFiles(call: Call, options: FilesOptions, folder: string): Promise<void> {
  const { output, report, cwd } = call
  const done = await withFiles(options, call, (tools) => tools.exportTo(resolve(cwd, folder)))
  const { written: count, same, problems } = done
  for (const { path, reason } of problems) report(plainText(`${path}: ${reason}`))
  const words = `${countOf(count, 'file')} written to ${folder}, ${showCount(same)} ${same === 1 ? 'was' : 'were'} there already.`
  await output.write(`${options.json ? JSON.stringify(done) : plainText(words)}\n`)
  if (problems.length > 0)
    throw new CliError('line-failed', `${countOf(problems.length, 'file')} could not be written.`)
}

function written(
  { path, contentHash, bytes, modified }: Awaited<ReturnType<FileTools['write']>>,
  did: string,
): Shown {
  const words = plainText(`${path} ${did}: ${showCount(bytes.length)} bytes, ${contentHash}`)
  return { json: { path, contentHash, bytes: bytes.length, modified }, words }
}

function expected(expect: string | undefined): 'absent' | { readonly hash: string } | undefined {
  if (expect === undefined || expect === 'absent') return expect
  if (/^[0-9a-f]{64}$/.test(expect)) return { hash: expect }
  throw new CliError('usage', '--expect takes the SHA-256 of the file, as "files put" says it, or "absent".')
}

function table(columns: ReturnType<typeof columnsOf>, rows: readonly (readonly string[])[]): string | Table {
  return rows.length === 0
    ? 'Nothing.'
    : renderTable(
        columns,
        rows.map((row) => row.map(plainText)),
      )
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')
}
