import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { StoreError, type StoreErrorCode } from '../store-error.ts'
import { MasterKey } from './master-key.ts'

const SECRET = 'sk-canary-0123456789'
const PLACE = { workspaceId: 'w', provider: 'openai' }
const master = new MasterKey(Buffer.alloc(32, 7))

function refusal(act: () => unknown): { readonly code: StoreErrorCode; readonly text: string } {
  try {
    act()
  } catch (error) {
    if (error instanceof StoreError) return { code: error.code, text: inspect(error) }
    throw error
  }
  throw new Error('It was not refused.')
}

describe('sealing', () => {
  test('opens with the same master key in the same place', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 200 })
    fc.assert(
      fc.property(text, fc.string(), fc.string(), (plain, workspaceId, provider) => {
        const place = { workspaceId, provider }
        const again = new MasterKey(Buffer.alloc(32, 7))
        expect(again.unseal(master.seal(plain, place), place)).toBe(plain)
      }),
    )
  })

  test('never repeats a nonce', () => {
    const seals = Array.from({ length: 1000 }, () => master.seal(SECRET, PLACE))
    expect(new Set(seals.map((sealed) => Buffer.from(sealed.subarray(9, 21)).toString('hex'))).size).toBe(
      1000,
    )
  })

  test('opens in no other place, even if the names join to the same text', () => {
    const name = fc.string({ maxLength: 6, unit: fc.constantFrom('a', 'b', '"', ',', '\0', '\\') })
    fc.assert(
      fc.property(name, name, name, name, (workspaceId, provider, otherWorkspace, otherProvider) => {
        fc.pre(workspaceId !== otherWorkspace || provider !== otherProvider)
        const sealed = master.seal(SECRET, { workspaceId, provider })
        const other = { workspaceId: otherWorkspace, provider: otherProvider }
        expect(refusal(() => master.unseal(sealed, other)).code).toBe('seal-broken')
      }),
    )
  })

  test('detects any changed, cut or added byte, without repeating the secret', () => {
    const sealed = master.seal(SECRET, PLACE)
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Uint8Array.from(sealed)
      changed[index] = (changed[index] ?? 0) ^ 1
      const { code, text } = refusal(() => master.unseal(changed, PLACE))
      expect(code).toBe(index >= 1 && index <= 8 ? 'seal-foreign' : 'seal-broken')
      expect(text).not.toContain('canary')
      expect(refusal(() => master.unseal(sealed.subarray(0, index), PLACE)).code).toBe('seal-broken')
    }
    expect(refusal(() => master.unseal(Uint8Array.of(...sealed, 0), PLACE)).code).toBe('seal-broken')
  })

  test('reports another master key as such', () => {
    const other = new MasterKey(randomBytes(32))
    expect(refusal(() => other.unseal(master.seal(SECRET, PLACE), PLACE))).toMatchObject({
      code: 'seal-foreign',
      text: expect.stringContaining('another master key') as string,
    })
  })

  test('seals the same secret differently each time, without it in the bytes', () => {
    const all = Array.from({ length: 200 }, () => Buffer.from(master.seal(SECRET, PLACE)))
    expect(new Set(all.map((bytes) => bytes.subarray(9, 21).toString('hex'))).size).toBe(200)
    for (const bytes of all) expect(bytes.includes('canary')).toBe(false)
  })

  test('what was sealed by the first version opens', () => {
    const sealed = Buffer.from(GOLDEN, 'base64')
    expect(master.unseal(sealed, PLACE)).toBe(SECRET)
    expect(sealed).toHaveLength(1 + 8 + 12 + SECRET.length + 16)
  })
})

/** Made once with the master key and the path above. A change of format needs a new version next to it. */
const GOLDEN = 'AZsJrHTLO4pLwN8ht4VAM8NdPzxSAm7/sF4/Ux/s7XTOOVsWcVb34NCvRwdZ1G2ZwUTQsst4IDEo'

test('printing objects prints no master key', () => {
  const printed = inspect(master, { depth: 9, showHidden: true }) + JSON.stringify({ master })
  expect(printed).toContain('[master key]')
  expect(printed).not.toMatch(/07 07|BwcH|0707/)
  expect(printed).not.toContain('Uint8Array')
})
