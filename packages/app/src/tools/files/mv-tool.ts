import {
  decodeText,
  fileKind,
  parseNote,
  type Privacy,
  privacyOf,
  privacyRulesOf,
  type StoredFile,
  strictestPrivacy,
} from '@varve/workspace'
import { z } from 'zod'
import { AppError } from '../../app-error.ts'
import { refuseOtherPath } from '../../files/content-guard.ts'
import { FileVisibility } from '../file-visibility.ts'
import type { Tool, ToolOutcome, ToolRun } from '../tool.ts'
import { filePath, folderPath, isBelow, pathSchema } from '../tool-path.ts'
import type { FileChangeRecord } from '@varve/contract'
import { undoChange } from './undo-change.ts'

const schema = z.strictObject({
  from: pathSchema.describe('The file or folder, from the root of the workspace.'),
  to: pathSchema.describe('Its new path with its name; nothing may be there. Folders are made as needed.'),
})

type Args = z.infer<typeof schema>

export const mvTool: Tool<Args> = {
  name: 'mv',
  look: { icon: 'edit', doing: 'Moving' },
  description:
    'Move or rename a file, or a folder with its files. Nothing is written over, and links are not changed.',
  reach: 'write',
  recoverable: false,
  schema,
  touches: ({ from, to }) => [from, to],
  describe: ({ from, to }) => `Move "${from}" to "${to}"`,
  preview: async (args, run) => {
    const folder = await prepareFolder(args, run)
    if (folder) return { path: folder.to, movedFrom: folder.from, files: folder.names }
    const { from, to } = await prepare(args, run)
    return { path: to, movedFrom: from }
  },
  run: async (args, run) => {
    const folder = await prepareFolder(args, run)
    return folder ? moveFolder(folder, run) : moveFile(args, run)
  },
}

const STAYED =
  'The old folder stays: it holds something that Varve does not list, such as hidden or ignored files.'

interface FolderToMove extends Args {
  /** Its files, from the folder. */
  readonly names: readonly string[]
}

/** Undefined where it is no folder. */
async function prepareFolder(args: Args, run: ToolRun): Promise<FolderToMove | undefined> {
  const from = folderPath(run.files, args.from)
  const sight = await FileVisibility.of(run)
  const all = (await run.files.list()).files.map(({ path }) => path)
  const below = all.filter((path) => from !== '' && isBelow(path, from))
  if (below.length === 0 || all.includes(from)) return undefined
  const to = folderPath(run.files, args.to)
  if (to === '' || to === from || isBelow(to, from))
    throw new AppError('path-refused', `"${from}" can't be moved to "${args.to}".`)
  if (all.some((path) => path === to || isBelow(path, to)))
    throw new AppError('path-refused', `"${to}" is there already. Name a folder that is not.`)
  // What a model may not see it may not move.
  for (const path of below) {
    const file = await sight.read(path)
    refuseOtherPath(file, path)
    await refuseUnmarking(run, file, `${to}${path.slice(from.length)}`)
  }
  return { from, to, names: below.map((path) => path.slice(from.length + 1)) }
}

/** File by file, so that each can be undone; what is moved already goes back where one fails. */
async function moveFolder({ from, to, names }: FolderToMove, run: ToolRun): Promise<ToolOutcome> {
  const changes: Extract<FileChangeRecord, { readonly kind: 'move' }>[] = []
  try {
    for (const name of names) {
      const [source, target] = [`${from}/${name}`, `${to}/${name}`]
      const { path, contentHash: after, made } = await run.files.move(source, target, 'absent')
      changes.push({ kind: 'move', path, from: source, after, ...(made ? { made } : {}) })
      if (path !== target)
        throw new AppError('path-refused', `"${target}" leads to "${path}"; name that instead.`)
    }
  } catch (error) {
    for (const change of changes.toReversed()) await undoChange(run.files, change)
    throw error
  }
  const folders = new Set(
    names.flatMap((name) => parentsOf(`${from}/${name}`)).filter((one) => isBelow(`${one}/`, from)),
  )
  const stays = (await run.files.removeEmptyFolders([...folders])).length > 0
  const count = names.length === 1 ? '1 file' : `${names.length} files`
  return {
    text: `Moved ${from} to ${to}: ${count}.${stays ? ` ${STAYED}` : ''}`,
    summary: `Moved "${from}" to "${to}": ${count}${stays ? '; hidden or ignored files stayed' : ''}`,
    changes,
  }
}

function parentsOf(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

async function moveFile(args: Args, run: ToolRun): Promise<ToolOutcome> {
  const { from, to } = await prepare(args, run)
  const moved = await run.files.move(from, to, 'absent')
  if (moved.path !== to) {
    // A folder of the path is a link, and rules for where it leads were not asked.
    await run.files.move(moved.path, from, 'absent')
    if (moved.made) await run.files.removeEmptyFolders(moved.made)
    throw new AppError(
      'path-refused',
      `"${to}" leads to "${moved.path}"; name that instead. It was not moved.`,
    )
  }
  return {
    text: `Moved ${from} to ${moved.path}.`,
    summary: `Moved "${from}" to "${moved.path}"`,
    changes: [
      {
        kind: 'move',
        path: moved.path,
        from,
        after: moved.contentHash,
        ...(moved.made ? { made: moved.made } : {}),
      },
    ],
  }
}

async function prepare(args: Args, run: ToolRun): Promise<Args> {
  const [from, to] = [filePath(run.files, args.from), filePath(run.files, args.to)]
  if (from === to) throw new AppError('message-invalid', `"${from}" has this path already.`)
  // Another kind would be read in another way, or no more by the rules for notes.
  if (fileKind(from) !== fileKind(to))
    throw new AppError(
      'path-refused',
      `"${from}" would become another kind of file as "${to}"; keep its ending.`,
    )
  const file = await (await FileVisibility.of(run)).read(from)
  refuseOtherPath(file, from)
  await refuseUnmarking(run, file, to)
  return { from, to }
}

/** The folder of a file may be all that keeps it here. */
async function refuseUnmarking({ files }: ToolRun, file: StoredFile, to: string): Promise<void> {
  const rules = await privacyRulesOf(files)
  const note = fileKind(file.path) === 'note' ? parseNote(decodeText(file)) : undefined
  const [here, there] = [file.path, to].map((path) => privacyOf(path, note, rules)) as [Privacy, Privacy]
  if (strictestPrivacy([here, there]) !== there)
    throw new AppError(
      'local-only',
      `"${file.path}" is marked ${here} by its folder, and "${to}" would not be. It was not moved: the user can move it.`,
    )
}
