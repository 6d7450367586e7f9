import { randomBytes, scrypt } from 'node:crypto'
import { StoreError } from '../store-error.ts'
import { MASTER_KEY_BYTES, MasterKey } from './master-key.ts'
import { makeSecretFile, readSecretFile, refused } from './secret-file.ts'

/** How a passphrase becomes a master key, and what tells the right one from a slip of the fingers. */
interface PassphraseRecord {
  readonly version: 1
  readonly cost: number
  readonly blockSize: number
  readonly parallelization: number
  readonly salt: string
  readonly check: string
}

/** 128 MB and about half a second for each guess. */
const SCRYPT = { cost: 2 ** 17, blockSize: 8, parallelization: 1 } as const
const MOST_MEMORY = 2 ** 30
const SHORTEST = 8
const CHECK = { plain: 'varve', place: { workspaceId: '', provider: 'passphrase' } } as const

/** The master key that a passphrase stands for; undefined where no passphrase was ever used in this folder. */
export async function findByPassphrase(path: string, passphrase: string): Promise<MasterKey | undefined> {
  const text = await readSecretFile(path)
  if (text === undefined) return undefined
  const record = parseRecord(path, text)
  const key = await derive(passphrase, record)
  try {
    key.unseal(Buffer.from(record.check, 'base64'), CHECK.place)
    return key
  } catch (error) {
    throw refused(path, 'the passphrase is not the one with which it was made', { cause: error })
  }
}

/** Records a new salt for a passphrase; false where another program has just done so. */
export async function makeByPassphrase(path: string, passphrase: string): Promise<boolean> {
  const { length } = passphrase.trim()
  if (length < SHORTEST)
    throw new StoreError(
      'master-key-refused',
      `The passphrase has ${length} characters, and at least ${SHORTEST} are needed.`,
    )
  const settings = { ...SCRYPT, salt: randomBytes(16).toString('base64') }
  const key = await derive(passphrase, settings)
  const check = Buffer.from(key.seal(CHECK.plain, CHECK.place)).toString('base64')
  const record: PassphraseRecord = { version: 1, ...settings, check }
  return makeSecretFile(path, `${JSON.stringify(record)}\n`)
}

function derive(
  passphrase: string,
  { salt, cost, blockSize, parallelization }: Omit<PassphraseRecord, 'version' | 'check'>,
): Promise<MasterKey> {
  const options = { cost, blockSize, parallelization, maxmem: MOST_MEMORY }
  // Keyboards differ in how they write one and the same letter.
  const typed = passphrase.trim().normalize('NFKC')
  return new Promise((resolve, reject) => {
    scrypt(typed, Buffer.from(salt, 'base64'), MASTER_KEY_BYTES, options, (error, secret) => {
      if (error) reject(error)
      else resolve(new MasterKey(secret))
    })
  })
}

function parseRecord(path: string, text: string): PassphraseRecord {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw refused(path, 'it is not what was written there', { cause: error })
  }
  if (!isRecord(value)) throw refused(path, 'it is not what was written there')
  return value
}

/** Whatever the file says, one guess takes no more than a gigabyte. */
function isRecord(value: unknown): value is PassphraseRecord {
  if (typeof value !== 'object' || value === null) return false
  const { version, cost, blockSize, parallelization, salt, check } = value as Record<string, unknown>
  return (
    version === 1 &&
    isBetween(cost, 2, 2 ** 22) &&
    Number.isInteger(Math.log2(cost)) &&
    isBetween(blockSize, 1, 64) &&
    isBetween(parallelization, 1, 16) &&
    128 * cost * blockSize < MOST_MEMORY &&
    typeof salt === 'string' &&
    typeof check === 'string'
  )
}

function isBetween(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most
}
