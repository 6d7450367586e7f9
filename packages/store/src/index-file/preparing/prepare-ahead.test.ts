import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { prepareAhead, type PreparingThreads } from './prepare-ahead.ts'
import type { FileJob, Prepared } from './prepared-file.ts'
import { RunGate } from './run-gate.ts'

function job(index: number, kind: 'note' | 'pdf', bytes: number): FileJob {
  const path = `${index}.${kind === 'pdf' ? 'pdf' : 'md'}`
  return {
    file: { path, place: path, kind, bytes, modified: 0, changed: 0, inode: 0, created: 0 },
    knownHash: '',
  }
}

/** What prepares needs no reading here: a file that is gone has only its path. */
async function prepare(jobs: readonly FileJob[]): Promise<readonly Prepared[]> {
  return jobs.map(({ file }) => ({ kind: 'gone', path: file.path }))
}

/** Threads that take a while to load, and over some groups. */
function threadsAfter(milliseconds: number, slowEvery: number, seen: FileJob[]): PreparingThreads {
  let group = 0
  return {
    count: 2,
    loaded: async () => sleep(milliseconds, true),
    prepare: async (jobs) => {
      seen.push(...jobs)
      if (++group % slowEvery === 0) await sleep(1)
      return prepare(jobs)
    },
  }
}

test('every file comes once and in its order, whoever prepares it and whenever the threads have loaded', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 600_000 }), { maxLength: 400 }),
      fc.option(fc.nat(6), { nil: undefined }),
      fc.integer({ min: 1, max: 4 }),
      async (sizes, milliseconds, slowEvery) => {
        const jobs = sizes.map((bytes, index) => job(index, 'note', bytes))
        const threads = milliseconds === undefined ? undefined : threadsAfter(milliseconds, slowEvery, [])
        const paths: string[] = []
        for await (const group of prepareAhead(jobs, { prepare, threads, gate: new RunGate() }))
          paths.push(...group.map((prepared) => prepared.path))
        expect(paths).toEqual(jobs.map(({ file }) => file.path))
      },
    ),
    { numRuns: 50 },
  )
})

test.each(['note', 'pdf'] as const)('where there are threads, a %s is theirs', async (kind) => {
  const jobs = Array.from({ length: 20 }, (_, index) => job(index, kind, 1_000_000))
  const seen: FileJob[] = []
  const here: FileJob[] = []
  const options = {
    prepare: (some: readonly FileJob[]) => {
      here.push(...some)
      return prepare(some)
    },
    threads: threadsAfter(2, 2, seen),
    gate: new RunGate(),
  }
  const sizes: number[] = []
  for await (const group of prepareAhead(jobs, options)) sizes.push(group.length)
  expect(seen).toEqual(jobs)
  expect(here).toEqual([])
  // Each PDF by itself.
  expect(sizes).toEqual(kind === 'pdf' ? jobs.map(() => 1) : expect.not.arrayContaining([1]))
})

test('where no thread can be loaded, files are prepared all the same', async () => {
  const jobs = Array.from({ length: 60 }, (_, index) => job(index, 'note', 1000))
  const threads: PreparingThreads = { ...threadsAfter(0, 1, []), loaded: async () => false }
  const paths: string[] = []
  for await (const group of prepareAhead(jobs, { prepare, threads, gate: new RunGate() }))
    paths.push(...group.map((prepared) => prepared.path))
  expect(paths).toEqual(jobs.map(({ file }) => file.path))
})

test('what goes wrong with a group is told in its turn', async () => {
  const jobs = Array.from({ length: 300 }, (_, index) => job(index, 'note', 1000))
  const fail = async (some: readonly FileJob[]): Promise<readonly Prepared[]> => {
    if (some.some(({ file }) => file.path === '250.md')) throw new Error('broken')
    return prepare(some)
  }
  const threads: PreparingThreads = { count: 1, loaded: async () => true, prepare: fail }
  const paths: string[] = []
  const run = async (): Promise<void> => {
    for await (const group of prepareAhead(jobs, { prepare: fail, threads, gate: new RunGate() }))
      paths.push(...group.map((prepared) => prepared.path))
  }
  await expect(run()).rejects.toThrow('broken')
  expect(paths.length).toBeGreaterThan(0)
  expect(paths).toEqual(jobs.slice(0, paths.length).map(({ file }) => file.path))
})

test('who helps takes small notes while it would wait, each file once, and never a large one or a PDF', async () => {
  const jobs = [
    ...Array.from({ length: 200 }, (_, index) => job(index, 'note', index % 50 === 40 ? 1_000_000 : 1000)),
    ...Array.from({ length: 5 }, (_, index) => job(200 + index, 'pdf', 1000)),
  ]
  const here: FileJob[] = []
  const slow: PreparingThreads = {
    count: 1,
    loaded: async () => true,
    prepare: async (some) => {
      await sleep(3)
      return prepare(some)
    },
  }
  const own = (some: readonly FileJob[]): Promise<readonly Prepared[]> => {
    here.push(...some)
    return prepare(some)
  }
  const paths: string[] = []
  for await (const group of prepareAhead(jobs, {
    prepare: own,
    threads: slow,
    helps: true,
    gate: new RunGate(),
  }))
    paths.push(...group.map((prepared) => prepared.path))
  expect(new Set(paths)).toEqual(new Set(jobs.map(({ file }) => file.path)))
  expect(paths).toHaveLength(jobs.length)
  expect(here.length).toBeGreaterThan(0)
  expect(here.every(({ file }) => file.kind === 'note' && file.bytes === 1000)).toBe(true)
})
