import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { RunGate } from '../thread/run-gate.ts'
import type { FileJob, ParseResult } from './rows.ts'
import { type Parse, parseAhead } from './parse-pool.ts'

function job(index: number, kind: 'note' | 'pdf', bytes: number): FileJob {
  const path = `${index}.${kind === 'pdf' ? 'pdf' : 'md'}`
  return {
    file: { path, place: path, kind, bytes, modified: 0, changed: 0, inode: 0, created: 0 },
    knownHash: '',
  }
}

/** No reading needed here: for a missing file only the path is known. */
const parse: Parse = async (jobs) => jobs.map(({ file }) => ({ kind: 'gone', path: file.path }))

async function groupsOf(jobs: readonly FileJob[], parseGroup: Parse, ahead: number) {
  const groups: (readonly ParseResult[])[] = []
  for await (const group of parseAhead(jobs, { parse: parseGroup, ahead, gate: new RunGate() }))
    groups.push(group)
  return groups
}

const pathsOf = (results: readonly { readonly path: string }[]): readonly string[] =>
  results.map(({ path }) => path)

test('returns every file once and in order, however many groups run and however long they take', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 600_000 }), { maxLength: 400 }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 4 }),
      async (sizes, ahead, slowEvery) => {
        const jobs = sizes.map((bytes, index) => job(index, 'note', bytes))
        let count = 0
        const slow: Parse = async (some) => {
          if (++count % slowEvery === 0) await sleep(1)
          return parse(some)
        }
        const groups = await groupsOf(jobs, slow, ahead)
        expect(pathsOf(groups.flat())).toEqual(pathsOf(jobs.map(({ file }) => file)))
      },
    ),
    { numRuns: 50 },
  )
})

test('each PDF is a group of its own, and so is a non-note', async () => {
  const jobs = [
    ...Array.from({ length: 20 }, (_, index) => job(index, 'note', 1000)),
    ...Array.from({ length: 5 }, (_, index) => job(20 + index, 'pdf', 1000)),
  ]
  const sizes = (await groupsOf(jobs, parse, 1)).map((group) => group.length)
  expect(sizes).toEqual([20, 1, 1, 1, 1, 1])
})

test('limits the number of groups in progress', async () => {
  const jobs = Array.from({ length: 400 }, (_, index) => job(index, 'note', 1000))
  let [underWay, most] = [0, 0]
  const counting: Parse = async (some) => {
    most = Math.max(most, ++underWay)
    await sleep(1)
    underWay--
    return parse(some)
  }
  await groupsOf(jobs, counting, 3)
  expect(most).toBe(3)
})

test('reports a failing group in its turn', async () => {
  const jobs = Array.from({ length: 300 }, (_, index) => job(index, 'note', 1000))
  const fail: Parse = async (some) => {
    if (some.some(({ file }) => file.path === '250.md')) throw new Error('broken')
    return parse(some)
  }
  const paths: string[] = []
  const run = async (): Promise<void> => {
    for await (const group of parseAhead(jobs, { parse: fail, ahead: 4, gate: new RunGate() }))
      paths.push(...pathsOf(group))
  }
  await expect(run()).rejects.toThrow('broken')
  expect(paths.length).toBeGreaterThan(0)
  expect(paths).toEqual(pathsOf(jobs.slice(0, paths.length).map(({ file }) => file)))
})

test('an aborted run ends at once, paused or in the middle of a group', async () => {
  const jobs = Array.from({ length: 100 }, (_, index) => job(index, 'note', 1000))
  for (const isPaused of [true, false]) {
    const gate = new RunGate()
    if (isPaused) gate.pause()
    const never: Parse = () => new Promise(() => undefined)
    const next = parseAhead(jobs, { parse: never, ahead: 2, gate }).next()
    gate.stopRun()
    await expect(next).rejects.toMatchObject({ code: 'closed' })
  }
})
