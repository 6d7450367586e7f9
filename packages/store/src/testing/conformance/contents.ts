import { randomBytes, randomFillSync } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Here } from './here.ts'

/** Texts and bytes by their hash. */
export function contents(here: Here): void {
  describe('objects', () => {
    test('[A-4] any text comes back exact to the code unit, and is stored once', async () => {
      const text = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('\ud800', 'a\0b', '\udc00\ud800', '\ufeffx'),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(text, { maxLength: 5 }), async (texts) => {
          const byHash = new Map(texts.map((content) => [JSON.stringify(content), content]))
          const puts = [...byHash].flatMap(([hash, content]) =>
            [1, 2].map(() => here.store.objects.put('one', hash, content)),
          )
          await here.store.commit(puts)
          expect(await here.store.objects.getMany('one', byHash.keys())).toEqual(byHash)
          const { missing } = await here.store.objects.lacking('one', [...byHash.keys(), 'no'])
          expect(missing).toEqual(new Set(['no']))
        }),
        { numRuns: 60 },
      )
    })

    test('more hashes than one statement may carry are found too', async () => {
      const many = Array.from({ length: 5_500 }, (_, index) => `many ${index}`)
      await here.store.commit(many.map((hash) => here.store.objects.put('two', hash, hash)))
      expect((await here.store.objects.getMany('two', many)).size).toBe(5_500)
      expect((await here.store.objects.lacking('two', [...many, 'other'])).missing.size).toBe(1)
    })
  })

  describe('what comes from outside', () => {
    test('bytes are stored once by hash, in their workspace only', async () => {
      const bytes = new Uint8Array([0, 255, 1, 128])
      await here.store.commit([
        here.store.blobs.put('one', 'h', bytes),
        here.store.blobs.put('one', 'h', new Uint8Array([9])),
      ])
      expect(await here.store.blobs.get('one', 'h')).toEqual(bytes)
      expect(await here.store.blobs.get('two', 'h')).toBeUndefined()
    })

    test('many megabytes come back byte for byte, and so do none', async () => {
      const large = new Uint8Array(randomFillSync(Buffer.alloc(12 * 1024 * 1024)))
      await here.store.commit([
        here.store.blobs.put('one', 'large', large),
        here.store.blobs.put('one', 'empty', new Uint8Array()),
      ])
      expect(Buffer.compare((await here.store.blobs.get('one', 'large')) ?? Buffer.alloc(0), large)).toBe(0)
      expect(await here.store.blobs.get('one', 'empty')).toEqual(new Uint8Array())
    })

    test('an upload is found in its own workspace, and known as foreign in any other', async () => {
      const upload = { workspaceId: 'one', id: 'u', name: 'x.txt', hash: 'uploaded', at: 5 }
      await expect(here.store.commit([here.store.uploads.insert(upload)])).rejects.toMatchObject({
        code: 'conflict',
      })
      await here.store.commit([
        here.store.blobs.put('one', 'uploaded', new Uint8Array([1])),
        here.store.uploads.insert(upload),
      ])
      expect(await here.store.uploads.get({ workspaceId: 'one', id: 'u' })).toEqual(upload)
      expect(await here.store.uploads.get({ workspaceId: 'two', id: 'u' })).toBeUndefined()
      expect(await here.store.uploads.isForeign({ workspaceId: 'two', id: 'u' })).toBe(true)
      expect(await here.store.uploads.isForeign({ workspaceId: 'one', id: 'u' })).toBe(false)
      expect(await here.store.uploads.isForeign({ workspaceId: 'two', id: 'none' })).toBe(false)
    })

    test('a page that was read again takes the place of the old one, however long its address', async () => {
      const long = `https://example.org/?${randomBytes(4000).toString('hex')}`
      for (const url of ['https://example.org/', long, `${long}b`]) {
        await here.store.commit([here.store.webPages.put('one', url, { title: 'one' })])
        await here.store.commit([here.store.webPages.put('one', url, { title: url.length })])
        expect(await here.store.webPages.get('one', url)).toEqual({ title: url.length })
        expect(await here.store.webPages.get('two', url)).toBeUndefined()
      }
      expect(await here.store.webPages.get('one', `${long}c`)).toBeUndefined()
    })
  })
}
