import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileKind, fileKind } from '../file-kind.ts'
import { fromSystem, resolveInside } from '../path/resolve-inside.ts'
import { WorkspaceError } from '../workspace-error.ts'

export interface FolderFile {
  /** From the root of the workspace, NFC, with `/`. */
  readonly path: string
  readonly title: string
  readonly kind: FileKind
  readonly bytes: number
  /** Milliseconds, only ever compared with an earlier value of the same file. */
  readonly modified: number
}

export interface FolderListing {
  /** In code-unit order of their paths. */
  readonly files: readonly FolderFile[]
  /** Set where the limit was reached, so that nobody takes the list for the whole. */
  readonly truncated: boolean
  /** Places that could not be looked into, with the reason. */
  readonly problems: readonly string[]
}

const IGNORED_FOLDERS: ReadonlySet<string> = new Set(['node_modules'])

/** Every file of a workspace that Varve has a use for. Hidden folders and files are left out. */
export async function listFolder(root: string, maximumFiles: number): Promise<FolderListing> {
  const files = new Map<string, FolderFile>()
  const problems: string[] = []
  const waiting: { readonly place: string; readonly path: string }[] = [{ place: root, path: '' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const entry of await entriesOf(next.place, next.path, problems)) {
      const path = next.path === '' ? entry.name : `${next.path}/${entry.name}`
      if (isHidden(entry.name)) continue
      if (entry.isDirectory()) waiting.push({ place: join(next.place, entry.name), path })
      else if (files.size >= maximumFiles) return { files: inOrder(files), truncated: true, problems }
      else await addFile({ root, place: join(next.place, entry.name), path, entry, files, problems })
    }
  }
  return { files: inOrder(files), truncated: false, problems }
}

async function entriesOf(place: string, path: string, problems: string[]): Promise<readonly Dirent[]> {
  try {
    return (await readdir(place, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (path === '') throw fromSystem(error, '.')
    problems.push(fromSystem(error, path).message)
    return []
  }
}

interface Candidate {
  readonly root: string
  readonly place: string
  readonly path: string
  readonly entry: Dirent
  readonly files: Map<string, FolderFile>
  readonly problems: string[]
}

async function addFile({ root, place, path, entry, files, problems }: Candidate): Promise<void> {
  const kind = fileKind(entry.name)
  if (!kind) return
  const normal = path.normalize('NFC')
  try {
    // A linked file counts when it stays inside; linked folders are not followed, so no cycle can arise.
    const real = entry.isSymbolicLink() ? await resolveInside(root, normal) : place
    const stats = await stat(real)
    if (!stats.isFile() || files.has(normal)) return
    const title = kind === 'note' ? entry.name.replace(/\.[^.]+$/, '') : entry.name
    const { size: bytes, mtimeMs: modified } = stats
    files.set(normal, { path: normal, title: title.normalize('NFC'), kind, bytes, modified })
  } catch (error) {
    problems.push((error instanceof WorkspaceError ? error : fromSystem(error, normal)).message)
  }
}

/** Hidden by its name, or a folder of other people's code. */
export function isHidden(name: string): boolean {
  // A name with a backslash cannot be told from a path on another system, so it is never offered.
  return name.startsWith('.') || name.includes('\\') || IGNORED_FOLDERS.has(name)
}

function inOrder(files: ReadonlyMap<string, FolderFile>): readonly FolderFile[] {
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}
