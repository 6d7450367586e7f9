import { randomBytes } from 'node:crypto'
import { MASTER_KEY_BYTES, MasterKey } from './master-key.ts'
import { makeSecretFile, readSecretFile, refused } from './secret-file.ts'

const LINE = /^varve-master-key-1 ([A-Za-z0-9+/]{43}=)\s*$/

/** The master key in a file that only its owner may read; undefined where there is none. */
export async function findInFile(path: string): Promise<MasterKey | undefined> {
  const text = await readSecretFile(path)
  if (text === undefined) return undefined
  const encoded = LINE.exec(text)?.[1]
  if (encoded === undefined) throw refused(path, 'it does not hold a master key')
  return new MasterKey(Buffer.from(encoded, 'base64'))
}

/** Makes a master key; false where another program has just made one. */
export function makeInFile(path: string): Promise<boolean> {
  const encoded = randomBytes(MASTER_KEY_BYTES).toString('base64')
  return makeSecretFile(path, `varve-master-key-1 ${encoded}\n`)
}
