import { type FileStore, fileKind, WorkspaceError } from '@varve/workspace'
import type { HandedFile, HandedFiles, HandedPlaces } from '../index-file/handed/handed-files.ts'
import { folderOf } from '../index-file/database/names.ts'
import type { FileRecord } from '../repository/files.ts'
import { type DatabaseParts, hashOf } from './database-context.ts'

export interface FilesToIndexOptions {
  readonly store: DatabaseParts
  readonly workspaceId: string
  /** Tells of changes that are made in this program. */
  readonly files: Pick<FileStore, 'subscribe'>
  readonly times?: Partial<LookTimes>
}

/** Milliseconds. */
export interface LookTimes {
  /** Between looks for what other programs have changed, which may where the database is on a server. */
  readonly others: number
  /** Between looks at everything: between two looks for others, one of theirs may hide behind one of ours. */
  readonly precaution: number
}

const TIMES: LookTimes = { others: 3000, precaution: 300_000 }

/** The files of a workspace in the database, for the index over them. */
export function databaseFilesToIndex(options: FilesToIndexOptions): HandedFiles {
  const { store, workspaceId } = options
  return {
    list: async (places, most) => {
      if (places === 'everything') return (await store.files.list(workspaceId, most)).flatMap(handed)
      const found = await Promise.all(places.map((folder) => store.files.listFolder(workspaceId, folder)))
      return found.flat().flatMap(handed)
    },
    read: async (path) => {
      const record = await store.files.get({ workspaceId, path })
      const [file] = record ? handed(record) : []
      if (!record || !file)
        throw new WorkspaceError('not-found', path, `There is no "${path}" in the workspace.`)
      const content = await store.blobs.get(workspaceId, record.hash)
      if (content === undefined || hashOf(content) !== record.hash)
        throw new WorkspaceError('unreadable', path, `The content of "${path}" is damaged in the database.`)
      return { ...file, content }
    },
    subscribe: (onChange) => follow(options, onChange),
  }
}

function handed({ path, bytes, modified, revision }: FileRecord): readonly HandedFile[] {
  const kind = fileKind(path.slice(path.lastIndexOf('/') + 1))
  return kind ? [{ path, kind, bytes, modified, revision }] : []
}

function follow(
  { store, workspaceId, files, times }: FilesToIndexOptions,
  onChange: (places: HandedPlaces) => void,
): () => void {
  const { others, precaution } = { ...TIMES, ...times }
  let known: number | undefined
  const look = async (): Promise<void> => {
    const before = known
    known = await store.files.revision(workspaceId)
    if (before !== undefined && before !== known) onChange('everything')
  }
  // A database that cannot be asked now is asked again at the next look.
  const lookNow = (): void => void look().catch(() => undefined)
  const learn = async (): Promise<void> => {
    known = await store.files.revision(workspaceId)
  }
  const end = files.subscribe(({ paths }) => {
    onChange([...new Set(paths.map(folderOf))])
    learn().catch(() => undefined)
  })
  lookNow()
  const timers = [
    setInterval(lookNow, others).unref(),
    setInterval(() => onChange('everything'), precaution).unref(),
  ]
  return () => {
    end()
    for (const timer of timers) clearInterval(timer)
  }
}
