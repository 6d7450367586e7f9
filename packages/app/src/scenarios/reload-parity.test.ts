import { noticeWords } from '@varve/contract'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as fc from 'fast-check'
import { moveStore, openStore } from '@varve/store'
import { runPostgres } from '@varve/store/testing/postgres'
import { expect, test } from 'vitest'
import { conversation, MODELS, type Move, perform } from '../testing/random-conversation.ts'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'

const RUNS = process.env['VARVE_TEST_SHARE'] === 'full' ? 10 : 1

/** A simulated app on a clock that only the script moves, so that two of them see the same times. */
async function begin(): Promise<{ it: SimulatedApp; tick: () => void }> {
  let time = Date.UTC(2026, 0, 1)
  const it = await simulatedApp({ now: () => time })
  return { it, tick: () => (time += 40_000) }
}

/** What each model was sent, in order; a chat's id is in it as a key for routing. */
function sentTo({ simulator, chatId }: SimulatedApp): Readonly<Record<string, readonly string[]>> {
  const bodies = simulator.requests.flatMap(({ model, bodyText }) =>
    model === undefined ? [] : [{ model, text: bodyText.replaceAll(chatId, 'CHAT') }],
  )
  return Object.fromEntries(
    [...new Set(bodies.map(({ model }) => model))]
      .sort()
      .map((name) => [name, bodies.filter(({ model }) => model === name).map(({ text }) => text)]),
  )
}

/** Every model once: the requests that come next. */
const NEXT: readonly Move[] = MODELS.map((model) => ({
  kind: 'ask',
  text: `What next, ${model}?`,
  attach: [],
  models: [model],
}))

/** Of bases that changed where they must not. */
async function alarms({ app, chatId }: SimulatedApp): Promise<readonly string[]> {
  const { turns } = await app.openChat({ workspaceId: WORKSPACE, chatId })
  const warnings = turns
    .flatMap(({ answers }) => answers.flatMap(({ usage }) => usage?.warnings ?? []))
    .map(noticeWords)
  return warnings.filter((warning) => warning.includes('changed inside the epoch'))
}

type Reload = (it: SimulatedApp, move: number) => Promise<SimulatedApp>

/** Plays the same moves in an app that lives on and in one that is left and opened again. */
async function expectParity(moves: readonly Move[], reload: Reload): Promise<void> {
  const [live, other] = [await begin(), await begin()]
  let again = other.it
  try {
    for (const [index, move] of [...moves, ...NEXT].entries()) {
      await perform(live.it, move)
      await perform(again, move)
      live.tick()
      other.tick()
      again = await reload(again, index)
    }
    expect(sentTo(again)).toEqual(sentTo(live.it))
    expect(again.reports.filter((line) => line.includes('rebuilt'))).toEqual([])
    expect(await alarms(again)).toEqual([])
  } finally {
    await live.it.remove()
    await again.app.close()
    await other.it.remove()
  }
}

const reopened = async (it: SimulatedApp, options = {}): Promise<SimulatedApp> => ({
  ...it,
  ...(await it.reopen(options)),
})

test('[E-4] random conversations, closed and reopened after every turn, send the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(conversation, (moves) => expectParity(moves, (it) => reopened(it))),
    { numRuns: RUNS },
  )
}, 600_000)

test('[E-4] moved to PostgreSQL and back, the next requests are the same bytes', async (context) => {
  const postgres = await runPostgres()
  if (postgres.kind === 'absent') {
    context.skip(`PostgreSQL is not there: ${postgres.reason}`)
    return
  }
  try {
    const [moves = []] = fc.sample(conversation, { numRuns: 1, seed: 11 })
    await expectParity(moves, async (it, index) => {
      if (index !== moves.length - 1) return it
      const folder = dirname(it.root)
      const [from, back] = [join(folder, 'varve.db'), join(folder, 'back.db')]
      await it.app.close()
      const server = { kind: 'postgres', url: `${postgres.url}/postgres` } as const
      await moveStore({ kind: 'sqlite', path: from }, server)
      await moveStore(server, { kind: 'sqlite', path: back })
      return reopened(it, { path: back })
    })
  } finally {
    await postgres.stop()
  }
}, 120_000)

test('[E-4] from the chat file and its objects, the visible branch continues with the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(conversation, (moves) =>
      expectParity(moves, async (it, index) => {
        if (index !== moves.length - 1) return it
        await it.app.writeChatFiles()
        const path = join(dirname(it.root), 'fresh.db')
        const store = await openStore({ path, now: 0 })
        const place = { name: 'Vault', kind: 'folder', root: it.root, createdAt: 0 } as const
        await store.commit([
          store.workspaces.insert({ ...place, id: WORKSPACE }),
          store.workspaces.insert({ ...place, id: 'other' }),
        ])
        await store.close()
        const fresh = await reopened(it, { path })
        const { files } = await fresh.app.reindexChats({ workspaceId: WORKSPACE })
        expect(files).toMatchObject([{ outcome: 'added', state: 'exact', gaps: [] }])
        return fresh
      }),
    ),
    { numRuns: RUNS },
  )
}, 600_000)

test('[E-4] without its objects a chat is rebuilt, and the next turn says so without an alarm', async () => {
  const { it, tick } = await begin()
  const base = mkdtempSync(join(tmpdir(), 'varve-parity-'))
  let fresh = it
  try {
    await perform(it, { kind: 'ask', text: 'When?', attach: ['plan.md'], models: MODELS })
    await it.app.writeChatFiles()
    it.write('plan.md', 'changed since')
    cpSync(join(it.root, 'Varve'), join(base, 'Varve'), { recursive: true })
    rmSync(join(it.root, 'Varve/chats/.objects'), { recursive: true })
    const path = join(dirname(it.root), 'fresh.db')
    const store = await openStore({ path, now: 0 })
    const place = { name: 'Vault', kind: 'folder', root: it.root, createdAt: 0 } as const
    await store.commit([store.workspaces.insert({ ...place, id: WORKSPACE })])
    await store.close()
    fresh = await reopened(it, { path })
    const { files } = await fresh.app.reindexChats({ workspaceId: WORKSPACE })
    expect(files).toMatchObject([{ outcome: 'added', state: 'rebuilt' }])
    tick()
    const turn = await fresh.ask(it.chatId, 'And now?', [], MODELS[0])
    expect(turn.epochNote).toContain('rebuilt')
    // The other models begin their epochs later.
    const again: Move = { kind: 'again', turn: 2, models: MODELS.slice(0, 2) }
    for (const move of [...NEXT.slice(0, 1), again, ...NEXT]) {
      tick()
      await perform(fresh, move)
    }
    expect(await alarms(fresh)).toEqual([])
  } finally {
    rmSync(base, { recursive: true, force: true })
    await fresh.app.close()
    await it.remove()
  }
})

test('a base that differs from its recorded epoch raises the alarm', async () => {
  const { it, tick } = await begin()
  try {
    const [model] = MODELS
    const { id: turnId } = await it.ask(it.chatId, 'When?', ['plan.md'], model)
    const [call] = await it.store.calls.ofTurns(WORKSPACE, [turnId])
    if (!call) throw new Error('Nothing was recorded.')
    const summary = { ...(call.summary as object), base: { epoch: 1, hash: 'another' } }
    await it.store.commit([it.store.calls.correct({ workspaceId: WORKSPACE, ...call, summary, root: {} })])
    tick()
    await it.ask(it.chatId, 'And now?', [], model)
    expect(await alarms(it)).toHaveLength(1)
  } finally {
    await it.remove()
  }
})
