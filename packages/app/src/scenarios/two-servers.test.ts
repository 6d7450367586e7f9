import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '@varve/store'
import { runPostgres } from '@varve/store/testing/postgres'
import { expect, onTestFinished, test, type TestContext, vi } from 'vitest'
import { type App, createApp } from '../create-app.ts'
import { type ScriptedModel, scriptedModel } from '../testing/scripted-model.ts'
import { collect, lastTurn, temporaryFolders, WORKSPACE } from '../testing/temporary-app.ts'

const child = new URL('../testing/answer-until-killed.ts', import.meta.url).pathname

interface Server {
  readonly app: App
  readonly store: Store
  readonly model: ScriptedModel
}

interface Shared {
  readonly url: string
  readonly root: string
  readonly open: () => Promise<Server>
}

/** A PostgreSQL with a folder of notes; servers on it are closed before it stops. */
async function sharedDatabase(context: TestContext): Promise<Shared> {
  const postgres = await runPostgres()
  if (postgres.kind === 'absent') context.skip(`PostgreSQL is not there: ${postgres.reason}`)
  const { url: server, stop } = postgres
  const base = mkdtempSync(join(tmpdir(), 'varve-servers-'))
  const apps: App[] = []
  onTestFinished(async () => {
    for (const app of apps) await app.close()
    await stop()
    rmSync(base, { recursive: true, force: true })
  })
  const url = `${server}/postgres`
  const open = async (): Promise<Server> => {
    const dataFolder = join(base, `data ${apps.length}`)
    mkdirSync(dataFolder)
    const store = await openStore({ url, now: Date.now() })
    const model = scriptedModel()
    const app = createApp({
      clock: { now: Date.now },
      newId: randomUUID,
      store,
      models: [model],
      openFolder: temporaryFolders(dataFolder),
      report: () => undefined,
    })
    apps.push(app)
    return { app, store, model }
  }
  return { url, root: base, open }
}

const SOON = { timeout: 25_000, interval: 100 }

test('killed in mid-stream: another server notices, keeps what came, and the chat goes on there', {
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
  await vi.waitFor(() => expect(output).toMatch(/"stored":[1-9]/), SOON)
  const { chatId } = JSON.parse(output.slice(0, output.indexOf('\n'))) as { readonly chatId: string }
  const { app, model } = await open()
  const place = { workspaceId: WORKSPACE, chatId }
  const answerNow = async () => (await app.openChat(place)).turns[0]?.answer
  const next = { ...place, text: 'And now?', attach: [] }
  await expect(app.sendMessage(next)).rejects.toMatchObject({ code: 'answer-running' })
  expect(await answerNow()).toMatchObject({ status: 'streaming' })
  answering.kill('SIGKILL')
  await once(answering, 'close')
  await vi.waitFor(async () => expect((await answerNow())?.status).toBe('interrupted'), SOON)
  expect((await answerNow())?.text).toMatch(/^word1 /)
  model.say('Here I am.')
  model.end()
  const { answerId } = await app.sendMessage(next)
  expect(lastTurn(await collect(app, answerId)).answer.text).toBe('Here I am.')
})

test('an answer that one server writes is stopped through another', async (context) => {
  const { root, open } = await sharedDatabase(context)
  const first = await open()
  const second = await open()
  const workspace = { id: WORKSPACE, name: 'Vault', kind: 'folder', root, createdAt: 0 } as const
  await first.store.commit([first.store.workspaces.insert(workspace)])
  const { id: chatId } = await first.app.createChat({ workspaceId: WORKSPACE })
  const place = { workspaceId: WORKSPACE, chatId }
  const { answerId } = await first.app.sendMessage({ ...place, text: 'Tell me.', attach: [] })
  first.model.say('Once upon a ')
  const shown = async () => (await first.app.openChat(place)).turns[0]?.answer.text
  await vi.waitFor(async () => expect(await shown()).not.toBe(''), SOON)
  await second.app.stopAnswer({ workspaceId: WORKSPACE, answerId })
  const stopped = async () => (await second.app.openChat(place)).turns[0]?.answer
  await vi.waitFor(async () => expect((await stopped())?.status).toBe('stopped'), SOON)
  expect((await stopped())?.text).toBe('Once upon a ')
})
