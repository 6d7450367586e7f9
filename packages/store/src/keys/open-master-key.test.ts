import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findMasterKey, type Keyring, openMasterKey } from './open-master-key.ts'

const PLACE = { workspaceId: 'w', provider: 'openai' }
const PASSPHRASE = 'correct horse battery'
const hasModes = process.platform !== 'win32'

let base = ''
let folder = ''

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-master-'))
  folder = join(base, 'config')
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

const file = () => join(folder, 'master.key')
const record = () => join(folder, 'master.scrypt')

describe('a file', () => {
  test('is created once for its owner only, and reused', async () => {
    await expect(findMasterKey({ folder })).rejects.toMatchObject({ code: 'master-key-missing' })
    const sealed = (await openMasterKey({ folder })).seal('secret', PLACE)
    const written = readFileSync(file(), 'utf8')
    if (hasModes)
      expect([statSync(file()).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
    expect((await findMasterKey({ folder })).unseal(sealed, PLACE)).toBe('secret')
    expect((await openMasterKey({ folder })).unseal(sealed, PLACE)).toBe('secret')
    expect(readFileSync(file(), 'utf8')).toBe(written)
    expect(readdirSync(folder)).toEqual(['master.key'])
  })

  test('created by many at once is one', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => openMasterKey({ folder })))
    const sealed = all[0]?.seal('secret', PLACE) ?? new Uint8Array()
    for (const key of all) expect(key.unseal(sealed, PLACE)).toBe('secret')
    expect(readdirSync(folder)).toEqual(['master.key'])
  })

  test.runIf(hasModes).each([0o640, 0o604, 0o620, 0o601])(
    'with mode %o is refused with a reason and unchanged',
    async (mode) => {
      await openMasterKey({ folder })
      const written = readFileSync(file(), 'utf8')
      chmodSync(file(), mode)
      for (const open of [openMasterKey, findMasterKey])
        await expect(open({ folder })).rejects.toMatchObject({
          code: 'master-key-refused',
          message: expect.stringMatching(/others may read it.*chmod 600/) as string,
        })
      expect(readFileSync(file(), 'utf8')).toBe(written)
    },
  )

  test.each(['', 'sk-canary', 'varve-master-key-1 c2hvcnQ=\n', 'x'.repeat(5000)])(
    'with other content is refused, not repeated and not replaced: %#',
    async (content) => {
      await openMasterKey({ folder })
      writeFileSync(file(), content)
      const failure = await openMasterKey({ folder }).catch(String)
      expect(failure).toContain('is not used')
      expect(failure).not.toContain('canary')
      expect(readFileSync(file(), 'utf8')).toBe(content)
    },
  )

  test('that cannot be created is reported', async () => {
    writeFileSync(folder, 'a file where a folder should be')
    await expect(openMasterKey({ folder })).rejects.toMatchObject({ code: 'master-key-refused' })
  })
})

describe('a passphrase', () => {
  test('opens with its own salt and settings, in any Unicode form', async () => {
    const sealed = (await openMasterKey({ folder, passphrase: 'caf\u00e9 au lait' })).seal('secret', PLACE)
    const written = JSON.parse(readFileSync(record(), 'utf8')) as { readonly salt: string }
    expect(written).toMatchObject({ cost: 2 ** 17, blockSize: 8, parallelization: 1 })
    expect(Buffer.from(written.salt, 'base64')).toHaveLength(16)
    const again = await findMasterKey({ folder, passphrase: ' cafe\u0301 au lait\n' })
    expect(again.unseal(sealed, PLACE)).toBe('secret')
    expect(readdirSync(folder)).toEqual(['master.scrypt'])
    const other = await openMasterKey({ folder: join(base, 'other'), passphrase: 'caf\u00e9 au lait' })
    expect(() => other.unseal(sealed, PLACE)).toThrow('another master key')
  })

  test('wrong, short or missing is refused with a reason, and creates no second master key', async () => {
    await expect(openMasterKey({ folder, passphrase: 'short' })).rejects.toThrow('5 characters')
    await openMasterKey({ folder, passphrase: PASSPHRASE })
    const wrong = await openMasterKey({ folder, passphrase: 'wrong horse battery' }).catch(String)
    expect(wrong).toContain('not the one')
    expect(wrong).not.toContain('horse')
    await expect(openMasterKey({ folder, passphrase: ' ' })).rejects.toThrow('VARVE_PASSPHRASE')
    expect(readdirSync(folder)).toEqual(['master.scrypt'])
  })

  test('never used here does not silently hide the file, and creates no second master key', async () => {
    await openMasterKey({ folder })
    for (const open of [openMasterKey, findMasterKey])
      await expect(open({ folder, passphrase: PASSPHRASE })).rejects.toMatchObject({
        code: 'master-key-refused',
        message: expect.stringMatching(/master\.key, which VARVE_PASSPHRASE hides: unset/) as string,
      })
    expect(readdirSync(folder)).toEqual(['master.key'])
  })

  test('with an altered record is refused', async () => {
    await openMasterKey({ folder, passphrase: PASSPHRASE })
    const written = JSON.parse(readFileSync(record(), 'utf8')) as object
    const changes = [{ cost: 3 }, { cost: 2 ** 22 }, { parallelization: 0.5 }, { version: 2 }, { salt: 1 }]
    const texts = changes.map((change) => JSON.stringify({ ...written, ...change }))
    for (const text of ['{', '[]', 'null', '{"version":1}', ...texts]) {
      writeFileSync(record(), text)
      await expect(openMasterKey({ folder, passphrase: PASSPHRASE })).rejects.toThrow('not what was written')
    }
  })
})

describe('a keyring', () => {
  function keyring(): Keyring {
    let kept: Uint8Array | undefined
    return {
      read: async () => kept,
      write: async (secret) => {
        kept = secret
      },
    }
  }

  test('passed in holds the key instead of a file', async () => {
    const place = { folder, keyring: keyring() }
    await expect(findMasterKey(place)).rejects.toMatchObject({ code: 'master-key-missing' })
    const sealed = (await openMasterKey(place)).seal('secret', PLACE)
    expect((await findMasterKey(place)).unseal(sealed, PLACE)).toBe('secret')
    await expect(findMasterKey({ folder })).rejects.toMatchObject({ code: 'master-key-missing' })
  })

  test('does not replace a file already in use', async () => {
    const sealed = (await openMasterKey({ folder })).seal('secret', PLACE)
    const ring = keyring()
    expect((await openMasterKey({ folder, keyring: ring })).unseal(sealed, PLACE)).toBe('secret')
    expect(await ring.read()).toBeUndefined()
  })

  test('that does not respond is reported, and no file is created beside it', async () => {
    const locked: Keyring = { read: () => Promise.reject(new Error('locked')), write: async () => undefined }
    await expect(openMasterKey({ folder, keyring: locked })).rejects.toThrow('does not answer: locked')
    await expect(findMasterKey({ folder })).rejects.toMatchObject({ code: 'master-key-missing' })
  })
})
