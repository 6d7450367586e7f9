import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { Misbehaviour } from './testing/misbehaving-job.ts'
import { runInWorker, type WorkerOutcome } from './run-in-worker.ts'

const ROOMY = { milliseconds: 20_000, heapMegabytes: 256, bufferMegabytes: 256 }

function run(
  input: Misbehaviour,
  limits: Partial<typeof ROOMY> = {},
  signal?: AbortSignal,
): Promise<WorkerOutcome<string>> {
  const entry = new URL('./testing/misbehaving-job.ts', import.meta.url)
  return runInWorker<Misbehaviour, string>({ entry, input, limits: { ...ROOMY, ...limits }, signal })
}

test('a job returns its value, and its output is dropped', async () => {
  expect(await run({ kind: 'echo', text: 'grüße' })).toEqual({ kind: 'done', value: 'grüße' })
  expect(await run({ kind: 'print' })).toEqual({ kind: 'done', value: 'printed' })
})

test('a thread sees no environment variables of the process', async () => {
  expect(Object.keys(process.env).length).toBeGreaterThan(0)
  expect(await run({ kind: 'environment' })).toEqual({ kind: 'done', value: '' })
})

test('an error of a job keeps its message', async () => {
  expect(await run({ kind: 'throw' })).toEqual({ kind: 'failed', message: 'no such luck' })
})

test('a thread that ends without a result is reported, not awaited', async () => {
  expect(await run({ kind: 'exit' })).toEqual({ kind: 'lost', message: 'The thread ended with 3.' })
})

test.each(['spin', 'wait'] as const)('bombs: a job that never returns (%s) is ended', async (kind) => {
  expect(await run({ kind }, { milliseconds: 500 })).toEqual({ kind: 'timeout', milliseconds: 500 })
})

test('bombs: a heap overflow ends the thread, not the process', async () => {
  expect(await run({ kind: 'heap' }, { heapMegabytes: 32 })).toEqual({ kind: 'memory', megabytes: 32 })
})

test('a program that leaves its jobs ends before them', () => {
  const [runner, job] = ['./run-in-worker.ts', './testing/misbehaving-job.ts'].map(
    (file) => new URL(file, import.meta.url).href,
  )
  const limits = { milliseconds: 60_000, heapMegabytes: 64, bufferMegabytes: 64 }
  const script = `
    import { leaveJobs, runInWorker } from '${runner}'
    void runInWorker({ entry: new URL('${job}'), input: { kind: 'spin' }, limits: ${JSON.stringify(limits)} })
    setTimeout(leaveJobs, 500)`
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 30_000 })
  expect(status).toBe(0)
})

test('bombs: a single piece larger than the heap ends neither the process nor the job beside it', async () => {
  const beside = run({ kind: 'wait' }, { milliseconds: 3_000 })
  expect(await run({ kind: 'piece' }, { heapMegabytes: 64 })).toEqual({ kind: 'memory', megabytes: 64 })
  expect(await run({ kind: 'echo', text: 'still here' })).toEqual({ kind: 'done', value: 'still here' })
  expect(await beside).toEqual({ kind: 'timeout', milliseconds: 3_000 })
})

test('bombs: buffers, which no heap limit counts, end the thread too', async () => {
  const before = process.memoryUsage().rss
  expect(await run({ kind: 'buffers' }, { bufferMegabytes: 64 })).toEqual({ kind: 'memory', megabytes: 64 })
  expect(process.memoryUsage().rss - before).toBeLessThan(1024 * 1024 * 1024)
})

test('an abort ends the thread and rejects with its reason', async () => {
  const controller = new AbortController()
  const running = run({ kind: 'spin' }, {}, controller.signal)
  setTimeout(() => controller.abort(new Error('not wanted any more')), 100)
  await expect(running).rejects.toThrow('not wanted any more')
  await expect(run({ kind: 'echo', text: '' }, {}, controller.signal)).rejects.toThrow('not wanted any more')
})
