import type { FileView } from '@varve/contract'
import { splitPath } from './file-names.ts'

/** A folder with everything below it. The root has an empty path. */
interface FolderNode {
  readonly name: string
  readonly path: string
  /** Files in it and in every folder below. */
  readonly count: number
  readonly folders: readonly FolderNode[]
  readonly files: readonly FileView[]
}

/** One line of the tree as it is drawn: what is inside a closed folder has none. */
export type TreeRow = {
  readonly name: string
  readonly path: string
  /** From 1, as a screen reader counts. */
  readonly level: number
  /** Its place among those with the same parent, from 1, and how many these are. */
  readonly position: number
  readonly siblings: number
  /** The index of its folder in the list; undefined at the top. */
  readonly parent: number | undefined
} & ({ readonly kind: 'folder'; readonly open: boolean; readonly count: number } | FileRow)

interface FileRow {
  readonly kind: 'file'
  readonly file: FileView
}

interface Growing {
  readonly path: string
  readonly folders: Map<string, Growing>
  readonly files: FileView[]
}

/** The folders and files of a workspace: folders first, then names without regard to case, numbers by their value. */
export function buildFileTree(files: readonly FileView[]): FolderNode {
  const root: Growing = { path: '', folders: new Map(), files: [] }
  for (const file of files) {
    let folder = root
    for (const name of file.path.split('/').slice(0, -1)) {
      const path = folder.path === '' ? name : `${folder.path}/${name}`
      const next = folder.folders.get(name) ?? { path, folders: new Map(), files: [] }
      folder.folders.set(name, next)
      folder = next
    }
    folder.files.push(file)
  }
  return settle(root)
}

function settle({ path, folders, files }: Growing): FolderNode {
  const below = sortByName([...folders.values()].map(settle))
  return {
    name: splitPath(path).name,
    path,
    count: below.reduce((sum, { count }) => sum + count, files.length),
    folders: below,
    files: sortByName(files),
  }
}

function sortByName<T extends { readonly path: string }>(items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, key: sortKey(splitPath(item.path).name) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.item.path < b.item.path ? -1 : 1))
    .map(({ item }) => item)
}

/** Prefixes a number with its digit count, so that numbers sort by value. */
function sortKey(name: string): string {
  return name.toLowerCase().replaceAll(/0*(\d+)/g, (_, digits: string) => {
    return `0${String.fromCharCode(digits.length)}${digits}`
  })
}

/** The lines to draw, from top to bottom. `all` opens every folder, as for what a filter found. */
export function treeRows(root: FolderNode, open: ReadonlySet<string> | 'all'): readonly TreeRow[] {
  const rows: TreeRow[] = []
  const add = (folder: FolderNode, level: number, parent: number | undefined): void => {
    const siblings = folder.folders.length + folder.files.length
    folder.folders.forEach((below, at) => {
      const isOpen = open === 'all' || open.has(below.path)
      const { name, path, count } = below
      rows.push({
        kind: 'folder',
        name,
        path,
        level,
        position: at + 1,
        siblings,
        parent,
        open: isOpen,
        count,
      })
      if (isOpen) add(below, level + 1, rows.length - 1)
    })
    folder.files.forEach((file, at) => {
      const position = folder.folders.length + at + 1
      const { name } = splitPath(file.path)
      rows.push({ kind: 'file', name, path: file.path, level, position, siblings, parent, file })
    })
  }
  add(root, 1, undefined)
  return rows
}

/** Files whose path or title holds every word of the filter. */
export function filterFiles(files: readonly FileView[], filter: string): readonly FileView[] {
  const words = filter.toLowerCase().split(/\s+/u).filter(Boolean)
  if (words.length === 0) return files
  return files.filter(({ path, title }) => {
    const text = `${path}\n${title}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** The file that a filter most likely means: called so, beginning so, else the first of those found. */
export function bestMatch(found: readonly FileView[], filter: string): FileView | undefined {
  const wanted = filter.trim().toLowerCase()
  const named = (does: (name: string) => boolean) =>
    found.find(({ path }) => does(splitPath(path).name.toLowerCase()))
  return (
    named((name) => name === wanted || name.replace(/\.[^.]*$/, '') === wanted) ??
    named((name) => name.startsWith(wanted)) ??
    found[0]
  )
}

/** Every folder of a path, outermost first. */
export function foldersAbove(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, at) => names.slice(0, at + 1).join('/'))
}
