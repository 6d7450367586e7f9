import { afterEach, expect, test } from 'vitest'
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
    if (embeddings?.state === 'ready') leaving.abort()
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
