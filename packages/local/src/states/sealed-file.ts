import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'

/** What a state file tells without its key: nothing that anyone wrote. */
export interface StateHeader {
  readonly version: number
  /** Names the model file, the runtime and how it computes: with others, a state means nothing. */
  readonly model: string
  /** Names the chat that it belongs to. */
  readonly chat: string
  /** Names the epoch of the chat: in another one, requests begin with other words. */
  readonly epoch: string
  /** Names the beginnings of the prompt, with the number of tokens up to there; a secret hash each. */
  readonly links: readonly (readonly [link: string, tokens: number])[]
  readonly tokens: number
}

export const STATE_VERSION = 1

const MAGIC = Buffer.from('VARVESTATE1\n')
const CHUNK = 4 * 1024 * 1024
const LARGEST_HEADER = 4 * 1024 * 1024
const NONCE = 12
const TAG = 16

interface Sealing {
  readonly header: StateHeader
  readonly key: Uint8Array
  /** Kept with the state, sealed as well. */
  readonly notes: Uint8Array
}

/**
 * Seals a file into another one with AES-256-GCM: header in the clear and authenticated, then nonce, text and tag. It
 * is written aside and renamed, so that half a file never has the name.
 */
export async function sealFile(from: string, to: string, { header, key, notes }: Sealing): Promise<number> {
  const head = headBytes(header)
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(head)
  const partial = `${to}.part`
  const source = await open(from, 'r')
  const target = await open(partial, 'w', 0o600)
  try {
    let bytes = 0
    const write = async (chunk: Uint8Array): Promise<void> => {
      await target.writeFile(chunk)
      bytes += chunk.length
    }
    await write(head)
    await write(nonce)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(notes.length)
    await write(cipher.update(length))
    await write(cipher.update(notes))
    for await (const chunk of chunksOf(source)) await write(cipher.update(chunk))
    await write(cipher.final())
    await write(cipher.getAuthTag())
    await target.close()
    await rename(partial, to)
    return bytes
  } catch (error) {
    await target.close().catch(() => undefined)
    await rm(partial, { force: true })
    throw error
  } finally {
    await source.close()
  }
}

/**
 * Opens a sealed file into another one, and gives its notes. Nothing may be used before it returns: only then is it sure
 * that nobody changed a byte.
 *
 * @throws where the file is damaged, or sealed with another key.
 */
export async function unsealFile(from: string, to: string, key: Uint8Array): Promise<Uint8Array> {
  const source = await open(from, 'r')
  const target = await open(to, 'w', 0o600)
  try {
    const { head } = await readHead(source)
    const { size } = await source.stat()
    const nonce = await readAt(source, head.length, NONCE)
    const tag = await readAt(source, size - TAG, TAG)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG })
    decipher.setAAD(head)
    decipher.setAuthTag(tag)
    const begin = head.length + NONCE
    let notes = Buffer.alloc(0)
    let wanted: number | undefined
    let hasNotes = false
    for await (const sealed of chunksOf(source, begin, size - TAG)) {
      let chunk = decipher.update(sealed)
      if (!hasNotes) {
        notes = Buffer.concat([notes, chunk])
        if (wanted === undefined && notes.length >= 4) wanted = notes.readUInt32LE() + 4
        if (wanted === undefined || notes.length < wanted) continue
        hasNotes = true
        chunk = notes.subarray(wanted)
        notes = notes.subarray(4, wanted)
      }
      await target.writeFile(chunk)
    }
    decipher.final()
    return notes
  } finally {
    await target.close()
    await source.close()
  }
}

/** @throws where it is no state file. */
export async function readHeader(
  path: string,
): Promise<{ readonly header: StateHeader; readonly bytes: number; readonly time: number }> {
  const file = await open(path, 'r')
  try {
    const { header } = await readHead(file)
    const { size, mtimeMs } = await file.stat()
    return { header, bytes: size, time: mtimeMs }
  } finally {
    await file.close()
  }
}

function headBytes(header: StateHeader): Buffer {
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  return Buffer.concat([MAGIC, length, text])
}

async function readHead(file: FileHandle): Promise<{ readonly head: Buffer; readonly header: StateHeader }> {
  const begin = await readAt(file, 0, MAGIC.length + 4)
  const length = begin.readUInt32LE(MAGIC.length)
  if (!begin.subarray(0, MAGIC.length).equals(MAGIC) || length > LARGEST_HEADER)
    throw new Error('This is no saved state.')
  const head = Buffer.concat([begin, await readAt(file, begin.length, length)])
  return { head, header: JSON.parse(head.subarray(begin.length).toString()) as StateHeader }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, Math.max(0, position))
  if (bytesRead !== length) throw new Error('The saved state is cut off.')
  return buffer
}

async function* chunksOf(file: FileHandle, from = 0, to = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  const buffer = Buffer.alloc(CHUNK)
  for (let at = from; at < to; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(CHUNK, to - at), at)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}
