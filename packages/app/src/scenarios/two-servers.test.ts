import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Server, sharedDatabase } from '../testing/shared-database.ts'
import { collect, lastTurn, textOf, WORKSPACE } from '../testing/temporary-app.ts'

const child = new URL('../testing/answer-until-killed.ts', import.meta.url).pathname

test('killed in mid-stream: another server notices, keeps what arrived, and the chat continues there', {
  timeout: 60_000,
}, async (context) => {
  const { url, root, open } = await sharedDatabase(context)
  const answering = spawn(process.execPath, [child, url, root, root], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  answering.stdout.setEncoding('utf8')
  answering.stdout.on('data', (text: string) => (output += text))
  onTestFinished(() => void answering.kill('SIGKILL'))
  await expect.poll(() => output).toMatch(/"stored":[1-9]/)
  const { chatId } = JSON.parse(output.slice(0, output.indexOf('\n'))) as { readonly chatId: string }
  const { app, model } = await open()
  const place = { workspaceId: WORKSPACE, chatId }
  const answerNow = async () => (await app.openChat(place)).turns[0]?.answer
  const next = { ...place, text: 'And now?', attach: [] }
  await expect(app.sendMessage(next)).rejects.toMatchObject({ code: 'answer-running' })
  expect(await answerNow()).toMatchObject({ status: 'streaming' })
  answering.kill('SIGKILL')
  await once(answering, 'close')
  await expect.poll(async () => (await answerNow())?.status).toBe('interrupted')
  expect((await answerNow())?.text).toMatch(/^word1 /)
  model.say('Here I am.')
  model.end()
  const { answerId } = await app.sendMessage(next)
  expect(lastTurn(await collect(app, answerId)).answer.text).toBe('Here I am.')
})

/** A chat in which the first server is writing an answer. */
async function startAnswer({ app, store, model }: Server, root: string) {
  const workspace = { id: WORKSPACE, name: 'Vault', kind: 'folder', root, createdAt: 0 } as const
  await store.commit([store.workspaces.insert(workspace)])
  const { id: chatId } = await app.createChat({ workspaceId: WORKSPACE })
  const place = { workspaceId: WORKSPACE, chatId }
  const { answerId } = await app.sendMessage({ ...place, text: 'Tell me.', attach: [] })
  model.say('Once upon a ')
  const shown = async () => (await app.openChat(place)).turns[0]?.answer.text
  await expect.poll(() => shown()).not.toBe('')
  return { place, answerId }
}

test('an answer of one server can be stopped through another', async (context) => {
  const { root, open } = await sharedDatabase(context)
  const first = await open()
  const second = await open()
  const { place, answerId } = await startAnswer(first, root)
  await second.app.stopAnswer({ workspaceId: WORKSPACE, answerId })
  const stopped = async () => (await second.app.openChat(place)).turns[0]?.answer
  await expect.poll(async () => (await stopped())?.status).toBe('stopped')
  expect((await stopped())?.text).toBe('Once upon a ')
})

test('an answer of one server can be followed through another', async (context) => {
  const { root, open } = await sharedDatabase(context)
  const first = await open()
  const second = await open()
  const { answerId } = await startAnswer(first, root)
  const leaving = new AbortController()
  const watch = { workspaceId: WORKSPACE, answerId, after: 0, signal: leaving.signal }
  const kinds: string[] = []
  for await (const { event } of (await second.app.watchAnswer(watch)) ?? []) {
    kinds.push(event.kind)
    leaving.abort()
  }
  expect(kinds).toEqual(['text'])
  const watching = collect(second.app, answerId)
  first.model.say('time.')
  first.model.end()
  const events = await watching
  expect(textOf(events)).toBe('Once upon a time.')
  expect(events.map(({ event }) => event.kind).filter((kind) => kind !== 'text')).toEqual(['done'])
  expect(lastTurn(events).answer).toMatchObject({ status: 'complete', text: 'Once upon a time.' })
})

test('several servers write each chat to one file', async (context) => {
  const { root, open } = await sharedDatabase(context)
  const servers = [await open(), await open(), await open()] as const
  const vault = join(root, 'vault')
  mkdirSync(vault)
  const { place, answerId } = await startAnswer(servers[0], vault)
  await servers[0].app.stopAnswer({ workspaceId: WORKSPACE, answerId })
  const [turn] = (await servers[0].app.openChat(place)).turns
  const fork = () => servers[0].app.forkChat({ ...place, turnId: turn?.id ?? '' })
  const forks = await Promise.all(Array.from({ length: 8 }, fork))
  // Each of them has something to write, at the same time.
  const rename = ({ app }: Server) =>
    Promise.all(forks.map(({ id }) => app.arrangeChat({ ...place, chatId: id, title: 'Fork' })))
  await Promise.all(servers.map(rename))
  await Promise.all(servers.map(({ app }) => app.writeChatFiles()))
  const folder = join(vault, 'Varve', 'chats')
  const notes = () => readdirSync(folder).filter((name) => name.endsWith('.md'))
  await expect.poll(() => existsSync(folder) && notes().length).toBeGreaterThanOrEqual(forks.length + 1)
  await Promise.all(servers.map(({ app }) => app.writeChatFiles()))
  expect(notes()).toHaveLength(forks.length + 1)
})
