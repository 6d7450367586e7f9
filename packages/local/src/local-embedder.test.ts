import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findRuntime } from './find-runtime.ts'
import { type EmbeddingModelFile, LocalEmbedder } from './local-embedder.ts'
import { writeRandomModel } from './testing/random-model.ts'

const folder = mkdtempSync(join(tmpdir(), 'varve-embedder-'))
const settings = { threads: 1, idleMilliseconds: 600_000, stateLimit: 0 }
const open = (change: Partial<typeof settings & { memoryLimit: number }> = {}) =>
  new LocalEmbedder({
    runtime: () => findRuntime(folder),
    settings: () => ({ ...settings, ...change }),
    gpu: false,
  })
let embedder: LocalEmbedder

beforeAll(() => {
  embedder = open()
})
afterAll(() => {
  embedder.close()
  rmSync(folder, { recursive: true, force: true })
})

function modelNamed(
  name: string,
  seed: number,
  { architecture = 'llama', pooling = 'last' }: { architecture?: string; pooling?: 'last' | 'mean' } = {},
): EmbeddingModelFile {
  const path = join(folder, `${name}.gguf`)
  writeRandomModel(path, { seed, pooling })
  return { path, architecture, context: 4096, bytes: statSync(path).size, bytesPerToken: 256 }
}

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return [...(a ?? [])].reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0)
}

test('each text has a vector of length 1, the same each time, also while others are waiting', async () => {
  const model = modelNamed('one', 1)
  const [[a, b], [again]] = await Promise.all([
    embedder.embed(model, ['The tide comes in at six.', '潮は六時に満ちる']),
    embedder.embed(model, ['The tide comes in at six.']),
  ])
  expect(a).toHaveLength(64)
  expect(cosine(a, a)).toBeCloseTo(1, 5)
  expect(cosine(b, b)).toBeCloseTo(1, 5)
  expect(again).toEqual(a)
  expect(cosine(a, b)).toBeLessThan(0.99)
})

test('of a text that is longer than the model reads, the beginning counts', async () => {
  const model = modelNamed('one', 1)
  const long = 'Varves are laid down once a year. '.repeat(100)
  const [whole, cut] = await embedder.embed(model, [long, `${long} And more.`])
  expect(cut).toEqual(whole)
})

test('a text is the mean of its tokens or its end, as the file says', async () => {
  const [mean, last] = [modelNamed('mean', 1, { pooling: 'mean' }), modelNamed('one', 1)]
  const same = ['The tide comes in at six.', 'No tide comes in at six.']
  const [a, b] = await embedder.embed(mean, same)
  const [c, d] = await embedder.embed(last, same)
  expect([cosine(a, a), cosine(c, c)]).toEqual([expect.closeTo(1, 5), expect.closeTo(1, 5)])
  expect(cosine(a, c)).toBeLessThan(0.99)
  expect(Math.abs(cosine(a, b) - cosine(c, d))).toBeGreaterThan(0.001)
})

test('a question is put as the model was trained for', async () => {
  const model = modelNamed('one', 1, { architecture: 'qwen3' })
  const [passage] = await embedder.embed(model, ['When?'])
  const [question] = await embedder.embed(model, ['When?'], 'question')
  expect(cosine(question, passage)).toBeLessThan(0.999)
})

test('a model is named by what it holds, and another one gives other vectors', async () => {
  const [one, other] = [modelNamed('one', 1), modelNamed('other', 2)]
  const names = await Promise.all([one, modelNamed('copy', 1), other].map((file) => embedder.nameOf(file)))
  expect(names[1]).toBe(names[0])
  expect(names[2]).not.toBe(names[0])
  const [[a], [b]] = await Promise.all([embedder.embed(one, ['tide']), embedder.embed(other, ['tide'])])
  expect(cosine(a, b)).toBeLessThan(0.9)
})

test('fails with the reason, and goes on after it', async () => {
  const model = modelNamed('one', 1)
  const small = open({ memoryLimit: 1000 })
  await expect(small.embed(model, ['x'])).rejects.toMatchObject({ code: 'no-memory' })
  small.close()
  await expect(small.embed(model, ['x'])).rejects.toMatchObject({ message: 'Varve is closing.' })
  const gone = { ...model, path: join(folder, 'gone.gguf') }
  await expect(embedder.nameOf(gone)).rejects.toMatchObject({ code: 'model-missing' })
  await expect(embedder.embed(gone, ['x'])).rejects.toMatchObject({ code: 'bad-model' })
  expect(await embedder.embed(model, ['x'])).toHaveLength(1)
})
