import { readdir, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { inHome } from './in-home.ts'
import type { FolderChoiceView, FolderEntryView } from '@varve/contract'

/** More than a person looks through; typing the path reaches the rest. */
const SHOWN = 500

/** Counting the notes of a whole disk would take too long. */
const MOST_COUNTED = 1_500

/** The folders inside a folder of this machine, for choosing a workspace. Only names are looked at. */
export async function browseFolders(
  context: AppContext,
  input: { readonly path?: string | undefined },
): Promise<FolderChoiceView> {
  const path = await readable(inHome(context, input.path ?? '~'))
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    const isFile = error instanceof Error && 'code' in error && error.code === 'ENOTDIR'
    const words = isFile ? 'is a file; choose the folder that contains it.' : 'cannot be read.'
    throw new AppError('folder-refused', `${path} ${words}`, { cause: error })
  })
  const names = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort()
  const folders = await Promise.all(names.slice(0, SHOWN).map((name) => describe(path, name)))
  const known = (await context.store.workspaces.list()).find((record) => record.root === path)
  const parent = dirname(path)
  return {
    path,
    ...(parent === path ? {} : { parent }),
    folders,
    ...(await countNotes(path)),
    obsidian: entries.some((entry) => entry.isDirectory() && entry.name === '.obsidian'),
    ...(known ? { workspaceId: known.id } : {}),
    ...(names.length > SHOWN ? { more: names.length - SHOWN } : {}),
  }
}

/** Notes in a folder and in those within it, without the hidden ones and the packages of programs. */
async function countNotes(root: string): Promise<Pick<FolderChoiceView, 'notes' | 'moreNotes'>> {
  const folders = [root]
  let notes = 0
  for (let at = 0; at < Math.min(folders.length, MOST_COUNTED); at += 1) {
    const folder = folders[at] ?? root
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (entry.isFile() && /\.(?:md|markdown)$/i.test(entry.name)) notes += 1
      if (entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name))
        folders.push(join(folder, entry.name))
    }
  }
  return { notes, ...(folders.length > MOST_COUNTED ? { moreNotes: true } : {}) }
}

async function readable(path: string): Promise<string> {
  if (!isAbsolute(path) || path.includes('\0'))
    throw new AppError('folder-refused', 'Name the folder by its whole path, such as /home/you/notes.')
  try {
    return await realpath(path)
  } catch (error) {
    throw new AppError('folder-refused', `There is no folder at ${path}, or it cannot be read.`, {
      cause: error,
    })
  }
}

async function describe(folder: string, name: string): Promise<FolderEntryView> {
  const path = join(folder, name)
  return { name, path, obsidian: await isFolder(join(path, '.obsidian')) }
}

/** What cannot be looked at is none, which is all that is said here. */
function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
}
