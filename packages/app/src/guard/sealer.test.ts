import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { masterKeySealer, plainSealer } from './sealer.ts'

let folder = ''
const PLACE = { workspaceId: 'w', name: 'n' }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'varve-sealer-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

test('to read makes no master key and says what is missing; to seal makes one, which then opens it', async () => {
  const sealer = masterKeySealer({ folder })
  const foreign = await plainSealer().seal('text', PLACE)
  await expect(sealer.unseal(foreign, PLACE)).rejects.toMatchObject({
    code: 'master-key-missing',
    message: expect.stringContaining('put back the one that was there') as string,
  })
  expect(existsSync(join(folder, 'master.key'))).toBe(false)
  const sealed = await sealer.seal('text', PLACE)
  expect(existsSync(join(folder, 'master.key'))).toBe(true)
  expect(await sealer.unseal(sealed, PLACE)).toBe('text')
  await expect(sealer.unseal(foreign, PLACE)).rejects.toMatchObject({ code: 'seal-foreign' })
})
