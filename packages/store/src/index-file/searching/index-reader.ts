import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { answerSearch, relatedNotes } from '@varve/workspace/searching'
import { StoreError } from '../../store-error.ts'
import type { ReaderCall } from '../protocol/index-protocol.ts'
import { IndexQueries } from './index-queries.ts'
import { openIndexForReading } from '../database/open-index-file.ts'
import { SqliteSearchSource } from './sqlite-search-source.ts'

interface Opened {
  readonly connection: DatabaseSync
  readonly inode: number
  readonly source: SqliteSearchSource
  readonly queries: IndexQueries
}

/** The reading side of an index file, which may be replaced by another process at any time. */
export class IndexReader {
  readonly #file: string
  #opened: Opened | undefined
  #isDetached = false

  constructor(file: string) {
    this.#file = file
  }

  answer(request: ReaderCall): unknown {
    switch (request.kind) {
      case 'detach':
      case 'close':
        this.#isDetached = true
        return this.#close()
      case 'attach':
        this.#isDetached = false
        return undefined
      case 'search':
        return this.#search(request)
      case 'related':
        return relatedNotes(this.#open().source, request.path, request.limit)
      case 'file':
        return this.#open().queries.file(request.path)
      case 'files':
        return this.#open().queries.files(request.parsed)
      case 'tags':
        return this.#open().queries.tags()
      case 'filesWithTag':
        return this.#open().queries.filesWithTag(request.tag)
      case 'filesUnder':
        return this.#open().queries.filesUnder(request.folder, request.limit)
      case 'findByName':
        return this.#open().queries.findByName(request.name)
      case 'resolveLinks':
        return this.#open().queries.resolveLinks(request.from, request.links)
      case 'neighbours':
        return this.#open().queries.neighbours(request.path)
      case 'recent':
        return this.#open().queries.recent(request.limit)
      case 'statistics':
        return this.#open().queries.statistics()
      default:
        return request satisfies never
    }
  }

  #search({ request, question }: ReaderCall & { readonly kind: 'search' }): unknown {
    const { source } = this.#open()
    const isKnown = question !== undefined && source.vectors.use(question.embedder)
    return answerSearch(source, request, isKnown ? { vector: question.vector } : {})
  }

  #open(): Opened {
    if (this.#isDetached) throw new StoreError('closed', 'The index is closed.')
    const inode = statSync(this.#file, { throwIfNoEntry: false })?.ino ?? -1
    if (this.#opened?.inode === inode) return this.#opened
    this.#close()
    const connection = openIndexForReading(this.#file)
    this.#opened = {
      connection,
      inode,
      source: new SqliteSearchSource(connection),
      queries: new IndexQueries(connection),
    }
    return this.#opened
  }

  #close(): undefined {
    this.#opened?.connection.close()
    this.#opened = undefined
  }
}
