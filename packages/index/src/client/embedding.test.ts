import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import type { OpenedEmbedder } from '../search/embed/open-built-in-embedder.ts'
import { afterEach, expect, test } from 'vitest'
import { embeddedWhole } from '../testing/embedded-whole.ts'
import { countingEmbedder } from '../testing/counting-embedder.ts'
import { type TemporaryWorkspace, temporaryWorkspace } from '../testing/temporary-workspace.ts'
import type { OpenedSearchIndex } from './index-client.ts'

const child = new URL('../testing/embed-until-killed.ts', import.meta.url).pathname
let place: TemporaryWorkspace

afterEach(() => place.remove())

async function firstPath(index: OpenedSearchIndex, text: string): Promise<string | undefined> {
  return (await index.search({ text })).hits[0]?.path
}

function count(sql: string): number {
  const connection = new DatabaseSync(place.file)
  try {
    return Number(Object.values(connection.prepare(sql).get() ?? {})[0])
  } finally {
    connection.close()
  }
}

test('the built-in model finds a paraphrase while it is on, and not before or after', async () => {
  place = temporaryWorkspace({
    'kitchen.md': 'A recipe for a loaf with yeast and flour.',
    'money.md': 'The stock market fell today.',
  })
  const index = await place.open()
  await index.refresh()
  const question = 'How do I bake bread?'
  expect((await index.search({ text: question })).hits).toEqual([])
  await index.setEmbedder('built-in')
  await embeddedWhole(index)
  expect(index.status().embeddings).toEqual({
    embedder: 'universal-sentence-encoder-lite-en-1',
    state: 'ready',
    vectorsDone: 2,
    vectorsTotal: 2,
  })
  const { hits } = await index.search({ text: question })
  expect(hits.map((hit) => hit.path)).toEqual(['kitchen.md'])
  expect(hits[0]?.snippet).toContain('loaf')
  await index.setEmbedder('off')
  expect(index.status().embeddings).toBeUndefined()
  expect((await index.search({ text: question })).hits).toEqual([])
  expect(await index.verify()).toEqual([])
})

test('stored vectors are never recomputed: not after a restart, a move, a copy, or off and on', async () => {
  place = temporaryWorkspace({ 'a.md': 'red apple', 'b.md': 'blue berry' })
  const { embedder, texts } = countingEmbedder('letters-1')
  const index = await place.open({ embedder })
  await embeddedWhole(index)
  expect(texts.toSorted()).toEqual(['blue berry', 'red apple'])
  place.move('a.md', 'moved/a.md')
  place.write('copy.md', 'blue berry')
  place.write('c.md', 'green grape')
  await index.refresh()
  await embeddedWhole(index)
  expect(texts.slice(2)).toEqual(['green grape'])
  await index.setEmbedder('off')
  await index.setEmbedder(embedder)
  await embeddedWhole(index)
  await index.close()
  const again = await place.open({ embedder })
  await embeddedWhole(again)
  expect(again.status().embeddings).toMatchObject({ vectorsDone: 4, vectorsTotal: 4 })
  expect(texts).toHaveLength(3)
  expect(again.filesRead()).toBe(0)
})

test('removes vectors of deleted texts and of unused embedders', async () => {
  place = temporaryWorkspace({ 'a.md': 'red apple', 'b.md': 'blue berry' })
  const index = await place.open({ embedder: countingEmbedder('letters-1').embedder })
  await embeddedWhole(index)
  place.write('a.md', 'yellow apple')
  await index.refresh()
  await embeddedWhole(index)
  expect(count('select count(*) from vectors')).toBe(2)
  const other = countingEmbedder('letters-2')
  await index.setEmbedder(other.embedder)
  await embeddedWhole(index)
  expect(other.texts.toSorted()).toEqual(['blue berry', 'yellow apple'])
  expect(count(`select count(*) from vectors where embedder <> 'letters-2'`)).toBe(0)
  expect(index.filesRead()).toBe(3)
  expect(await index.verify()).toEqual([])
})

test('filters apply to semantic hits: tags, paths, quotes and excluded words', async () => {
  place = temporaryWorkspace({
    'a.md': 'aaab #x',
    'sub/b.md': 'aabb',
    'c.md': 'aaaa zebra',
  })
  const index = await place.open({ embedder: countingEmbedder('letters-1').embedder })
  await embeddedWhole(index)
  const paths = async (text: string) => (await index.search({ text })).hits.map((hit) => hit.path).toSorted()
  expect(await paths('aaba')).toEqual(['a.md', 'c.md', 'sub/b.md'])
  expect(await paths('aaba #x')).toEqual(['a.md'])
  expect(await paths('aaba in:sub')).toEqual(['sub/b.md'])
  expect(await paths('aaba -zebra')).not.toContain('c.md')
  expect(await paths('"aaaa zebra"')).toEqual(['c.md'])
})

test('a failing embedder is reported in the status, and word search continues', async () => {
  place = temporaryWorkspace({ 'a.md': 'red apple' })
  const broken = (): OpenedEmbedder => ({
    id: 'broken',
    embed: () => Promise.reject(new Error('it is not installed.')),
    close: () => Promise.resolve(),
  })
  const index = await place.open({ embedder: broken })
  await embeddedWhole(index)
  expect(index.status()).toMatchObject({
    state: 'ready',
    embeddings: { state: 'failed', failure: 'it is not installed.' },
  })
  expect(await firstPath(index, 'apple')).toBe('a.md')
})

test('pausing stops the work, resuming completes it', async () => {
  place = temporaryWorkspace(
    Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`n${n}.md`, `note ${'abcdefgh'[n % 8]} ${n}`])),
  )
  const slow = countingEmbedder('letters-1', 5)
  const index = await place.open({ embedder: slow.embedder })
  await index.refresh()
  await index.pause()
  const before = slow.texts.length
  expect(before).toBeLessThan(60)
  expect(await firstPath(index, 'note')).toBeDefined()
  await index.resume()
  await embeddedWhole(index)
  expect(new Set(slow.texts).size).toBeGreaterThanOrEqual(60)
  expect(index.status().embeddings).toMatchObject({ vectorsDone: 60, vectorsTotal: 60 })
})

test('killed while embedding, it resumes with the embedder stored in the index', async () => {
  place = temporaryWorkspace(
    Object.fromEntries(Array.from({ length: 24 }, (_, n) => [`n${n}.md`, `Paragraph ${n} about gardens.`])),
  )
  const embedding = spawn(process.execPath, [child, place.root, place.file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  embedding.stdout.setEncoding('utf8')
  embedding.stdout.on('data', (text: string) => {
    if (/^vectors ([1-9]\d*)$/m.test(text)) embedding.kill('SIGKILL')
  })
  await once(embedding, 'close')
  const kept = count('select count(*) from vectors')
  expect(kept).toBeGreaterThan(0)
  expect(kept).toBeLessThan(24)
  const oldest = count('select max(id) from vectors')
  const index = await place.open()
  await embeddedWhole(index)
  expect(index.status().embeddings).toMatchObject({ vectorsDone: 24, vectorsTotal: 24 })
  // Nothing that was there was replaced.
  expect(count(`select count(*) from vectors where id <= ${oldest}`)).toBe(kept)
  expect(index.filesRead()).toBe(0)
  expect(await index.verify()).toEqual([])
})
