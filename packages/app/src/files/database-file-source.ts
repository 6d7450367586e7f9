import { createHash } from 'node:crypto'
import type { RemoteFile, RemoteFileSource, RemotePlaces } from '@varve/index'
import type { Store } from '@varve/store'
import { type FileStore, fileKind, WorkspaceError } from '@varve/workspace'

export interface DatabaseFileSourceOptions {
  readonly store: Pick<Store, 'files' | 'blobs'>
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

/** The files of a workspace in the database, for its index. */
export function databaseFileSource(options: DatabaseFileSourceOptions): RemoteFileSource {
  const { store, workspaceId } = options
  return {
    list: async (places, most) => {
      if (places === 'everything') return (await store.files.list(workspaceId, most)).flatMap(remoteFile)
      const found = await Promise.all(places.map((folder) => store.files.listFolder(workspaceId, folder)))
      return found.flat().flatMap(remoteFile)
    },
    read: async (path) => {
      const record = await store.files.get({ workspaceId, path })
      const [file] = record ? remoteFile(record) : []
      if (!record || !file)
        throw new WorkspaceError('not-found', path, `There is no "${path}" in the workspace.`)
      const content = await store.blobs.get(workspaceId, record.hash)
      if (content === undefined || createHash('sha256').update(content).digest('hex') !== record.hash)
        throw new WorkspaceError('unreadable', path, `The content of "${path}" is damaged in the database.`)
      return { ...file, content }
    },
    subscribe: (onChange) => follow(options, onChange),
  }
}

function remoteFile({ path, bytes, modified, revision }: Omit<RemoteFile, 'kind'>): readonly RemoteFile[] {
  const kind = fileKind(path)
  return kind ? [{ path, kind, bytes, modified, revision }] : []
}

function follow(
  { store, workspaceId, files, times }: DatabaseFileSourceOptions,
  onChange: (places: RemotePlaces) => void,
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

/** `''` for the root. */
function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
