import { valueOf } from '../../sqlite/open-connection.ts'
import { openIndexForReading } from './open-index-file.ts'

/** The embeddings that were last chosen for an index, by name, whoever writes it; undefined where it says nothing yet. */
export function readEmbeddings(file: string): string | undefined {
  try {
    const connection = openIndexForReading(file)
    try {
      const value = valueOf(connection, `select value from meta where name = 'embeddings'`)
      return typeof value === 'string' ? value : undefined
    } finally {
      connection.close()
    }
  } catch (error) {
    // While another process is making the file there is nothing to read yet.
    if (error instanceof Error && 'errcode' in error) return undefined
    throw error
  }
}
