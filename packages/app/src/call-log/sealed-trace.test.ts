import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { packJson, type Statement, StoreError } from '@varve/store'
import { afterEach, describe, expect, test } from 'vitest'
import { plainSealer, type Sealer } from '../guard/sealer.ts'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'

const MODEL = 'openai/gpt-5.6'
/** Short parts of a request that are in nothing else of a chat. */
const ON_THE_WIRE = ['reasoning.encrypted_content', 'input_text', '"developer"', '"prompt_cache_key"']

let remove: (() => Promise<void>) | undefined
afterEach(() => remove?.())

async function simulated(): Promise<SimulatedApp> {
  const it = await simulatedApp()
  remove = it.remove
  return it
}

const placeIn = (chatId: string) => ({ workspaceId: WORKSPACE, chatId })

async function traceOf({ app }: Pick<TemporaryApp, 'app'>, chatId: string): Promise<string> {
  const { lines } = await app.exportTrace(placeIn(chatId))
  const all: string[] = []
  for await (const line of lines) all.push(line)
  return all.join('')
}

/** Which of these are in any byte of the file, with what was still in its log. */
function foundIn({ database }: Pick<TemporaryApp, 'database'>, words: readonly string[]): readonly string[] {
  const connection = new DatabaseSync(database)
  connection.exec('pragma wal_checkpoint(truncate)')
  connection.close()
  const bytes = readFileSync(database)
  return words.filter((word) => bytes.includes(word))
}

/** A call as it lay in storage before bodies were sealed. */
async function inTheClear({ app, store }: TemporaryApp, chatId: string): Promise<string> {
  const { calls, call, sideCalls, ...inspection } = await app.inspectTurn({ ...placeIn(chatId), turn: 1 })
  const [turn] = await store.turns.list(WORKSPACE, chatId)
  const [answer] = await store.answers.ofTurn(WORKSPACE, turn?.id ?? '')
  const [stored] = await store.calls.ofTurns(WORKSPACE, [turn?.id ?? ''])
  const { bodyText, ...about } = inspection.wire ?? { bodyText: '{}' }
  const wire = { ...about, body: { kind: 'json', json: JSON.parse(bodyText) as unknown } }
  const { root, objects } = packJson({ ...inspection, wire })
  const place = { workspaceId: WORKSPACE, answerId: answer?.id ?? '', number: 1 }
  const texts: Statement[] = [...objects].map(([hash, text]) => store.objects.put(WORKSPACE, hash, text))
  await store.commit([...texts, store.calls.correct({ ...place, summary: stored?.summary, root })])
  expect([call, calls, sideCalls]).toEqual([1, 1, []])
  return place.answerId
}

