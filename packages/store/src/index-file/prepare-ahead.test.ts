import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { prepareAhead, type PreparingThreads } from './prepare-ahead.ts'
import type { FileJob, Prepared } from './prepared-file.ts'
import { RunGate } from './run-gate.ts'

function job(index: number, kind: 'note' | 'pdf', bytes: number): FileJob {
  const path = `${index}.${kind === 'pdf' ? 'pdf' : 'md'}`
  return { file: { path, place: path, kind, bytes, modified: 0, changed: 0, inode: 0 }, knownHash: '' }
}

/** What prepares needs no reading here: a file that is gone has only its path. */
async function prepare(jobs: readonly FileJob[]): Promise<readonly Prepared[]> {
  return jobs.map(({ file }) => ({ kind: 'gone', path: file.path }))
}

/** Threads that have loaded after so many looks at them, and take a while over some groups. */
function threadsAfter(looks: number, slowEvery: number, seen: FileJob[]): PreparingThreads {
  let looked = 0
  let group = 0
  return {
    count: 2,
    isReady: () => looked++ >= looks,
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
      async (sizes, looks, slowEvery) => {
        const jobs = sizes.map((bytes, index) => job(index, 'note', bytes))
        const threads = looks === undefined ? undefined : threadsAfter(looks, slowEvery, [])
        const paths: string[] = []
        for await (const group of prepareAhead(jobs, { prepare, threads, gate: new RunGate() }))
          paths.push(...group.map((prepared) => prepared.path))
        expect(paths).toEqual(jobs.map(({ file }) => file.path))
      },
    ),
    { numRuns: 50 },
  )
})

test('where there are threads, a PDF is theirs also before they have loaded', async () => {
  const jobs = Array.from({ length: 20 }, (_, index) => job(index, 'pdf', 1000))
  const seen: FileJob[] = []
  const here: FileJob[] = []
  const options = {
    prepare: (some: readonly FileJob[]) => {
      here.push(...some)
      return prepare(some)
    },
    threads: threadsAfter(1000, 2, seen),
    gate: new RunGate(),
  }
  for await (const group of prepareAhead(jobs, options)) expect(group).toHaveLength(1)
  expect(seen).toEqual(jobs)
  expect(here).toEqual([])
})

test('what goes wrong with a group is told in its turn', async () => {
  const jobs = Array.from({ length: 300 }, (_, index) => job(index, 'note', 1000))
  const fail = async (some: readonly FileJob[]): Promise<readonly Prepared[]> => {
    if (some.some(({ file }) => file.path === '250.md')) throw new Error('broken')
    return prepare(some)
  }
  const threads: PreparingThreads = { count: 1, isReady: () => true, prepare: fail }
  const paths: string[] = []
  const run = async (): Promise<void> => {
    for await (const group of prepareAhead(jobs, { prepare: fail, threads, gate: new RunGate() }))
      paths.push(...group.map((prepared) => prepared.path))
  }
  await expect(run()).rejects.toThrow('broken')
  expect(paths.length).toBeGreaterThan(0)
  expect(paths).toEqual(jobs.slice(0, paths.length).map(({ file }) => file.path))
})
