import { Buffer } from 'node:buffer'
import type { Hash } from '@varve/engine'
import { WorkspaceError, type WorkspaceErrorCode } from '@varve/workspace'
import type { OpenedWorkspace } from '../workspace/workspace-files.ts'
import { isChatFile } from './chat-file-name.ts'

const HASH = /\b[0-9a-f]{64}\b/g
/** What a comment names a state by; only states name other objects. */
const STATE = /"(?:state|end)":"([0-9a-f]{64})"/g

/** Notes are looked at as text: one that is damaged, or of a later version, still says what it needs. */
type Note = Uint8Array

/**
 * Removes the objects that only the notes of an erased chat named. `hashes` are those that it may have named in
 * earlier states. What any other note names stays, also one in the trash.
 */
export async function removeOrphanedObjects(
  opened: Pick<OpenedWorkspace, 'chatFiles' | 'objects'>,
  notes: readonly Note[],
  hashes: Iterable<Hash> = [],
): Promise<void> {
  const { objects } = opened
  const orphaned = new Set<Hash>(hashes)
  for (const note of notes) for (const hash of await namedBy(opened, note)) orphaned.add(hash)
  if (orphaned.size === 0) return
  for await (const note of otherNotes(opened))
    for (const hash of await namedBy(opened, note)) orphaned.delete(hash)
  for (const hash of orphaned) await objects.remove(hash)
}

async function namedBy(
  { objects }: Pick<OpenedWorkspace, 'objects'>,
  note: Note,
): Promise<ReadonlySet<Hash>> {
  const text = Buffer.from(note).toString('utf8')
  const named = new Set<Hash>(text.match(HASH))
  const states = new Set(Array.from(text.matchAll(STATE), ([, hash = '']) => hash))
  for (const hash of states) {
    const state = await objects.read(hash)
    for (const inside of state ? (Buffer.from(state).toString('utf8').match(HASH) ?? []) : [])
      named.add(inside)
  }
  return named
}

async function* otherNotes({ chatFiles }: Pick<OpenedWorkspace, 'chatFiles'>): AsyncGenerator<Note> {
  for (const { path } of (await chatFiles.list()).files) {
    const file = isChatFile(path) ? await unless(['not-found'], chatFiles.read(path)) : undefined
    if (file) yield file.bytes
  }
  const trashed = new Set((await chatFiles.trash()).map(({ path }) => path))
  for (const path of trashed)
    for (const { id } of isChatFile(path) ? await chatFiles.versions(path) : []) {
      // A kept copy that is damaged needs nothing any more.
      const file = await unless(['not-found', 'unreadable'], chatFiles.readVersion(id))
      if (file) yield file.bytes
    }
}

/** Somebody may have moved it in the meantime. */
async function unless<Result>(
  codes: readonly WorkspaceErrorCode[],
  reading: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof WorkspaceError && codes.includes(error.code)) return undefined
    throw error
  }
}
