import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '../../open-store.ts'
import { packJson } from '../../packed-json.ts'
import { namedHashes, sweepObjects, type SweepReport } from '../../sweep/sweep-objects.ts'
import type { Statement } from '../../statement.ts'
import { addWorkspaces, ask, chat } from './here.ts'
import type { MakePlace, Place } from './place.ts'

const RUNS = process.env.VARVE_TEST_SHARE === 'full' ? 40 : 4
const WORKSPACE = 'swept'
const GRACE = 10

const text = (number: number): string => `text ${number} `.repeat(20)
const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex')

/** Sealed by nothing: how it is sealed is the app's. */
const seal = (content: string): Uint8Array => new TextEncoder().encode(content)
const open = async (sealed: Uint8Array): Promise<string> => new TextDecoder().decode(sealed)

function sweep(store: Store, now: number, workspaceId = WORKSPACE): Promise<SweepReport> {
  const openers = { openCall: (_: unknown, sealed: Uint8Array) => open(sealed) }
  const openPage = (_: string, sealed: Uint8Array): Promise<string> => open(sealed)
  return sweepObjects(store, { workspaceId, now, grace: GRACE, ...openers, openPage })
}

/** Unused texts go, after a while, and nothing that is used does. */
export function sweeping(makePlace: MakePlace): void {
  describe('sweeping', () => {
    let place: Place | undefined
    let stores: readonly Store[] = []
    const first = (): Store => {
      if (!stores[0]) throw new Error('There is no store.')
      return stores[0]
    }

    beforeAll(async () => {
      const made = await makePlace()
      place = made
      const store = await made.open()
      await addWorkspaces(store, [WORKSPACE, 'beside'])
      stores = [store, ...(made.isShared ? [await made.open(), await made.open()] : [])]
      await chat({ store }, WORKSPACE, 'c')
      for (const number of [1, 2, 3, 4, 5, 6])
        await store.commit([
          ...ask({ store }, WORKSPACE, 'c', `${number}`, number),
          store.calls.put({ ...callOf(number), turnId: `turn ${number}`, summary: {}, root: null }),
          store.answers.finish(
            { workspaceId: WORKSPACE, id: `answer ${number}` },
            { status: 'complete', text: '', sources: [], at: 1 },
          ),
        ])
    })

    afterAll(() => place?.remove())

    test('what nothing refers to is marked, waits, and goes; what is needed again stays', async () => {
      const store = first()
      const used = { list: Array.from({ length: 100 }, (_, number) => text(number)) }
      const packed = packJson(used)
      const unused = ['a', 'b', 'c'].map((name) => name.repeat(200))
      await store.commit([
        ...[...packed.objects].map(([hash, content]) => store.objects.put(WORKSPACE, hash, content)),
        ...unused.map((content) => store.objects.put(WORKSPACE, hashOf(content), content)),
        store.callPages.put(WORKSPACE, hashOf('page'), seal('[]')),
        store.objects.put('beside', hashOf('beside'), 'beside'),
        stateOf(store, 1, packed.root),
      ])
      const all = packed.objects.size
      expect(await sweep(store, 100)).toEqual({ found: all + 4, removed: 0, waiting: 4 })
      expect(await store.sweeps.count(WORKSPACE)).toBe(1)
      const again = unused.slice(0, 1).map(hashOf)
      const { missing, spare } = await store.objects.lacking(WORKSPACE, [...packed.objects.keys(), ...again])
      expect([...missing]).toEqual(again)
      await store.commit([...spare, stateOf(store, 2, { $text: again[0] })])
      expect(await sweep(store, 100 + GRACE - 1)).toEqual({ found: all + 4, removed: 0, waiting: 3 })
      expect(await sweep(store, 100 + GRACE)).toEqual({ found: all + 4, removed: 3, waiting: 0 })
      expect(await sweep(store, 100 + GRACE)).toEqual({ found: all + 1, removed: 0, waiting: 0 })
      const left = await store.objects.getMany(WORKSPACE, [...packed.objects.keys(), ...unused.map(hashOf)])
      expect(left.size).toBe(all + 1)
      expect((await store.callPages.getMany(WORKSPACE, [hashOf('page')])).size).toBe(0)
      expect((await store.objects.getMany('beside', [hashOf('beside')])).size).toBe(1)
    })

    test.each(['before', 'after'] as const)(
      'who looked while a text was marked and commits %s it would have gone finds it there',
      async (order) => {
        const store = first()
        const texts = order === 'before' ? [900, 901] : [910, 911]
        const root = { turn: 3, isCall: order === 'after', texts, pause: 0 }
        await writeRoot(store, root)
        await writeRoot(store, { ...root, texts: [] })
        const { waiting } = await sweep(store, 500)
        expect(waiting).toBeGreaterThan(1)
        const commit = await prepareRoot(store, root)
        if (order === 'before') await commit()
        const { removed } = await sweep(store, 500 + GRACE)
        if (order === 'after') await commit()
        expect(removed).toBe(order === 'before' ? 0 : waiting)
        await expectWhole(store)
        for (const now of [500, 501]) await sweep(store, now + GRACE)
        await expectWhole(store)
      },
    )

    test('nothing is swept where a call cannot be opened', async () => {
      const store = first()
      await store.commit([
        store.calls.correct({ ...callOf(1), summary: {}, root: seal('{}') }),
        store.objects.put(WORKSPACE, hashOf('odd'), 'odd'),
      ])
      const failing = () => Promise.reject(new Error('locked'))
      const options = { workspaceId: WORKSPACE, now: 1, grace: 0, openCall: failing, openPage: failing }
      await expect(sweepObjects(store, options)).rejects.toThrow('locked')
      expect(await store.sweeps.unreferred(WORKSPACE)).toEqual(new Map())
    })

    test('under writers at once no text is removed that is referred to, and in the end no other is left', async () => {
      let now = 1000
      const write = fc.record({
        turn: fc.integer({ min: 1, max: 6 }),
        isCall: fc.boolean(),
        texts: fc.array(fc.integer({ min: 200, max: 230 }), { maxLength: 20 }),
        pause: fc.integer({ min: 0, max: 3 }),
      })
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(write, { minLength: 3, maxLength: 10 }), { minLength: 2, maxLength: 4 }),
          async (writers) => {
            const running = new Set<Promise<void>>()
            const work = { left: writers.length }
            const all = writers.map(async (writes, index) => {
              for (const one of writes) {
                const done = writeRoot(stores[index % stores.length] ?? first(), one)
                running.add(done)
                await done
                running.delete(done)
              }
              work.left -= 1
            })
            while (work.left > 0) {
              // Those that looked before the last sweep are done before the grace period is over.
              await Promise.all(running)
              now += GRACE
              await sweep(first(), now)
              await expectWhole(first())
            }
            await Promise.all(all)
            for (const _ of [1, 2]) await sweep(first(), (now += GRACE))
            await expectWhole(first())
            expect(await sweep(first(), now)).toMatchObject({ removed: 0, waiting: 0 })
          },
        ),
        { numRuns: RUNS, endOnFailure: true },
      )
    })
  })
}

