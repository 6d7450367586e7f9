import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeRandomModel } from '@varve/local/testing'
import { afterEach, expect, test } from 'vitest'
import { listModel, modelsFolder } from '../local-models/models-folder.ts'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'

let it: TemporaryApp

afterEach(() => it.remove())

async function untilEmbedded(): Promise<void> {
  const leaving = new AbortController()
  for await (const { embeddings } of await it.app.watchIndex({
    workspaceId: WORKSPACE,
    signal: leaving.signal,
  }))
    if (embeddings?.state === 'ready' || embeddings?.state === 'failed') leaving.abort()
}

const question = { workspaceId: WORKSPACE, text: 'How do I bake bread?' }

test('embeddings find a paraphrase, also after a restart', async () => {
  it = await temporaryApp([offlineChatModel()])
  it.write('kitchen.md', 'A recipe for a loaf with yeast and flour.')
  it.write('money.md', 'The stock market fell today.')
  await it.app.controlIndex({ workspaceId: WORKSPACE, action: 'refresh' })
  expect((await it.app.searchWorkspace(question)).hits).toEqual([])
  const status = await it.app.setEmbeddings({ workspaceId: WORKSPACE, embeddings: 'built-in' })
  expect(status.embeddings).toMatchObject({ embedder: expect.stringContaining('sentence') })
  await untilEmbedded()
  expect((await it.app.searchWorkspace(question)).hits).toMatchObject([{ path: 'kitchen.md' }])
  it = await it.reopen()
  await untilEmbedded()
  // A search that would wait too long for the model to load goes by words.
  const hits = async () => (await it.app.searchWorkspace(question)).hits
  await expect.poll(hits).toMatchObject([{ path: 'kitchen.md' }])
  const off = await it.app.setEmbeddings({ workspaceId: WORKSPACE, embeddings: 'off' })
  expect(off.embeddings).toBeUndefined()
  expect((await it.app.searchWorkspace(question)).hits).toEqual([])
})

test('a model of your own that is made for search takes the place of the built-in one', async () => {
  it = await temporaryApp([offlineChatModel()], { runsModels: true })
  const path = join(dirname(it.database), 'small.gguf')
  const embeddings = 'local/small'
  it.write('kitchen.md', 'A recipe for a loaf with yeast and flour.')
  await it.app.controlIndex({ workspaceId: WORKSPACE, action: 'refresh' })
  const change = it.app.setEmbeddings({ workspaceId: WORKSPACE, embeddings })
  await expect(change).rejects.toMatchObject({ code: 'model-unknown' })
  // Random weights: the real llama.cpp, and vectors without meaning.
  writeRandomModel(path, { pooling: 'last' })
  const listed = await listModel(modelsFolder(dirname(it.database)), path, { added: new Date() })
  expect(listed).toMatchObject({ id: 'small', kind: 'embedding' })
  const first = await it.app.setEmbeddings({ workspaceId: WORKSPACE, embeddings })
  expect(first.embeddings?.embedder).toMatch(/^local\/small \S{43}$/)
  await untilEmbedded()
  expect(await embeddingStatus()).toMatchObject({ state: 'ready', vectorsDone: 1 })
  expect((await it.app.listModels({})).some(({ id }) => id === embeddings)).toBe(false)
  writeRandomModel(path, { pooling: 'last', seed: 2 })
  it = await it.reopen()
  await untilEmbedded()
  const second = await embeddingStatus()
  expect(second).toMatchObject({ state: 'ready', vectorsDone: 1 })
  expect(second?.embedder).not.toBe(first.embeddings?.embedder)
  rmSync(path)
  it = await it.reopen()
  await untilEmbedded()
  expect(await embeddingStatus()).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('not there'),
  })
  expect((await it.app.searchWorkspace({ workspaceId: WORKSPACE, text: 'yeast' })).hits).toHaveLength(1)
})

async function embeddingStatus() {
  const leaving = new AbortController()
  for await (const { embeddings } of await it.app.watchIndex({
    workspaceId: WORKSPACE,
    signal: leaving.signal,
  }))
    return embeddings
  return undefined
}
