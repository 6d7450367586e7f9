import type { FileStore } from '@varve/workspace'
import type { FileChangeRecord } from '@varve/contract'
import { replaced } from './write-through.ts'

/**
 * Takes back a change that a tool made, and gives the change that this is: it can be taken back in turn. A file
 * that was changed since is a conflict, and stays.
 */
export async function undoChange(files: FileStore, change: FileChangeRecord): Promise<FileChangeRecord> {
  const { path } = change
  switch (change.kind) {
    case 'create': {
      const { id } = await files.remove(path, { hash: change.after })
      if (change.made) await files.removeEmptyFolders(change.made)
      return { kind: 'remove', path, before: change.after, trashId: id }
    }
    case 'replace': {
      const { contentHash } = await files.restoreVersion(change.versionId, { hash: change.after })
      return replaced(files, { path, before: change.after, after: contentHash })
    }
    case 'remove': {
      const { contentHash } = await files.restore(change.trashId)
      return { kind: 'create', path, after: contentHash }
    }
    case 'move': {
      const { contentHash, made } = await files.move(path, change.from, 'absent')
      if (change.made) await files.removeEmptyFolders(change.made)
      return { kind: 'move', path: change.from, from: path, after: contentHash, ...(made ? { made } : {}) }
    }
    default:
      return change satisfies never
  }
}
