import { inflateRawSync } from 'node:zlib'
import { AppError } from '../app-error.ts'

/** What an archive may hold: it comes from outside, and what is taken of it ends up in memory. */
export interface ZipLimits {
  readonly entries: number
  /** Of all that is taken, unpacked. */
  readonly bytes: number
}

export interface ZipEntry {
  readonly path: string
  readonly bytes: Uint8Array
}

export interface ZipOptions {
  readonly limits: ZipLimits
  readonly wants: (path: string) => boolean
}

const END = 0x06_05_4b_50
const END_LENGTH = 22
const LONGEST_COMMENT = 0xff_ff
const ENTRY = 0x02_01_4b_50
const ENTRY_LENGTH = 46
const LOCAL = 0x04_03_4b_50
const LOCAL_LENGTH = 30
const ENCRYPTED = 1
const STORED = 0
const DEFLATED = 8

export function isZip(bytes: Uint8Array): boolean {
  return bytes.length >= END_LENGTH && viewOf(bytes).getUint32(0, true) === LOCAL
}

/**
 * The wanted files of an archive. Nothing is written anywhere. An archive that would unpack to more than the
 * limits, or is not what it says it is, is refused as a whole.
 */
export function unpackZip(bytes: Uint8Array, { limits, wants }: ZipOptions): readonly ZipEntry[] {
  const entries = listEntries(bytes, limits).filter(({ path }) => wants(path))
  let room = limits.bytes
  // Entries that share their bytes unpack to far more than any archive of this size should.
  if (entries.reduce((sum, { packed }) => sum + packed, 0) > bytes.length)
    throw refused('its entries overlap')
  const unpacked: ZipEntry[] = []
  for (const entry of entries) {
    if (entry.size > room) throw tooLarge(limits)
    const content = unpackEntry(bytes, entry)
    room -= content.length
    unpacked.push({ path: entry.path, bytes: content })
  }
  return unpacked
}

interface Listed {
  readonly path: string
  readonly method: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

function listEntries(bytes: Uint8Array, limits: ZipLimits): readonly Listed[] {
  const view = viewOf(bytes)
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  if (count > limits.entries) throw refused(`it has ${count} entries, more than ${limits.entries}`)
  const listed: Listed[] = []
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_LENGTH > end || view.getUint32(at, true) !== ENTRY) throw refused('its list is broken')
    const nameLength = view.getUint16(at + 28, true)
    const nameStart = at + ENTRY_LENGTH
    const path = new TextDecoder().decode(bytes.subarray(nameStart, nameStart + nameLength))
    const isEncrypted = (view.getUint16(at + 8, true) & ENCRYPTED) !== 0
    if (isEncrypted) throw refused('it is encrypted')
    listed.push({
      path,
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    })
    at = nameStart + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return listed
}

function findEnd(view: DataView): number {
  const last = view.byteLength - END_LENGTH
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--)
    if (view.getUint32(at, true) === END) return at
  throw refused('its end is missing')
}

function unpackEntry(bytes: Uint8Array, { path, method, packed, size, offset }: Listed): Uint8Array {
  const view = viewOf(bytes)
  if (offset + LOCAL_LENGTH > bytes.length || view.getUint32(offset, true) !== LOCAL)
    throw refused(`"${path}" is not where it should be`)
  const start = offset + LOCAL_LENGTH + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  if (start + packed > bytes.length) throw refused(`"${path}" is cut off`)
  const content = bytes.subarray(start, start + packed)
  if (method === STORED) return content
  if (method !== DEFLATED) throw refused(`"${path}" is packed in a way that is not known`)
  try {
    // Never more than it says: what it says was counted against the limits.
    return inflateRawSync(content, { maxOutputLength: Math.max(1, size) })
  } catch (error) {
    throw new AppError('file-unreadable', `The archive is refused: "${path}" is not what it says.`, {
      cause: error,
    })
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function refused(reason: string): AppError {
  return new AppError('file-unreadable', `The archive is refused: ${reason}.`)
}

function tooLarge({ bytes }: ZipLimits): AppError {
  return new AppError('file-too-large', `The archive unpacks to more than ${bytes / 2 ** 20} MB.`)
}
