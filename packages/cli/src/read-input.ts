import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { CliError } from './cli-error.ts'

/** All bytes of a file, or of the standard input where the name is `-`. */
export async function readInput(file: string, standardInput: Readable): Promise<Uint8Array> {
  if (file !== '-') return readNamed(file)
  const chunks: Buffer[] = []
  for await (const chunk of standardInput) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
}

async function readNamed(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    const reason = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : code
    throw new CliError('input-unreadable', `Cannot read ${file}: ${reason ?? String(error)}.`, {
      cause: error,
    })
  }
}
