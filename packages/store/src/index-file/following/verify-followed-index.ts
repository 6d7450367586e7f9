import { readKeeperProgress } from './read-keeper-progress.ts'
import { openIndexForReading } from '../database/open-index-file.ts'
import { verifyIndex } from '../verifying/verify-index.ts'

/** What is wrong with an index that another process keeps. */
export function verifyFollowedIndex(file: string): readonly string[] {
  const isWorking = readKeeperProgress(file).state !== 'ready'
  const connection = openIndexForReading(file)
  try {
    // It cannot write to the file either way; what is counted needs tables for the time being.
    connection.exec('pragma query_only = off')
    return verifyIndex(connection, { isWorking })
  } finally {
    connection.close()
  }
}
