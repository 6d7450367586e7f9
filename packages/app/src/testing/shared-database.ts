import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '@varve/store'
import { runPostgres } from '@varve/store/testing/postgres'
import { onTestFinished, type TestContext } from 'vitest'
import { type App, createApp } from '../create-app.ts'
import type { AppEvent } from '../telemetry/app-event.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { temporaryFolders } from './temporary-app.ts'

/** A program on a shared database. */
export interface Server {
  readonly app: App
  readonly store: Store
  readonly model: ScriptedModel
  readonly reports: readonly string[]
  readonly events: readonly AppEvent[]
}

export interface SharedDatabase {
  readonly url: string
  readonly root: string
  /** At another address than its own, where one is between. */
  readonly open: (address?: string) => Promise<Server>
}

/** A PostgreSQL with a folder of notes; servers on it are closed before it stops. */
export async function sharedDatabase(context: TestContext): Promise<SharedDatabase> {
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
  const open = async (address = url): Promise<Server> => {
    const dataFolder = join(base, `data ${apps.length}`)
    mkdirSync(dataFolder)
    const store = await openStore({ url: address, now: Date.now() })
    const model = scriptedModel()
    const reports: string[] = []
    const events: AppEvent[] = []
    const app = createApp({
      clock: { now: Date.now },
      newId: randomUUID,
      store,
      models: [model],
      openFolder: temporaryFolders(dataFolder),
      report: (message) => reports.push(message),
      observe: (event) => events.push(event),
    })
    apps.push(app)
    return { app, store, model, reports, events }
  }
  return { url, root: base, open }
}
