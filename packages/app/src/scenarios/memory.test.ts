import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
})

afterEach(() => it.remove())

const MODEL = 'openai/gpt-5.6'
const bodies = () =>
  it.simulator.requests.filter(({ model }) => model !== undefined).map(({ bodyText }) => bodyText)

test('[L1-1] memory is last in L1; a change is sent once and joins L1 in the next epoch', async () => {
  await it.app.writeMemory({ workspaceId: WORKSPACE, add: 'lives in Lisbon' })
  await it.ask(it.chatId, 'Where do I live?', [], MODEL)
  expect(bodies()[0]).toContain('lives in Lisbon')
  await it.app.writeMemory({ workspaceId: WORKSPACE, add: 'has two cats' })
  await it.ask(it.chatId, 'And my animals?', [], MODEL)
  const [first = '', second = ''] = bodies()
  expect(second).toContain('memory_update')
  expect(second).toContain('has two cats')
  const system = (body: string): unknown => (JSON.parse(body) as { input: unknown[] }).input[0]
  expect(system(second)).toEqual(system(first))
})

test('a memory changed elsewhere is not overwritten', async () => {
  const first = await it.app.writeMemory({ workspaceId: WORKSPACE, content: '- one\n' })
  await writeFile(join(it.root, 'Varve/memory.md'), '- two\n')
  await expect(
    it.app.writeMemory({ workspaceId: WORKSPACE, content: '- three\n', hash: first.hash }),
  ).rejects.toMatchObject({ code: 'file-changed' })
  expect((await it.app.readMemory({ workspaceId: WORKSPACE })).content).toBe('- two\n')
})

test('the title of a source in a saved answer is plain text', async () => {
  const bytes = new TextEncoder().encode('The table says that pier 7 has 412 mm.')
  const name = '<img src=x>.txt'
  const { id } = await it.app.uploadFile({ workspaceId: WORKSPACE, name, bytes })
  const { answer } = await it.ask(it.chatId, 'What does the table say of pier 7?', [`upload:${id}`])
  expect(answer.sources).toMatchObject([{ title: name }])
  const place = { workspaceId: WORKSPACE, chatId: it.chatId, answerId: answer.id }
  await it.app.saveAnswer({ ...place, path: 'saved.md', how: 'new' })
  const text = await readFile(join(it.root, 'saved.md'), 'utf8')
  expect(text).toContain('[^1]: \\<img src=x>.txt')
})

test('an answer becomes a note with its sources, or is appended to one', async () => {
  const { answer } = await it.ask(it.chatId, 'What does the table say of pier 7?', ['tides.md'])
  const place = { workspaceId: WORKSPACE, chatId: it.chatId, answerId: answer.id }
  expect(await it.app.saveAnswer({ ...place, path: 'saved/pier', how: 'new' })).toEqual({
    path: 'saved/pier.md',
  })
  await expect(it.app.saveAnswer({ ...place, path: 'saved/pier', how: 'new' })).rejects.toMatchObject({
    code: 'file-changed',
  })
  await it.app.saveAnswer({ ...place, path: 'saved/pier.md', how: 'append' })
  const text = await readFile(join(it.root, 'saved/pier.md'), 'utf8')
  expect(text.match(/\[\^1\]: \[\[tides\]\]/g)).toHaveLength(2)
  const once = { ...place, path: 'saved/pier.md', how: 'append', idempotencyKey: 'once' } as const
  await it.app.saveAnswer(once)
  const after = await readFile(join(it.root, 'saved/pier.md'), 'utf8')
  await it.app.saveAnswer(once)
  expect(await readFile(join(it.root, 'saved/pier.md'), 'utf8')).toBe(after)
  await expect(it.app.saveAnswer({ ...once, how: 'new' })).rejects.toMatchObject({
    code: 'idempotency-key-reused',
  })
  await expect(it.app.saveAnswer({ ...place, path: '../out.md', how: 'new' })).rejects.toMatchObject({
    code: 'path-refused',
  })
})
