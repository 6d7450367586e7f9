import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { StoreError } from '../store-error.ts'
import { MASTER_KEY_BYTES, MasterKey } from './master-key.ts'
import { findInFile, makeInFile } from './master-key-file.ts'
import { findByPassphrase, makeByPassphrase } from './passphrase-file.ts'
import { readSecretFile } from './secret-file.ts'

/** The keyring of the operating system, where a program that can reach it hands it in. */
export interface Keyring {
  readonly read: () => Promise<Uint8Array | undefined>
  readonly write: (secret: Uint8Array) => Promise<void>
}

/** Where the master key is: never in the database. */
export interface MasterKeyPlace {
  /** Holds `master.key`, or `master.scrypt` where there is a passphrase. */
  readonly folder: string
  /** Stands before everything else; blank counts as none. */
  readonly passphrase?: string | undefined
  /** Used where no file was made before. */
  readonly keyring?: Keyring | undefined
}

/** Finds the master key, and makes one where none was made before. What is there is never replaced. */
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
    `Keys here are sealed with a passphrase: start with VARVE_PASSPHRASE, or remove ${path} to begin anew.`,
  )
}

/** The same the other way round: a passphrase that was never used here hides the file that was. */
async function refuseHiddenFile(path: string): Promise<void> {
  if ((await readSecretFile(path)) === undefined) return
  throw new StoreError(
    'master-key-refused',
    `Keys here are sealed with ${path}, which VARVE_PASSPHRASE hides: unset VARVE_PASSPHRASE, or remove that file to begin anew with the passphrase.`,
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
