import { DatabaseSync } from 'node:sqlite'
import { StoreError } from '@varve/store'
import { afterEach, expect, test } from 'vitest'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import {
  type TemporaryApp,
  temporaryApp,
  type TemporaryOptions,
  WORKSPACE,
} from '../testing/temporary-app.ts'
import { SWEEP_GRACE } from './sweep-workspace.ts'

let it: TemporaryApp
let now = Date.UTC(2026, 0, 1)

afterEach(() => it.remove())

async function begin(options: TemporaryOptions = {}): Promise<void> {
  it = await temporaryApp([offlineChatModel()], { clock: () => (now += 10), ...options })
}

/** Longer than a short text, so that it is stored by its hash. */
const long = (words: string): string => `${words} `.repeat(20)

async function newChat(texts: readonly string[]): Promise<string> {
  const { id } = await it.app.createChat({ workspaceId: WORKSPACE })
  for (const text of texts) await it.ask(id, text)
  return id
}

/** Finds what is unused, and takes it away when its time has come. */
async function sweepTwice(): Promise<void> {
  await it.app.sweepTexts()
  now += SWEEP_GRACE
  await it.app.sweepTexts()
}

function stored(sql: string): number {
  const connection = new DatabaseSync(it.database, { readOnly: true })
  const row = connection.prepare(sql).get()
  connection.close()
  return Number(Object.values(row ?? {})[0])
}

const withWords = (words: string): number =>
  stored(`select count(*) from objects where text like '%${words}%'`)

test('only texts of erased chats go; shared ones stay, and their chats continue', async () => {
  await begin()
  const shared = long('said in both')
  const erased = await newChat([shared, long('said in one only')])
  const kept = await newChat([shared, long('said in the other')])
  const place = { workspaceId: WORKSPACE, chatId: erased }
  await it.app.deleteChat(place)
  await it.app.eraseChat(place)
  expect(withWords('said in one only')).toBeGreaterThan(0)
  const before = await it.app.inspectTurn({ workspaceId: WORKSPACE, chatId: kept, turn: 2 })
  await it.app.sweepTexts()
  expect(withWords('said in one only')).toBeGreaterThan(0)
  // What was found is marked; another run continues with it.
  it = await it.reopen()
  now += SWEEP_GRACE
  await it.app.resumeSweeps()
  await it.app.sweepTexts()
  expect(withWords('said in one only')).toBe(0)
  expect(withWords('said in both')).toBeGreaterThan(0)
  expect(await it.app.inspectTurn({ workspaceId: WORKSPACE, chatId: kept, turn: 2 })).toEqual(before)
  it = await it.reopen()
  expect((await it.ask(kept, 'And then?')).answer.status).toBe('complete')
  expect(it.reports).toEqual([])
})

test('a chat whose trace was deleted stores what its next request needs again', async () => {
  await begin()
  const chatId = await newChat(Array.from({ length: 12 }, (_, number) => `Number ${number}?`))
  const place = { workspaceId: WORKSPACE, chatId }
  const pages = stored('select count(*) from call_pages')
  expect(pages).toBeGreaterThan(0)
  await it.app.deleteTrace(place)
  await it.app.sweepTexts()
  // Between the two: it is written again and not taken away.
  await it.ask(chatId, 'Number 12?')
  now += SWEEP_GRACE
  await it.app.sweepTexts()
  const { request } = await it.app.inspectTurn({ ...place, turn: 13 })
  expect(request.flatMap(({ parts }) => parts).join()).toContain('Number 0?')
  await it.app.deleteTrace(place)
  await sweepTwice()
  expect(stored('select count(*) from call_pages')).toBe(0)
  await it.ask(chatId, 'Number 13?')
  const after = await it.app.inspectTurn({ ...place, turn: 14 })
  expect(after.request.flatMap(({ parts }) => parts).join()).toContain('Number 0?')
})

test('sweeps nothing without the key that opens requests, and says so', async () => {
  await begin()
  const kept = await newChat([long('kept')])
  const gone = await newChat([long('gone')])
  const failing = () => Promise.reject(new StoreError('master-key-missing', 'No passphrase.'))
  it = await it.reopen({ sealer: { seal: failing, unseal: failing } })
  const place = { workspaceId: WORKSPACE, chatId: gone }
  await it.app.deleteChat(place)
  await it.app.eraseChat(place)
  await sweepTwice()
  expect(withWords('gone')).toBeGreaterThan(0)
  expect(it.reports).toEqual([expect.stringContaining('not swept: No passphrase.')])
  expect((await it.app.openChat({ workspaceId: WORKSPACE, chatId: kept })).turns).toHaveLength(1)
})