describe('recorded requests', () => {
  test('are in no byte of the database, and can be shown and exported', async () => {
    const it = await simulated()
    const { id } = await it.ask(it.chatId, 'Where is the canary?', ['plan.md'], MODEL)
    const { wire } = await it.app.inspectTurn({ ...placeIn(it.chatId), turn: id })
    expect(wire?.bodyText).toBe(it.simulator.requests.at(-1)?.bodyText)
    for (const words of ON_THE_WIRE) expect(wire?.bodyText).toContain(words)
    expect(await traceOf(it, it.chatId)).toContain(JSON.stringify(wire?.bodyText).slice(1, -1))
    expect(foundIn(it, ON_THE_WIRE)).toEqual([])
    // The chat's own texts are in the clear: it is shown and searched.
    const own = ['Where is the canary?', 'The launch is on 12 December.']
    expect(foundIn(it, own)).toEqual(own)
    // The search for them is one that finds them where they are.
    await inTheClear(it, it.chatId)
    expect(foundIn(it, ON_THE_WIRE)).toEqual(ON_THE_WIRE)
  })

  test('from an earlier version are read, and sealed by a fork', async () => {
    const it = await simulated()
    await it.ask(it.chatId, 'Where is the canary?', ['plan.md'], MODEL)
    const before = await it.app.inspectTurn({ ...placeIn(it.chatId), turn: 1 })
    const answerId = await inTheClear(it, it.chatId)
    expect(await it.app.inspectTurn({ ...placeIn(it.chatId), turn: 1 })).toEqual(before)
    expect(await it.store.calls.get({ workspaceId: WORKSPACE, answerId, number: 1 })).not.toBeInstanceOf(
      Uint8Array,
    )
    const fork = await it.app.forkChat({ ...placeIn(it.chatId), turnId: await lastId(it) })
    expect(await it.app.inspectTurn({ ...placeIn(fork.id), turn: 1 })).toEqual(before)
    const [turn] = await it.store.turns.list(WORKSPACE, fork.id)
    const [copy] = await it.store.answers.ofTurn(WORKSPACE, turn?.id ?? '')
    const stored = await it.store.calls.get({ workspaceId: WORKSPACE, answerId: copy?.id ?? '', number: 1 })
    expect(stored).toBeInstanceOf(Uint8Array)
  })

  test('cannot be opened as another call', async () => {
    const it = await simulated()
    await it.ask(it.chatId, 'One', [], MODEL)
    await it.ask(it.chatId, 'Two', [], MODEL)
    const turns = await it.store.turns.list(WORKSPACE, it.chatId)
    const calls = await it.store.calls.ofTurns(
      WORKSPACE,
      turns.map(({ id }) => id),
    )
    const [first, second] = turns.map(({ id }) => calls.find(({ turnId }) => turnId === id))
    const root = await it.store.calls.get({
      workspaceId: WORKSPACE,
      answerId: first?.answerId ?? '',
      number: 1,
    })
    const place = { workspaceId: WORKSPACE, answerId: second?.answerId ?? '', number: 1 }
    await it.store.commit([it.store.calls.correct({ ...place, summary: second?.summary, root })])
    await expect(it.app.inspectTurn({ ...placeIn(it.chatId), turn: 2 })).rejects.toMatchObject({
      code: 'data-corrupt',
    })
  })

  test('of a long chat are sealed pages, each stored once', async () => {
    const it = await temporaryApp([offlineChatModel()])
    remove = it.remove
    const { id: chatId } = await it.app.createChat({ workspaceId: WORKSPACE })
    for (let number = 1; number <= 12; number += 1) await it.ask(chatId, `Number ${number}?`)
    const { request } = await it.app.inspectTurn({ ...placeIn(chatId), turn: 12 })
    expect(request.length).toBeGreaterThan(16)
    expect(JSON.stringify(request)).toContain('Number 1?')
    expect(foundIn(it, ['"parts":['])).toEqual([])
    const pages = count(it, 'call_pages')
    expect(pages).toBeGreaterThan(1)
    // After a restart the whole pages are known by their hashes: only the last ones of this turn are new.
    const again = await it.reopen()
    remove = again.remove
    await again.ask(chatId, 'Number 13?')
    expect(count(again, 'call_pages') - pages).toBeLessThanOrEqual(4)
  })
})

