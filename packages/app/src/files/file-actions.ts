import { Buffer } from 'node:buffer'
import {
  decodeText,
  type Expectation,
  fileKind,
  type FileStore,
  parseNote,
  privacyOf,
  privacyRulesOf,
  requireContent,
  type StoredFile,
} from '@varve/workspace'
import { requireMayWrite } from '../acting.ts'
import type { AppContext } from '../app-context.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'
import { carryMark, markOf } from './carry-mark.ts'
import { type DiffInput, diffVersions } from './diff-versions.ts'
import type { FileDiffView, FileVersionView, TrashedFileView, WrittenFileView } from '@varve/contract'
import { type RestoreInput, restoreById } from './restore-by-id.ts'

interface InWorkspace {
  readonly workspaceId: string
}

export interface FileChangeInput extends InWorkspace {
  readonly path: string
  /** Of the file that is there; anything where absent. */
  readonly expected?: Expectation | undefined
}

/** Writes a file of a workspace whole. What it replaces becomes a version. */
export async function writeFile(
  context: AppContext,
  input: FileChangeInput & { readonly bytes: Uint8Array },
): Promise<WrittenFileView> {
  const { workspaceId, path, bytes, expected = 'any' } = input
  requireMayWrite(path)
  requireContent(path, bytes)
  const { files } = await openedWorkspace(context, workspaceId)
  return writtenView(await files.write(path, bytes, expected))
}

/** The bytes of a file, whatever it is. */
export async function downloadFile(
  context: AppContext,
  { workspaceId, path }: InWorkspace & { readonly path: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const { files } = await openedWorkspace(context, workspaceId)
  return new Uint8Array((await files.read(path)).bytes)
}

/**
 * Gives a file another name. `expected` is of a file that has that name already. A note that its old folder marked
 * says so itself from then on.
 */
export async function moveFile(
  context: AppContext,
  input: FileChangeInput & { readonly to: string },
): Promise<WrittenFileView> {
  const { workspaceId, path, to, expected = 'absent' } = input
  for (const one of [path, to]) requireMayWrite(one)
  const { files } = await openedWorkspace(context, workspaceId)
  await markBeforeMove(files, path, to)
  return writtenView(await files.move(path, to, expected))
}

/** Before the move, so that the note is never without its mark. */
async function markBeforeMove(files: FileStore, path: string, to: string): Promise<void> {
  if (fileKind(path) !== 'note' || fileKind(to) !== 'note') return
  const rules = await privacyRulesOf(files)
  // What the note itself says goes along: only its folder's mark counts.
  const mark = markOf(privacyOf(path, parseNote(''), rules))
  if (mark === undefined) return
  const file = await files.read(path)
  const { text } = await carryMark(files, { path: to, text: decodeText(file), mark })
  if (text !== decodeText(file)) await files.write(path, Buffer.from(text), { hash: file.contentHash })
}

/** Moves a file into the trash of its workspace. */
export async function removeFile(context: AppContext, input: FileChangeInput): Promise<TrashedFileView> {
  const { workspaceId, path, expected = 'any' } = input
  requireMayWrite(path)
  const { files } = await openedWorkspace(context, workspaceId)
  return files.remove(path, expected)
}

/** What a file was before, newest first. */
export async function listVersions(
  context: AppContext,
  { workspaceId, path }: InWorkspace & { readonly path: string },
): Promise<readonly FileVersionView[]> {
  return (await openedWorkspace(context, workspaceId)).files.versions(path)
}

/** What has changed in a file between two versions, or since one. */
export async function diffFile(context: AppContext, input: InWorkspace & DiffInput): Promise<FileDiffView> {
  return diffVersions((await openedWorkspace(context, input.workspaceId)).files, input)
}

/** What was removed and has not come back, newest first. */
export async function listTrash(
  context: AppContext,
  { workspaceId }: InWorkspace,
): Promise<readonly TrashedFileView[]> {
  return (await openedWorkspace(context, workspaceId)).files.trash()
}

/** Brings back a version, or a file from the trash. */
export async function restoreFile(
  context: AppContext,
  input: InWorkspace & RestoreInput,
): Promise<WrittenFileView> {
  return writtenView(await restoreById((await openedWorkspace(context, input.workspaceId)).files, input))
}

function writtenView({ path, contentHash, bytes, modified }: StoredFile): WrittenFileView {
  return { path, contentHash, bytes: bytes.length, modified }
}
