import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@varve/store'
import { runPostgres } from '@varve/store/testing/postgres'
import { expect, onTestFinished, test, type TestContext } from 'vitest'
import { type App, createApp } from '../create-app.ts'
import { plainSealer } from '../guard/sealer.ts'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { collect, temporaryFolders, WORKSPACE } from '../testing/temporary-app.ts'
import { SWEEP_GRACE } from './sweep-workspace.ts'

const TURNS = 8

test('stores a text again that another program has swept', {
  timeout: 60_000,
}, async (context: TestContext) => {
  const postgres = await runPostgres()
  if (postgres.kind === 'absent') context.skip(`PostgreSQL is not there: ${postgres.reason}`)
  const base = mkdtempSync(join(tmpdir(), 'varve-swept-'))
  const url = `${postgres.url}/postgres`
  let now = Date.UTC(2026, 0, 1)
  const apps: App[] = []
  onTestFinished(async () => {
    for (const app of apps) await app.close()
    await postgres.stop()
    rmSync(base, { recursive: true, force: true })
  })
  const open = async (): Promise<App> => {
    const dataFolder = join(base, `data ${apps.length}`)
    mkdirSync(join(dataFolder, 'vault'), { recursive: true })
    const store = await openStore({ url, now })
    if (!(await store.workspaces.get(WORKSPACE))) {
      const place = { kind: 'folder', root: join(dataFolder, 'vault') } as const
      await store.commit([store.workspaces.insert({ ...place, id: WORKSPACE, name: 'V', createdAt: 0 })])
    }
    const app = createApp({
      clock: { now: () => (now += 10) },
      newId: randomUUID,
      store,
      models: [offlineChatModel()],
      sealer: plainSealer(new Uint8Array(32).fill(7)),
      openFolder: temporaryFolders(dataFolder),
      report: (message) => expect(message).toBe(''),
    })
    apps.push(app)
    return app
  }
  const [one, other] = [await open(), await open()]
  const { id: chatId } = await one.createChat({ workspaceId: WORKSPACE })
  const place = { workspaceId: WORKSPACE, chatId }
  const ask = async (text: string): Promise<void> => {
    const { answerId } = await one.sendMessage({ ...place, text, attach: [] })
    await collect(one, answerId)
  }
  for (let number = 1; number <= TURNS; number += 1) await ask(`Number ${number}?`)
  await other.deleteTrace(place)
  await other.sweepTexts()
  now += SWEEP_GRACE
  await other.sweepTexts()
  await ask('And then?')
  const { request } = await other.inspectTurn({ ...place, turn: TURNS + 1 })
  expect(request.flatMap(({ parts }) => parts).join()).toContain('Number 1?')
})
