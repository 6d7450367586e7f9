import { readKeeperProgress } from '../writing/follow-index.ts'
import { openIndexForReading } from './open-index-file.ts'
import { verifyIndex } from './verify-index.ts'

/** What is wrong with an index that another process keeps. */
export function verifyFollowedIndex(file: string): readonly string[] {
  const isWorking = readKeeperProgress(file).state !== 'ready'
  const connection = openIndexForReading(file)
  try {
    return verifyIndex(connection, { isWorking })
  } finally {
    connection.close()
  }
}
