import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createArtifact, DEFAULT_PROFILES } from '@varve/engine'
import { findParseMisses } from '../telemetry/parse-misses.ts'
import type { AppEvent } from '../telemetry/app-event.ts'
import { openStatistics } from '../open/open-statistics.ts'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { percentile } from './gather-statistics.ts'
import { scriptedModel } from '../testing/scripted-model.ts'
import { type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'
import type { PlanSummary } from '../turn/record-plan.ts'
import type { TurnView } from '@varve/contract'

const WORDS = 'canary-of-the-message'
const CONTENT = `# Tides\n\n${'The canary-of-the-note swims. '.repeat(200)}\n`

let it: TemporaryApp
let events: AppEvent[]

/** Goes on by 10 milliseconds each time it is looked at. */
function steadyTimer(): () => number {
  let time = 0
  return () => (time += 10)
}

beforeEach(async () => {
  events = []
  it = await temporaryApp([offlineChatModel()], {
    observe: (event) => events.push(event),
    timer: steadyTimer(),
  })
  it.write('tides.md', CONTENT)
  // What is stored when a workspace is opened for the first time is no part of a turn.
  await it.app.listFiles({ workspaceId: WORKSPACE })
})

afterEach(() => it.remove())

async function chat(): Promise<string> {
  return (await it.app.createChat({ workspaceId: WORKSPACE })).id
}

describe('the statistics of a turn', () => {
  test('are stored with its call: phases, segments and tokens by layer, references, hash, epoch', async () => {
    const chatId = await chat()
    const first = await it.ask(chatId, WORDS, ['tides.md'])
    const second = await it.ask(chatId, WORDS, ['tides.md'])
    const calls = await it.store.calls.ofTurns(WORKSPACE, [first.id, second.id])
    const summaries = new Map(calls.map(({ turnId, summary }) => [turnId, summary as PlanSummary]))
    const [one, two] = [first, second].map(({ id }) => summaries.get(id)?.statistics)
    expect(one).toMatchObject({
      // Planning is counting, then placing.
      phases: { hydrate: 10, plan: 20, wire: 10 },
      segments: { L3: 1, L4: 0, L5: 1 },
      tokens: first.layerTokens,
      referenced: 0,
      compacted: 0,
      epoch: { began: true },
    })
    // More than one thing is loaded.
    expect(one?.phases.load).toBeGreaterThanOrEqual(20)
    expect(one?.attached).toBe(first.attachments[0]?.tokens)
    expect(one?.prefixHash).toMatch(/^[0-9a-f]{16,}$/)
    expect(second.attachments[0]?.form).toBe('reference')
    expect(two).toMatchObject({ epoch: { began: false }, change: { reason: 'none', tokens: 0 } })
    expect(two?.referenced).toBe(two?.attached)
    expect(two?.prefixHash).not.toBe(one?.prefixHash)
    expect(first.answer.usage).toMatchObject({ commitMilliseconds: 30 })
    expect(first.answer.usage?.firstByteMilliseconds).toBeGreaterThan(0)
  })

  test('are summed by day, model, reason and phase, also from outside a running app', async () => {
    const chatId = await chat()
    await it.ask(chatId, 'One?', ['tides.md'])
    await it.ask(chatId, 'Two?', ['tides.md'])
    const view = await it.app.showTurnStatistics({ workspaceId: WORKSPACE })
    expect(view).toMatchObject({
      turns: 2,
      total: { calls: 2, failed: 0 },
      days: [{ calls: 2 }],
      models: [{ calls: 2 }],
      epochs: [{ reason: 'none', words: 'The chat began.', count: 1 }],
      changes: [],
      misses: [],
    })
    expect(view.dedup.ratio).toBe(0.5)
    const names = 'hydrate load plan wire commit first-byte answer'.split(' ')
    expect(view.phases.map(({ phase }) => phase)).toEqual(names)
    expect(view.phases[0]).toEqual({ phase: 'hydrate', count: 2, p50: 10, p95: 10 })
    const tools = await openStatistics({
      database: it.database,
      clock: { now: () => Date.parse(view.until) },
    })
    const [all] = await tools.read({ workspace: it.root })
    expect(all).toMatchObject({ workspaceId: 'other', name: 'Vault' })
    expect((await tools.read({ workspace: WORKSPACE }))[0]?.statistics).toEqual(view)
    await expect(tools.read({ workspace: 'nowhere' })).rejects.toMatchObject({ code: 'workspace-not-found' })
    await tools.close()
  })

  test('forged in a chat file are ignored', async () => {
    const chatId = await chat()
    const { id, answer } = await it.ask(chatId, 'One?', ['tides.md'])
    const place = { workspaceId: WORKSPACE, answerId: answer.id, number: 1 }
    const [stored] = await it.store.calls.ofTurns(WORKSPACE, [id])
    const statistics = (stored?.summary as PlanSummary | undefined)?.statistics
    const odd = [
      null,
      'text',
      {},
      { statistics: null },
      { statistics: { ...statistics, phases: { plan: 'long' } } },
      { statistics: { ...statistics, epoch: { id: 1, reason: '__proto__', began: true } } },
      { statistics: { ...statistics, attached: -1 } },
      { statistics: { ...statistics, misses: 'none' } },
    ]
    for (const summary of odd) {
      await it.store.commit([it.store.calls.correct({ ...place, summary, root: null })])
      const view = await it.app.showTurnStatistics({ workspaceId: WORKSPACE })
      expect(view).toMatchObject({ turns: 1, total: { calls: 1 }, epochs: [], dedup: { attached: 0 } })
    }
    await it.store.commit([it.store.calls.correct({ ...place, summary: { statistics }, root: null })])
    const view = await it.app.showTurnStatistics({ workspaceId: WORKSPACE })
    expect(view).toMatchObject({ epochs: [{ count: 1 }], dedup: { attached: statistics?.attached } })
  })

  test('can be limited to one chat, or a start date', async () => {
    const [mine, other] = [await chat(), await chat()]
    await it.ask(mine, 'One?')
    const last = await it.ask(other, 'Two?')
    const of = async (wanted: { chatId?: string; since?: number; until?: number }): Promise<number> =>
      (await it.app.showTurnStatistics({ workspaceId: WORKSPACE, ...wanted })).turns
    expect(await of({ chatId: mine })).toBe(1)
    expect(await of({ since: Date.parse(last.at) })).toBe(1)
    expect(await of({ since: Date.parse(last.at) + 1 })).toBe(0)
    expect(await of({ until: Date.parse(last.at) })).toBe(1)
    expect(await of({ until: Date.parse(last.at) + 1 })).toBe(2)
    await expect(it.app.showTurnStatistics({ workspaceId: 'none' })).rejects.toMatchObject({
      code: 'workspace-not-found',
    })
  })

  test('count side calls as money, not as answers, by day and model', async () => {
    const model = scriptedModel({ profile: DEFAULT_PROFILES.anthropic })
    const own = await temporaryApp([model])
    const { id: chatId } = await own.app.createChat({ workspaceId: WORKSPACE })
    model.say('In December.')
    model.end()
    await own.ask(chatId, 'When does the lease end?')
    const before = await own.app.showTurnStatistics({ workspaceId: WORKSPACE })
    model.say('The lease')
    model.end()
    const { costUSD } = await own.app.suggestTitle({ workspaceId: WORKSPACE, chatId })
    expect(costUSD).toBeGreaterThan(0)
    const { total, chats, days, models } = await own.app.showTurnStatistics({ workspaceId: WORKSPACE })
    expect(total).toMatchObject({ calls: 1, sideCalls: 1 })
    expect(total.costUSD).toBeCloseTo(before.total.costUSD + costUSD, 9)
    expect(chats).toBe(1)
    expect(models).toEqual([{ modelId: 'scripted', modelName: 'Scripted', ...total }])
    expect(days).toEqual([{ day: expect.any(String) as string, ...total, models }])
    await own.remove()
  })

  test('a model joining a chat breaks no prefix', async () => {
    const [first, other] = [scriptedModel(), scriptedModel({ id: 'other' })]
    const own = await temporaryApp([first, other])
    const { id: chatId } = await own.app.createChat({ workspaceId: WORKSPACE })
    for (const [model, id] of [
      [first, 'scripted'],
      [other, 'other'],
    ] as const) {
      model.say('Yes.')
      model.end()
      const { answer } = await own.ask(chatId, 'Well?', [], id)
      expect(answer.prefix).toEqual({ epoch: 1, began: true })
    }
    expect((await own.app.showTurnStatistics({ workspaceId: WORKSPACE })).changes).toMatchObject([
      { reason: 'model-switch', tokens: 0 },
    ])
    await own.remove()
  })

  test('say what a broken prefix cost', async () => {
    const model = scriptedModel({ profile: DEFAULT_PROFILES.anthropic })
    const own = await temporaryApp([model])
    own.write('tides.md', CONTENT)
    const { id: chatId } = await own.app.createChat({ workspaceId: WORKSPACE })
    const turns: TurnView[] = []
    for (const text of ['One?', 'Two?', 'Three?']) {
      if (text === 'Three?') await own.app.forgetArtifact({ workspaceId: WORKSPACE, chatId, key: 'tides.md' })
      model.say('Yes.')
      model.end()
      turns.push(await own.ask(chatId, text, text === 'One?' ? ['tides.md'] : []))
    }
    expect(turns.map(({ answer }) => answer.prefix)).toEqual([
      { epoch: 1, began: true },
      { epoch: 1, began: false },
      {
        epoch: 2,
        began: true,
        broke: expect.objectContaining({ reason: 'forgotten', words: 'Something was forgotten.' }) as object,
      },
    ])
    const { changes } = await own.app.showTurnStatistics({ workspaceId: WORKSPACE })
    expect(changes).toMatchObject([{ reason: 'forgotten', count: 1 }])
    expect(changes[0]?.costUSD).toBeGreaterThan(0)
    await own.remove()
  })
})

describe('an observer', () => {
  test('receives each call in order, as ids and numbers only', async () => {
    await it.app.searchWorkspace({ workspaceId: WORKSPACE, text: 'canary' })
    const chatId = await chat()
    const turn = await it.ask(chatId, WORDS, ['tides.md'])
    const told = events.filter((event) => 'answerId' in event)
    expect(told.map(({ kind }) => kind)).toEqual([
      'turn-prepared',
      'call-started',
      'call-first-byte',
      'call-ended',
    ])
    const place = { workspaceId: WORKSPACE, chatId, turnId: turn.id, answerId: turn.answer.id }
    for (const event of told) expect(event).toMatchObject({ ...place, provider: 'varve' })
    expect(told.at(-1)).toMatchObject({ status: 'complete', usage: { output: turn.answer.usage?.output } })
    const index = { kind: 'index-changed', workspaceId: WORKSPACE }
    expect(events).toContainEqual(expect.objectContaining(index))
    const text = JSON.stringify(events)
    for (const secret of ['canary', 'tides.md', 'swims']) expect(text).not.toContain(secret)
  })

  test('cannot harm: its errors are reported once', async () => {
    const harmed = await temporaryApp([offlineChatModel()], {
      observe: () => {
        throw new Error('no')
      },
    })
    const { id } = await harmed.app.createChat({ workspaceId: WORKSPACE })
    expect(await harmed.ask(id, 'Hello?')).toMatchObject({ answer: { status: 'complete' } })
    expect(harmed.reports.filter((line) => line.includes('watches over'))).toHaveLength(1)
    await harmed.remove()
  })

  test('changes no step, count or clock reading', async () => {
    const work = async (observe: ((event: AppEvent) => void) | undefined): Promise<readonly number[]> => {
      const offline = offlineChatModel()
      const { tokenizer } = offline.spec
      let [counts, looks] = [0, 0]
      const count = (text: string): number => {
        counts += 1
        return tokenizer.count(text)
      }
      const model = { ...offline, spec: { ...offline.spec, tokenizer: { ...tokenizer, count } } }
      const clock = (): number => Date.UTC(2026, 0, 1) + (looks += 1)
      const own = await temporaryApp([model], { observe, clock })
      own.write('tides.md', CONTENT)
      const { id } = await own.app.createChat({ workspaceId: WORKSPACE })
      for (const text of ['One?', 'Two?']) await own.ask(id, text, ['tides.md'])
      const { sequence } =
        (await own.store.turns.latest({ workspaceId: WORKSPACE, conversationId: id })) ?? {}
      await own.remove()
      return [counts, looks, sequence ?? 0]
    }
    const unobserved = await work(undefined)
    expect(unobserved[0]).toBeGreaterThan(0)
    expect(await work(() => undefined)).toEqual(unobserved)
  })

  test('hears of a slow commit', async () => {
    let time = 0
    const slow: AppEvent[] = []
    const own = await temporaryApp([offlineChatModel()], {
      observe: (event) => slow.push(event),
      timer: () => (time += 300),
    })
    await own.app.createChat({ workspaceId: WORKSPACE })
    expect(slow).toContainEqual({ kind: 'commit-slow', milliseconds: 300, statements: 1 })
    await own.remove()
  })

  test('hears of a failing model, by code', async () => {
    const model = scriptedModel()
    const own = await temporaryApp([model], { observe: (event) => events.push(event) })
    const { id } = await own.app.createChat({ workspaceId: WORKSPACE })
    model.fail(new Error('canary of the provider'))
    await own.ask(id, 'Hello?')
    const ended = events.find(({ kind }) => kind === 'call-ended')
    expect(ended).toMatchObject({ status: 'failed', errorCode: 'failed' })
    expect(JSON.stringify(events)).not.toContain('canary')
    await own.remove()
  })
})

test('unparsed parts are reported by tag, kind and hash, never by text', () => {
  const known = createArtifact({ kind: 'unparsed', content: '<active_note>canary' })
  const foreign = createArtifact({ kind: 'unparsed', content: '<canary_tag>x' })
  const warnings = [
    { code: 'unreadable', subject: 'canary.pdf', message: 'canary' },
    { code: 'left-out', subject: 'canary.md', message: 'canary' },
  ] as const
  const misses = findParseMisses([known, foreign], warnings)
  expect(misses.map(({ tag, kind }) => [tag, kind])).toEqual([
    ['active_note', 'unparsed'],
    ['none', 'unparsed'],
    ['none', 'unreadable'],
  ])
  expect(misses[0]?.hash).toBe(known.contentHash)
  expect(JSON.stringify(misses)).not.toContain('canary')
})

test('a percentile is an observed value', () => {
  expect([0.5, 0.95].map((rank) => percentile([4, 1, 3, 2], rank))).toEqual([2, 4])
  expect(percentile([], 0.5)).toBe(0)
})
