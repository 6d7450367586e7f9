import { randomBytes, randomUUID, scrypt } from 'node:crypto'
import { dirname, join } from 'node:path'
import { link, open, rm } from 'node:fs/promises'
import { makeFolder } from '@varve/workspace'
import { StoreError } from '../store-error.ts'
import { MASTER_KEY_BYTES, MasterKey } from './master-key.ts'
import { syncFolderOf } from '../sqlite/private-file.ts'

const LONGEST = 4096

const FOR_OTHERS = 0o077

/** 128 MB and about half a second for each guess. */
const SCRYPT = { cost: 2 ** 17, blockSize: 8, parallelization: 1 } as const

const MOST_MEMORY = 2 ** 30

const SHORTEST = 8

const CHECK = { plain: 'varve', place: { workspaceId: '', provider: 'passphrase' } } as const

const LINE = /^varve-master-key-1 ([A-Za-z0-9+/]{43}=)\s*$/

/** The keyring of the operating system, where a program that can reach it hands it in. */
export interface Keyring {
  readonly read: () => Promise<Uint8Array | undefined>
  readonly write: (secret: Uint8Array) => Promise<void>
}

/** Where the master key is: never in the database. */
export interface MasterKeyPlace {
  /** Holds `master.key`, or `master.scrypt` where there is a passphrase. */
  readonly folder: string
  /** Takes precedence over everything else; a blank one counts as absent. */
  readonly passphrase?: string | undefined
  /** Used where no file was made before. */
  readonly keyring?: Keyring | undefined
}

/** Finds the master key, or creates one if there is none. Never replaces an existing key. */
export async function openMasterKey(place: MasterKeyPlace): Promise<MasterKey> {
  const found = await lookFor(place)
  if (found) return found
  await make(place)
  return findMasterKey(place)
}

/** Finds the master key, and fails with `master-key-missing` where there is none. */
export async function findMasterKey(place: MasterKeyPlace): Promise<MasterKey> {
  const found = await lookFor(place)
  if (found) return found
  throw new StoreError(
    'master-key-missing',
    `There is no master key in ${place.folder}: put back the one that was there, or start with VARVE_PASSPHRASE if it was a passphrase.`,
  )
}

async function lookFor(place: MasterKeyPlace): Promise<MasterKey | undefined> {
  const passphrase = passphraseOf(place)
  if (passphrase !== undefined) {
    const found = await findByPassphrase(recordPath(place), passphrase)
    if (!found) await refuseHiddenFile(keyPath(place))
    return found
  }
  const found = (await findInFile(keyPath(place))) ?? (await inKeyring(place))
  if (!found) await refuseForgottenPassphrase(recordPath(place))
  return found
}

/** Without this, a start that lacks the passphrase would make a second master key beside the first. */
async function refuseForgottenPassphrase(path: string): Promise<void> {
  if ((await readSecretFile(path)) === undefined) return
  throw new StoreError(
    'master-key-refused',
    `Keys here are sealed with a passphrase: start with VARVE_PASSPHRASE, or remove ${path} to start over.`,
  )
}

/** The same the other way round: a passphrase that was never used here hides the file that was. */
async function refuseHiddenFile(path: string): Promise<void> {
  if ((await readSecretFile(path)) === undefined) return
  throw new StoreError(
    'master-key-refused',
    `Keys here are sealed with ${path}, which VARVE_PASSPHRASE hides: unset VARVE_PASSPHRASE, or remove that file to start over with the passphrase.`,
  )
}

async function make(place: MasterKeyPlace): Promise<void> {
  const passphrase = passphraseOf(place)
  if (passphrase !== undefined) await makeByPassphrase(recordPath(place), passphrase)
  else if (place.keyring) await reach(() => place.keyring?.write(randomBytes(MASTER_KEY_BYTES)))
  else await makeInFile(keyPath(place))
}

async function inKeyring({ keyring }: MasterKeyPlace): Promise<MasterKey | undefined> {
  const secret = await reach(() => keyring?.read())
  return secret && new MasterKey(secret)
}

async function reach<Result>(act: () => Promise<Result> | undefined): Promise<Result | undefined> {
  try {
    return await act()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreError('master-key-refused', `The keyring of this machine does not answer: ${reason}.`, {
      cause: error,
    })
  }
}

function passphraseOf({ passphrase = '' }: MasterKeyPlace): string | undefined {
  return passphrase.trim() === '' ? undefined : passphrase
}

function keyPath({ folder }: MasterKeyPlace): string {
  return join(folder, 'master.key')
}

function recordPath({ folder }: MasterKeyPlace): string {
  return join(folder, 'master.scrypt')
}

/** The master key in a file that only its owner may read; undefined where there is none. */
async function findInFile(path: string): Promise<MasterKey | undefined> {
  const text = await readSecretFile(path)
  if (text === undefined) return undefined
  const encoded = LINE.exec(text)?.[1]
  if (encoded === undefined) throw refused(path, 'it does not hold a master key')
  return new MasterKey(Buffer.from(encoded, 'base64'))
}

/** Makes a master key; false where another program has just made one. */
function makeInFile(path: string): Promise<boolean> {
  const encoded = randomBytes(MASTER_KEY_BYTES).toString('base64')
  return makeSecretFile(path, `varve-master-key-1 ${encoded}\n`)
}

/** How a passphrase becomes a master key, and what tells the right one from a slip of the fingers. */
interface PassphraseRecord {
  readonly version: 1
  readonly cost: number
  readonly blockSize: number
  readonly parallelization: number
  readonly salt: string
  readonly check: string
}

/** The master key protected by a passphrase; undefined if no passphrase was ever used in this folder. */
async function findByPassphrase(path: string, passphrase: string): Promise<MasterKey | undefined> {
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
async function makeByPassphrase(path: string, passphrase: string): Promise<boolean> {
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

/** The text of a small file that only its owner may read; undefined where there is none. */
async function readSecretFile(path: string): Promise<string | undefined> {
  try {
    const file = await open(path, 'r')
    try {
      const about = await file.stat()
      if (!about.isFile()) throw refused(path, 'it is not a file')
      // Windows has no such modes: there the folder of the user is private.
      if (process.platform !== 'win32' && (about.mode & FOR_OTHERS) !== 0)
        throw refused(path, `others may read it. Check who did, then: chmod 600 "${path}"`)
      if (about.size > LONGEST)
        throw refused(path, `it has ${about.size} bytes, and at most ${LONGEST} belong there`)
      return await file.readFile('utf8')
    } finally {
      await file.close()
    }
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined
    throw asRefused(path, error)
  }
}

/**
 * Makes a file that only its owner may read, whole or not at all. Whether it was made: one that is already
 * there, also one that another program made at this moment, is left as it is.
 */
async function makeSecretFile(path: string, text: string): Promise<boolean> {
  const partial = `${path}.${randomUUID()}.partial`
  try {
    makeFolder(dirname(path), 0o700)
    try {
      await writeWhole(partial, text)
      // Unlike a rename, a link replaces nothing.
      await link(partial, path)
    } finally {
      await rm(partial, { force: true })
    }
    syncFolderOf(path)
    return true
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false
    throw asRefused(path, error)
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Why a file that guards keys is not used. */
function refused(path: string, why: string, options?: ErrorOptions): StoreError {
  return new StoreError('master-key-refused', `${path} is not used: ${why}.`, options)
}

function asRefused(path: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error
  return refused(path, error instanceof Error ? error.message : String(error), { cause: error })
}

function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
