import { type FileStore, parseFilePath } from '@varve/workspace'
import { z } from 'zod'
import { AppError } from '../app-error.ts'
import { TOOL_LIMITS } from './tool-limits.ts'

/** A path as a model gives it. What it leads to is for the store to say. */
export const pathSchema = z.string().min(1).max(TOOL_LIMITS.pathCharacters)

/** A folder as a model gives it; the root where it is empty. */
export const folderSchema = z.string().max(TOOL_LIMITS.pathCharacters)

/** The path of a file of the workspace, NFC, or an error. Nothing outside has a path. */
export function filePath(files: FileStore, asked: string): string {
  return parseFilePath(asked, rulesOf(files)).path
}

/** The path of a file that text can be written to. */
export function textPath(files: FileStore, asked: string): string {
  const { path, kind } = parseFilePath(asked, rulesOf(files))
  if (kind === 'note' || kind === 'file') return path
  throw new AppError('file-not-text', `"${path}" is no text file; only text can be written.`)
}

/** The path of a folder without a slash at its end; empty for the root. */
export function folderPath(files: FileStore, asked: string | undefined): string {
  const folder = (asked ?? '').replace(/^\.\//, '').replace(/\/$/, '')
  if (folder === '' || folder === '.') return ''
  // A folder has no rules of its own: it is what a file in it could be under.
  return parseFilePath(`${folder}/x.md`, rulesOf(files)).names.slice(0, -1).join('/')
}

/** Whether a path is below a folder; everything is below the root. */
export function isBelow(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`)
}

/** Varve's own files (chats, agents, plans) are looked through only where a call names their folder. */
export function withoutVarve<Entry extends { readonly path: string }>(
  files: readonly Entry[],
  named: string,
): readonly Entry[] {
  if (/^(?:\.?\/)*varve(?:\/|$)/i.test(named)) return files
  return files.filter(({ path }) => !/^varve\//i.test(path))
}

/** What is in a database has to be good on every system; what is on a disk is checked by the store of that disk. */
function rulesOf({ kind }: FileStore): { readonly windows: boolean } {
  return { windows: kind === 'database' }
}
