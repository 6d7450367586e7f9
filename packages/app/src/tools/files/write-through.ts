import type { ChangePreview, FileChangeRecord } from '@varve/contract'
import { decodeText } from '@varve/workspace'
import { carryMark } from '../../files/carry-mark.ts'
import type { ToolRun } from '../tool.ts'
import { Buffer } from 'node:buffer'
import type { FileStore, StoredFile } from '@varve/workspace'
import { AppError } from '../../app-error.ts'
import { TOOL_LIMITS } from '../tool-limits.ts'

/** A change that leaves a file. */
export type WrittenRecord = Extract<FileChangeRecord, { readonly kind: 'create' | 'replace' }>

export interface WriteThrough {
  readonly path: string
  readonly text: string
  /** The file that it replaces, as it was read; it is not written over another. */
  readonly before: StoredFile | undefined
}

/**
 * Writes a text with the mark that it has to carry, and says what restores what was there. Undefined where it was
 * there already.
 */
export async function writeThrough(
  run: ToolRun,
  { path, text: asked, before }: WriteThrough,
): Promise<WrittenRecord | undefined> {
  const { files } = run
  const text = asked === '' ? '' : (await carried(run, { path, text: asked, before })).text
  refuseText(path, text)
  const bytes = Buffer.from(text, 'utf8')
  if (before && bytes.equals(before.bytes)) return undefined
  const expected = before ? { hash: before.contentHash } : 'absent'
  const { contentHash: after, path: place, made } = await files.write(path, bytes, expected)
  if (place !== path) {
    // A folder of the path is a link, and rules for where it leads were not asked.
    await files.remove(place, { hash: after })
    if (made) await files.removeEmptyFolders(made)
    throw new AppError('path-refused', `"${path}" leads to "${place}"; name that instead. It was not kept.`)
  }
  if (!before) return { kind: 'create', path, after, ...(made ? { made } : {}) }
  return replaced(files, { path, before: before.contentHash, after })
}

/** A text with the mark of what the conversation drew on, and whether its file is new to that mark. */
export async function carried(
  run: ToolRun,
  { path, text, before }: WriteThrough,
): Promise<{ readonly text: string; readonly marked?: Pick<ChangePreview, 'marked'> }> {
  const mark = await run.mark?.()
  const old = before && decodeText(before)
  const carriedText = await carryMark(run.files, { path, text, mark, before: old })
  const { marked } = carriedText
  return { text: carriedText.text, ...(marked ? { marked: { marked } } : {}) }
}

/** The record of a change whose old text became the newest version with its hash. */
export async function replaced(
  files: FileStore,
  change: { readonly path: string; readonly before: string; readonly after: string },
): Promise<WrittenRecord> {
  const version = (await files.versions(change.path)).find(({ contentHash }) => contentHash === change.before)
  if (version) return { kind: 'replace', ...change, versionId: version.id }
  // The store keeps what it replaces; without it nobody could promise an undo.
  throw new AppError('failed', `"${change.path}" was written, but its earlier version cannot be found.`)
}

function refuseText(path: string, text: string): void {
  if (!text.isWellFormed())
    throw new AppError('message-invalid', `The text for "${path}" is not valid Unicode.`)
  const { writeCharacters } = TOOL_LIMITS
  if (text.length > writeCharacters)
    throw new AppError(
      'file-too-large',
      `The text for "${path}" has ${text.length} characters; the limit is ${writeCharacters}.`,
    )
}