describe('without its master key', () => {
  test('a trace says which texts are left out, and why', async () => {
    const it = await simulated()
    await it.ask(it.chatId, 'Where is the canary?', [], MODEL)
    const place = { ...placeIn(it.chatId), turn: 1 }
    expect(await it.app.showTrace(place)).not.toHaveProperty('textsLeftOut')
    expect(await traceOf(it, it.chatId)).not.toContain('textsLeftOut')
    const other = await it.reopen({ sealer: plainSealer(new Uint8Array(32).fill(8)) })
    remove = it.remove
    const words = expect.stringContaining('the master key of this machine does not open it')
    expect(await other.app.showTrace(place)).toMatchObject({ textsLeftOut: words, calls: [{ number: 1 }] })
    expect(JSON.parse(await traceOf(other, it.chatId))).toMatchObject({ textsLeftOut: words })
  })

  test('a lost one: the inspector says so, the chat continues, and new requests are recorded', async () => {
    const it = await simulated()
    await it.ask(it.chatId, 'Where is the canary?', [], MODEL)
    const other = await it.reopen({ sealer: plainSealer(new Uint8Array(32).fill(8)) })
    remove = it.remove
    await expect(other.app.inspectTurn({ ...placeIn(it.chatId), turn: 1 })).rejects.toMatchObject({
      code: 'trace-sealed',
      message: expect.stringContaining('does not open it'),
    })
    const first = { ...placeIn(it.chatId), turn: 1 }
    await expect(other.app.readReceived({ ...first, call: 1 })).rejects.toMatchObject({
      code: 'trace-sealed',
    })
    expect(await other.app.showTrace(first)).toMatchObject({ calls: [{ status: 'complete' }] })
    const next = await other.ask(it.chatId, 'And now?', [], MODEL)
    expect(next.answer.status).toBe('complete')
    const { wire } = await other.app.inspectTurn({ ...placeIn(it.chatId), turn: 2 })
    expect(wire?.bodyText).toBe(it.simulator.requests.at(-1)?.bodyText)
    expect(wire?.bodyText).toContain('Where is the canary?')
    const lines = (await traceOf(other, it.chatId)).trim().split('\n')
    expect(lines.map((line) => line.includes('"unreadable"'))).toEqual([true, false])
    const fork = await other.app.forkChat({ ...placeIn(it.chatId), turnId: next.id })
    await expect(other.app.inspectTurn({ ...placeIn(fork.id), turn: 1 })).rejects.toMatchObject({
      code: 'trace-sealed',
    })
    await other.app.deleteTrace(placeIn(it.chatId))
    await other.app.close()
  })

  test('a locked one: nothing is stored unencrypted, and the chat continues', async () => {
    const it = await simulated()
    const other = await it.reopen({ sealer: LOCKED })
    const turn = await other.ask(it.chatId, 'Where is the canary?', [], MODEL)
    expect(turn.answer.status).toBe('complete')
    await expect(other.app.inspectTurn({ ...placeIn(it.chatId), turn: 1 })).rejects.toMatchObject({
      code: 'trace-sealed',
      message: expect.stringContaining('not kept'),
    })
    const first = { ...placeIn(it.chatId), turn: 1 }
    await expect(other.app.readReceived({ ...first, call: 1 })).rejects.toMatchObject({
      code: 'trace-sealed',
    })
    expect(await other.app.showTrace(first)).toMatchObject({ calls: [{ status: 'complete' }] })
    expect(other.reports.join()).toContain('cannot be sealed')
    expect(foundIn(other, ON_THE_WIRE)).toEqual([])
    expect((await other.ask(it.chatId, 'And now?', [], MODEL)).answer.status).toBe('complete')
    // Side calls count and cost even though they can't be read again.
    it.simulator.play({ kind: 'answer', text: 'A bird in a mine' })
    expect(await other.app.suggestTitle({ ...placeIn(it.chatId), confirmed: true })).toMatchObject({
      chat: { title: 'A bird in a mine' },
    })
    const chat = { workspaceId: WORKSPACE, conversationId: it.chatId }
    expect(await other.store.sideCalls.ofChat(chat)).toMatchObject([{ purpose: 'title', sealed: undefined }])
    await other.app.close()
  })
})

/** As where keys are sealed by a passphrase that was not given. */
const LOCKED: Sealer = {
  seal: () => Promise.reject(new StoreError('master-key-missing', 'Start with VARVE_PASSPHRASE.')),
  unseal: () => Promise.reject(new StoreError('master-key-missing', 'Start with VARVE_PASSPHRASE.')),
}

async function lastId({ store, chatId }: SimulatedApp): Promise<string> {
  return (await store.turns.list(WORKSPACE, chatId)).at(-1)?.id ?? ''
}

function count({ database }: Pick<TemporaryApp, 'database'>, table: string): number {
  const connection = new DatabaseSync(database, { readOnly: true })
  const row = connection.prepare(`select count(*) as rows from ${table}`).get()
  connection.close()
  return Number(row?.['rows'])
}
