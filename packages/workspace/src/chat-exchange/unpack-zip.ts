import { inflateRawSync } from 'node:zlib'
import { WorkspaceError } from '../workspace-error.ts'

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
  /** What the archive is called, for messages only. */
  readonly name: string
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
 * The wanted files of an archive, one after another: what is done with one is not in memory beside the next. Nothing
 * is written anywhere. An archive that would unpack to more than the limits, or is not what it says it is, is refused
 * as a whole, so that what came before counts for nothing.
 */
export function* unpackZip(bytes: Uint8Array, { name, limits, wants }: ZipOptions): Generator<ZipEntry> {
  const archive: Archive = { bytes, name, limits }
  const entries = listEntries(archive).filter(({ path }) => wants(path))
  // Entries that share their bytes unpack to far more than any archive of this size should.
  if (entries.reduce((sum, { packed }) => sum + packed, 0) > bytes.length)
    throw refused(name, 'its entries overlap')
  let room = limits.bytes
  for (const entry of entries) {
    if (entry.size > room) throw tooLarge(archive)
    const content = unpackEntry(archive, entry)
    room -= content.length
    yield { path: entry.path, bytes: content }
  }
}

interface Archive {
  readonly bytes: Uint8Array
  readonly name: string
  readonly limits: ZipLimits
}

interface Listed {
  readonly path: string
  readonly method: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

function listEntries({ bytes, name, limits }: Archive): readonly Listed[] {
  const view = viewOf(bytes)
  const end = findEnd(view)
  if (end === undefined) throw refused(name, 'its end is missing')
  const count = view.getUint16(end + 10, true)
  if (count > limits.entries) throw refused(name, `it has ${count} entries, more than ${limits.entries}`)
  const listed: Listed[] = []
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_LENGTH > end || view.getUint32(at, true) !== ENTRY)
      throw refused(name, 'its list is broken')
    const nameLength = view.getUint16(at + 28, true)
    const nameStart = at + ENTRY_LENGTH
    const path = new TextDecoder().decode(bytes.subarray(nameStart, nameStart + nameLength))
    const isEncrypted = (view.getUint16(at + 8, true) & ENCRYPTED) !== 0
    if (isEncrypted) throw refused(name, 'it is encrypted')
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

function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - END_LENGTH
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--)
    if (view.getUint32(at, true) === END) return at
  return undefined
}

function unpackEntry({ bytes, name }: Archive, entry: Listed): Uint8Array {
  const { path, method, packed, size, offset } = entry
  const view = viewOf(bytes)
  if (offset + LOCAL_LENGTH > bytes.length || view.getUint32(offset, true) !== LOCAL)
    throw refused(name, `"${path}" is not where it should be`)
  const start = offset + LOCAL_LENGTH + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  if (start + packed > bytes.length) throw refused(name, `"${path}" is cut off`)
  const content = bytes.subarray(start, start + packed)
  if (method === STORED) return content
  if (method !== DEFLATED) throw refused(name, `"${path}" is packed in a way that is not known`)
  try {
    // Never more than it says: what it says was counted against the limits.
    return inflateRawSync(content, { maxOutputLength: Math.max(1, size) })
  } catch (error) {
    throw refused(name, `"${path}" is not what it says`, error)
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function refused(name: string, reason: string, cause?: unknown): WorkspaceError {
  const message = `The archive is refused: ${reason}. Export it again, or unpack it and take its files.`
  return new WorkspaceError('document-broken', name, message, { cause })
}

function tooLarge({ name, limits: { bytes } }: Archive): WorkspaceError {
  const message = `The archive unpacks to more than ${bytes / 2 ** 20} MB. Unpack it and take its files in parts.`
  return new WorkspaceError('document-too-large', name, message)
}
