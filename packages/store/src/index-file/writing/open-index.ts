import type { DatabaseSync } from 'node:sqlite'
import { valueOf } from '../../sqlite/open-connection.ts'
import type { KeeperRun } from '../following/read-keeper-progress.ts'
import { IndexWriter } from './index-writer.ts'
import { LinkTable } from './link-table.ts'
import { openIndexFile, type SetAside } from '../database/open-index-file.ts'
import { VectorTable } from '../vectors/vector-table.ts'

/** An index file that this thread may write. */
export class OpenIndex {
  readonly connection: DatabaseSync
  /** Why the one that was there before is not used any more. */
  readonly setAside: SetAside | undefined
  readonly writer: IndexWriter
  readonly links: LinkTable
  readonly vectors: VectorTable

  constructor(file: string) {
    const opened = openIndexFile(file)
    this.connection = opened.connection
    this.setAside = opened.setAside
    this.writer = new IndexWriter(this.connection)
    this.links = new LinkTable(this.connection)
    this.vectors = new VectorTable(this.connection)
  }

  /** `unfinished` where a run was cut off. */
  state(): unknown {
    return valueOf(this.connection, `select value from meta where name = 'state'`)
  }

  embeddings(): string | undefined {
    const name = valueOf(this.connection, `select value from meta where name = 'embeddings'`)
    return typeof name === 'string' ? name : undefined
  }

  fileCount(): number {
    return Number(valueOf(this.connection, 'select count(*) from files'))
  }

  problems(): readonly { readonly path: string; readonly reason: string }[] {
    return this.connection
      .prepare('select path, reason from problems order by path')
      .all()
      .map((row) => ({ path: String(row['path']), reason: String(row['reason']) }))
  }

  /** How far this is, for those who read along. */
  tellFollowers(run: KeeperRun): void {
    this.writer.setMeta('run', run)
  }

  tellFollowersOfFailure(): void {
    try {
      this.tellFollowers('failed')
    } catch (error) {
      // A full disk takes no word more; what failed first is told already.
      if (!(error instanceof Error && 'errcode' in error)) throw error
    }
  }

  close(): void {
    if (this.connection.isOpen) this.connection.close()
  }
}
