import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isProcessRunning } from '@varve/app'

const FILE = 'running.txt'

/** Notes at which address Varve serves this data folder, without its key. Returns what takes that back. */
export function noteRunning(data: string, port: number): () => void {
  const path = join(data, FILE)
  try {
    writeFileSync(path, `${process.pid} http://127.0.0.1:${port}/\n`)
  } catch {
    // A help for a second start: without it Varve runs as well, from a disk that is full or read-only too.
    return () => undefined
  }
  return () => rmSync(path, { force: true })
}

/** Where Varve serves this data folder, as far as anybody noted. One that was killed leaves its note behind: that says nothing. */
export function runningAddress(data: string): string | undefined {
  try {
    const note = readFileSync(join(data, FILE), 'utf8')
    const [, processId, address] = /^(\d{1,10}) (http:\/\/127\.0\.0\.1:\d{1,5}\/)$/m.exec(note) ?? []
    return isProcessRunning(Number(processId)) ? address : undefined
  } catch {
    return undefined
  }
}
