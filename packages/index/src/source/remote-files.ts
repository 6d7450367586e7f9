/** Files that are not in a folder: the database of a workspace has them, and the writing thread asks for them. */
import type { MessagePort } from 'node:worker_threads'
import type { FileKind } from '@varve/workspace'
import { tooLarge } from '@varve/workspace/notes'
import type { SettledFile } from '../scan/read-settled-file.ts'
import type { ScannedFile } from '../scan/scan-folder.ts'
import type { Dirty } from '../watch/watch-folders.ts'
import { IndexError } from '../index-error.ts'
import type { WorkspaceScan } from '../scan/scan-workspace.ts'
import { Caller, serveCalls } from '../thread/calls.ts'

export interface RemoteFile {
  readonly path: string
  readonly kind: FileKind
  readonly bytes: number
  readonly modified: number
  /** Another one after every change of the file. */
  readonly revision: number
}

export interface RemoteContent extends RemoteFile {
  readonly content: Uint8Array
}

/** Everything, or the files that are directly in these folders. */
export type RemotePlaces = 'everything' | readonly string[]

export interface RemoteFileSource {
  readonly list: (places: RemotePlaces, most: number) => Promise<readonly RemoteFile[]>
  /** Fails with a `WorkspaceError`, such as `not-found`. */
  readonly read: (path: string) => Promise<RemoteContent>
  /** Tells where something has changed; gives back what ends it. */
  readonly subscribe: (onChange: (places: RemotePlaces) => void) => () => void
}

/** Answers the writing thread for as long as that has its end of the port. */
export function serveFiles(port: MessagePort, { list, read }: RemoteFileSource): void {
  serveCalls(port, { list, read })
  // The index must not keep the program running.
  port.unref()
}

/** The writing thread's side. */
export class RemoteFiles {
  readonly #port: MessagePort
  readonly #source: Caller<RemoteFileSource>

  constructor(port: MessagePort) {
    this.#port = port
    this.#source = new Caller(port)
    port.on('close', () => this.#source.end(new IndexError('closed', 'The files are closed.')))
    port.unref()
  }

  async scan(dirty: Dirty, maximumFiles: number): Promise<WorkspaceScan> {
    const folders = dirty === 'everything' ? [] : [...dirty]
    const listed = await this.#source.call('list', dirty === 'everything' ? dirty : folders, maximumFiles + 1)
    const files = listed.slice(0, maximumFiles).map(scanned)
    const reason = `Only the first ${maximumFiles.toLocaleString('en-US')} files are indexed.`
    return {
      files: new Map(files.map((file) => [file.path, file])),
      folders,
      gone: [],
      unread: [],
      problems: listed.length > maximumFiles ? [{ path: '.', reason }] : [],
    }
  }

  read = async ({ path, bytes: size }: ScannedFile, maximumBytes: number): Promise<SettledFile> => {
    if (size > maximumBytes) throw tooLarge(path, size, maximumBytes)
    const file = await this.#source.call('read', path)
    if (file.content.length > maximumBytes) throw tooLarge(path, file.content.length, maximumBytes)
    const { bytes, modified, changed, inode, created } = scanned(file)
    // A content goes by its hash, so it is the one of this revision, whatever comes next.
    return { bytes: file.content, stamp: { bytes, modified, changed, inode, created }, settled: true }
  }

  close(): void {
    this.#port.close()
  }
}

/** The revision takes the place of the time of a change; no other time is known than that of the content. */
function scanned({ path, kind, bytes, modified, revision }: RemoteFile): ScannedFile {
  return { path, place: path, kind, bytes, modified, changed: revision, inode: 0, created: modified }
}
