import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'running.json'

/** A Varve that serves a data folder. */
export interface RunningVarve {
  readonly pid: number
  /** On this machine, as `http://127.0.0.1:4747`, without anything that opens it. */
  readonly address: string
  /** Opens its API as a bearer token. */
  readonly key: string
}

/**
 * Records where Varve serves this data folder, readable by this user only, for other commands. Returns a
 * function that removes the record.
 */
export function noteRunning(data: string, running: Omit<RunningVarve, 'pid'>): () => void {
  const path = join(data, FILE)
  const text = `${JSON.stringify({ pid: process.pid, ...running })}\n`
  try {
    // Removed first: an existing file would keep its permissions.
    rmSync(path, { force: true })
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
  } catch {
    // Without it Varve runs as well, from a disk that is full or read-only too.
    return () => undefined
  }
  return () => {
    // Another Varve on the same database may have noted itself since.
    if (readNote(path) === text) rmSync(path, { force: true })
  }
}

/** The Varve that serves this data folder, if one runs. One that was killed leaves its note behind: that says nothing. */
export async function findRunning(data: string): Promise<RunningVarve | undefined> {
  try {
    const { pid, address, key } = JSON.parse(readNote(join(data, FILE)) ?? '') as Partial<RunningVarve>
    if (!Number.isSafeInteger(pid) || typeof key !== 'string') return undefined
    // Of this machine: nothing but an address in numbers, which no one can make lead elsewhere.
    if (!/^http:\/\/(?:[\d.]+|\[[\da-f:]+\]):\d{1,5}$/.test(address ?? '')) return undefined
    return isRunning(Number(pid)) ? { pid: Number(pid), address: address ?? '', key } : undefined
  } catch {
    return undefined
  }
}

/** Not the app's own check, which comes with all of it: a command that goes through a running Varve needs no more. */
function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function readNote(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const PORT_FILE = 'port'
const DEFAULT_PORT = 4747

/** The previous port, so that bookmarks and sign-ins stay valid. */
export function lastPort(data: string): number {
  const port = Number(readNote(join(data, PORT_FILE)) ?? '')
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : DEFAULT_PORT
}

export function notePort(data: string, port: number): void {
  try {
    writeFileSync(join(data, PORT_FILE), `${port}\n`, { mode: 0o600 })
  } catch {
    // On a disk that is full or read-only the usual one is tried next time.
  }
}
