import { constants } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { JsonValue } from '@varve/engine/internal'
import { type Disk, syncFolder } from '../../path/disk.ts'
import { errorCode } from '../../path/from-system.ts'

/**
 * Adds lines to a record and makes them durable. A line that a killed writer left half written is closed
 * off first, so it spoils no other and every line keeps its number.
 */
export async function appendRecord(disk: Disk, place: string, values: readonly JsonValue[]): Promise<void> {
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT
  const handle = await disk.open(place, flags, 0o600)
  try {
    const { size } = await handle.stat()
    const last = Buffer.alloc(1)
    if (size > 0) await handle.read(last, 0, 1, size - 1)
    const isTorn = size > 0 && last[0] !== NEW_LINE
    const lines = values.map((value) => `${JSON.stringify(value)}\n`)
    await handle.appendFile(`${isTorn ? '\n' : ''}${lines.join('')}`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await syncFolder(disk, dirname(place))
}

/** Every line of a record in order; undefined in place of a line that cannot be read. */
export async function readRecord(place: string): Promise<readonly unknown[]> {
  const text = await readFile(place, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return ''
    throw error
  })
  // What follows the last line end is empty, or half a line that nobody was told of.
  return text.split('\n').slice(0, -1).map(parseLine)
}

const NEW_LINE = 0x0a

/** Undefined for a line that is damaged, or was overwritten. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