function callOf(number: number) {
  return { workspaceId: WORKSPACE, answerId: `answer ${number}`, number: 1 }
}

function stateOf(store: Store, number: number, root: unknown): Statement {
  return store.engineStates.put({ workspaceId: WORKSPACE, turnId: `turn ${number}`, stage: 'asked', root })
}

interface RootToWrite {
  readonly turn: number
  readonly isCall: boolean
  readonly texts: readonly number[]
  readonly pause: number
}

async function writeRoot(store: Store, toWrite: RootToWrite): Promise<void> {
  const commit = await prepareRoot(store, toWrite)
  for (let step = 0; step < toWrite.pause; step += 1) await new Promise((resolve) => setTimeout(resolve, 1))
  await commit()
}

/** As the app does: looks what is stored, then commits what is not with what refers to it. */
async function prepareRoot(store: Store, { turn, isCall, texts }: RootToWrite): Promise<() => Promise<void>> {
  const { root, objects, pages } = packJson({ texts: texts.map(text) })
  const sealed = isCall ? [...pages] : []
  const plain = [...objects.keys()].filter((hash) => !sealed.includes(hash))
  const lackingTexts = await store.objects.lacking(WORKSPACE, plain)
  const lackingPages = await store.callPages.lacking(WORKSPACE, sealed)
  const place = callOf(turn)
  const statements = [
    ...lackingTexts.spare,
    ...lackingPages.spare,
    ...[...lackingTexts.missing].map((hash) => store.objects.put(WORKSPACE, hash, objects.get(hash) ?? '')),
    ...[...lackingPages.missing].map((hash) =>
      store.callPages.put(WORKSPACE, hash, seal(objects.get(hash) ?? '')),
    ),
    isCall
      ? store.calls.correct({ ...place, summary: {}, root: seal(JSON.stringify(root)) })
      : stateOf(store, turn, root),
  ]
  return () => store.commit(statements)
}

/** Whatever is in a root is stored. */
async function expectWhole(store: Store): Promise<void> {
  for await (const roots of store.sweeps.roots(WORKSPACE))
    for (const root of roots) {
      const { texts, pages } = namedHashes(
        JSON.parse(root.kind === 'clear' ? root.json : await open(root.bytes)),
      )
      const wanted = [...texts, ...pages]
      const found = await store.objects.getMany(WORKSPACE, wanted)
      const sealed = await store.callPages.getMany(WORKSPACE, wanted)
      expect(wanted.filter((hash) => !found.has(hash) && !sealed.has(hash))).toEqual([])
    }
}
