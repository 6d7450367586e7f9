import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Statement, type Store, StoreError } from '@varve/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type App, createApp } from '../create-app.ts'
import type { AppEvent } from '../telemetry/app-event.ts'
import { instantModel } from '../testing/instant-model.ts'
import { collect, lastTurn, temporaryFolders, textOf, WORKSPACE } from '../testing/temporary-app.ts'

const TEXT = 'It is as you say.'

let base = ''
let app: App
let place: { readonly workspaceId: string; readonly chatId: string }
let events: AppEvent[] = []
let reports: string[] = []

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-ending-'))
  mkdirSync(join(base, 'vault'))
  events = []
  reports = []
})

afterEach(async () => {
  await app.close()
  rmSync(base, { recursive: true, force: true })
})

/** The real app over a real database, with something between them. */
async function begin(between: (store: Store) => Store): Promise<void> {
  const store = await openStore({ path: join(base, 'varve.db'), now: 0 })
  const workspace = { id: WORKSPACE, name: 'V', kind: 'folder', createdAt: 0 } as const
  await store.commit([store.workspaces.insert({ ...workspace, root: join(base, 'vault') })])
  app = createApp({
    clock: { now: Date.now },
    newId: randomUUID,
    store: between(store),
    models: [instantModel(TEXT)],
    openFolder: temporaryFolders(base),
    report: (message) => reports.push(message),
    observe: (event) => events.push(event),
  })
  place = { workspaceId: WORKSPACE, chatId: (await app.createChat({ workspaceId: WORKSPACE })).id }
}

const isEnd = (statements: readonly Statement[]): boolean =>
  statements.some(({ parameters }) => parameters.includes('complete') && parameters.includes(TEXT))
const ends = () => events.flatMap((event) => (event.kind === 'call-ended' ? [event.status] : []))
const send = async (text: string) => (await app.sendMessage({ ...place, text, attach: [] })).answerId

test('an answer that can never be stored is kept as failed with its text, and the chat continues', async () => {
  let isBroken = true
  await begin((store) => ({
    ...store,
    commit: (statements) =>
      isBroken && isEnd(statements)
        ? Promise.reject(new StoreError('failed', 'made by the test'))
        : store.commit(statements),
  }))
  const { answer } = lastTurn(await collect(app, await send('Is it?')))
  expect(answer).toMatchObject({ status: 'failed', text: TEXT, error: 'made by the test' })
  expect(ends()).toEqual(['failed'])
  expect(reports).toEqual(['An answer could not be ended: made by the test'])
  isBroken = false
  expect(lastTurn(await collect(app, await send('And now?'))).answer.status).toBe('complete')
})

test('an answer stored but not announced has ended once, and can be fetched', async () => {
  let isStored = false
  await begin((store) => ({
    ...store,
    commit: async (statements) => {
      await store.commit(statements)
      isStored ||= isEnd(statements)
    },
    turns: {
      ...store.turns,
      branch: (wanted) => {
        if (!isStored) return store.turns.branch(wanted)
        isStored = false
        return Promise.reject(new StoreError('busy', 'made by the test'))
      },
    },
  }))
  const answerId = await send('Is it?')
  expect(textOf(await collect(app, answerId))).toBe(TEXT)
  expect(lastTurn(await collect(app, answerId)).answer).toMatchObject({ status: 'complete', text: TEXT })
  expect(ends()).toEqual(['complete'])
  expect(reports).toEqual(['An answer that is saved could not be shown: made by the test'])
})
