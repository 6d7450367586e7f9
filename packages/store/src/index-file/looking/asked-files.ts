import type { MessagePort } from 'node:worker_threads'
import {
  type Dirty,
  type ScannedFile,
  type SettledFile,
  tooLarge,
  WorkspaceError,
} from '@varve/workspace/indexing'
import { StoreError } from '../../store-error.ts'
import type { FilesAnswer, FilesQuestion, HandedFile } from '../handed/handed-files.ts'
import type { DiskLook } from './look-at-disk.ts'

interface Waiting {
  readonly resolve: (answer: FilesAnswer) => void
  readonly reject: (error: StoreError) => void
}

type Asked = FilesQuestion extends infer Question
  ? Question extends FilesQuestion
    ? Omit<Question, 'id'>
    : never
  : never

/** The files that are handed over, as the thread of an index sees them. */
export class AskedFiles {
  readonly #port: MessagePort
  readonly #waiting = new Map<number, Waiting>()
  #next = 1

  constructor(port: MessagePort) {
    this.#port = port
    port.on('message', (answer: FilesAnswer) => {
      this.#waiting.get(answer.id)?.resolve(answer)
      this.#waiting.delete(answer.id)
    })
    port.on('close', () => {
      for (const { reject } of this.#waiting.values())
        reject(new StoreError('closed', 'The files are closed.'))
      this.#waiting.clear()
    })
    port.unref()
  }

  async look(dirty: Dirty, maximumFiles: number): Promise<DiskLook> {
    const folders = dirty === 'everything' ? [] : [...dirty]
    const places = dirty === 'everything' ? dirty : folders
    const answer = await this.#ask({ kind: 'list', places, most: maximumFiles + 1 })
    if (answer.kind !== 'files') throw refusal(answer)
    const isTruncated = answer.files.length > maximumFiles
    const files = answer.files.slice(0, maximumFiles).map(scanned)
    const reason = `Only the first ${maximumFiles.toLocaleString('en-US')} files are indexed.`
    return {
      files: new Map(files.map((file) => [file.path, file])),
      folders,
      gone: [],
      unread: [],
      problems: isTruncated ? [{ path: '.', reason }] : [],
    }
  }

  read = async (file: ScannedFile, maximumBytes: number): Promise<SettledFile> => {
    const { path, bytes: size } = file
    if (size > maximumBytes) throw tooLarge(path, size, maximumBytes)
    const answer = await this.#ask({ kind: 'read', path })
    if (answer.kind !== 'content') throw refusal(answer)
    const { content } = answer.content
    if (content.length > maximumBytes) throw tooLarge(path, content.length, maximumBytes)
    const { bytes, modified, changed, inode, created } = scanned(answer.content)
    // A content goes by its hash, so it is the one of this revision, whatever comes next.
    return { bytes: content, stamp: { bytes, modified, changed, inode, created }, settled: true }
  }

  close(): void {
    this.#port.close()
  }

  #ask(question: Asked): Promise<FilesAnswer> {
    const id = this.#next++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
      this.#port.postMessage({ ...question, id } satisfies FilesQuestion)
    })
  }
}

/** The revision stands for the time of a change, which no clock can set back; no time is known but that of the content. */
function scanned({ path, kind, bytes, modified, revision }: HandedFile): ScannedFile {
  return { path, place: path, kind, bytes, modified, changed: revision, inode: 0, created: modified }
}

function refusal(answer: FilesAnswer): Error {
  if (answer.kind !== 'refused') return new StoreError('failed', 'The files answered something else.')
  const { code, path, message } = answer
  return code === undefined ? new StoreError('failed', message) : new WorkspaceError(code, path, message)
}
