import { deflateRawSync } from 'node:zlib'

export interface TestEntry {
  readonly path: string
  readonly content?: string
  /** Packed bytes in place of the content, with the size that they are said to have. */
  readonly raw?: Uint8Array
  readonly size?: number
}

export interface TestZipOptions {
  /** Every entry points to the bytes of the first. */
  readonly shared?: boolean
  readonly offset?: number
  readonly flags?: number
}

/** An archive for tests, including malformed ones. */
export function testZip(entries: readonly TestEntry[], options: TestZipOptions = {}): Uint8Array {
  const files: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const [index, entry] of entries.entries()) {
    const name = Buffer.from(entry.path)
    const content = Buffer.from(entry.content ?? '')
    const packed = entry.raw ?? deflateRawSync(content)
    const size = entry.size ?? content.length
    const isWritten = !options.shared || index === 0
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04_03_4b_50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(name.length, 26)
    const listed = Buffer.alloc(46)
    listed.writeUInt32LE(0x02_01_4b_50, 0)
    listed.writeUInt16LE(options.flags ?? 0, 8)
    listed.writeUInt16LE(8, 10)
    listed.writeUInt32LE(packed.length, 20)
    listed.writeUInt32LE(size, 24)
    listed.writeUInt16LE(name.length, 28)
    listed.writeUInt32LE(options.offset ?? (options.shared ? 0 : at), 42)
    list.push(listed, name)
    if (!isWritten) continue
    files.push(local, name, Buffer.from(packed))
    at += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, ...list, end])
}
