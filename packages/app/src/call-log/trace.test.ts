import { hashText } from '@varve/engine/internal'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SendMessageInput } from '../turn/send.ts'
import { loadReplayModels, readTraceLines, replayTurns, writeBody } from '@varve/lab'
import { KEYS, type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../testing/temporary-app.ts'
import type { TurnView } from '@varve/contract'

const CANARY = 'sk-canary-9d1f0c2b7a6e5d4c3b2a'
const MODEL = 'openai/gpt-5.6'
let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
})

afterEach(() => it.remove())

interface Line {
  readonly turn: number
  readonly parent?: number
  readonly user: string
  readonly assistant?: string
  readonly system?: string
  readonly attach?: readonly { readonly key: string; readonly content?: string }[]
  readonly tools?: readonly { readonly name: string }[]
  readonly observed?: readonly { readonly key: string; readonly hash: string }[]
  readonly answers: readonly {
    readonly status: string
    readonly error?: string
    readonly usage?: { readonly costUSD: number }
    readonly calls: readonly {
      readonly deleted?: string
      readonly request?: { readonly hash: string; readonly body: string }
    }[]
  }[]
  readonly sideCalls?: readonly { readonly purpose: string; readonly request: { readonly body?: string } }[]
}

const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
const wireBodies = () =>
  it.simulator.requests.filter(({ model }) => model !== undefined).map(({ bodyText }) => bodyText)

async function send(text: string, more: Partial<SendMessageInput> = {}): Promise<TurnView> {
  const { answerId } = await it.app.sendMessage({ ...place(), text, attach: [], modelId: MODEL, ...more })
  return lastTurn(await collect(it.app, answerId))
}

async function exported(): Promise<{ readonly text: string; readonly lines: readonly Line[] }> {
  const { lines } = await it.app.exportTrace(place())
  const all: string[] = []
  for await (const line of lines) all.push(line)
  return { text: all.join(''), lines: all.map((line) => JSON.parse(line) as Line) }
}

/** A note, a tool, an edit of the note, a redaction and a failure. */
async function talk(): Promise<void> {
  await it.app.setProviderKey({ providerId: 'openai', key: CANARY })
  await it.app.setChatSettings({ ...place(), settings: { runner: 'agent' } })
  it.simulator.play(
    {
      kind: 'answer',
      text: 'I look.',
      calls: [{ tool: 'read', arguments: '{"path":"plan.md"}', callId: 'a' }],
    },
    { kind: 'answer', text: 'On 12 December.' },
  )
  await send('When is the launch?', { attach: ['plan.md'] })
  it.write('plan.md', '# Plan\n\nThe launch is on 14 January.\n')
  await send('And now, 4111 1111 1111 1111?', { attach: ['plan.md'], decision: { action: 'redact' } })
  await send('Same plan?', { attach: ['plan.md'] })
  it.simulator.play({ kind: 'error', status: 401 })
  await send('Will this fail?').catch(() => undefined)
}

describe('an exported trace', () => {
  test('has every call with the exact body, usage and outcome', async () => {
    await talk()
    const { lines } = await exported()
    expect(lines.map(({ turn }) => turn)).toEqual([1, 2, 3, 4])
    expect(lines[0]?.answers[0]?.calls).toHaveLength(2)
    const bodies = lines.flatMap(({ answers }) => answers.flatMap(({ calls }) => calls))
    expect(bodies.map(({ request }) => request?.body)).toEqual(wireBodies())
    for (const { request } of bodies) expect(request?.hash).toBe(hashText(request?.body ?? ''))
    expect(lines[0]?.answers[0]).toMatchObject({ status: 'complete', usage: { costUSD: expect.any(Number) } })
    expect(lines[0]?.tools).toMatchObject([{ name: 'read', step: 1, text: 'I look.' }])
    // A text is given once, an edit again; what was redacted is nowhere.
    expect(
      lines.map(({ attach }) => attach?.map(({ content }) => content?.includes('launch') ?? false)),
    ).toEqual([[true], [true], [false], undefined])
    expect(lines.map(({ system }) => system !== undefined)).toEqual([true, false, false, false])
    expect(JSON.stringify(lines)).not.toContain('4111')
  })

  test('is accepted by replay, turn by turn', async () => {
    await talk()
    const { lines } = await exported()
    const models = await loadReplayModels({ provider: 'openai-5.6' })
    const trace = readTraceLines(lines.map((line) => JSON.stringify(line)))
    const replayed = [...replayTurns(trace, { models })]
    expect(replayed.map(({ kind }) => kind)).toEqual(['turn', 'turn', 'turn', 'turn'])
    const sent = JSON.stringify(replayed.at(2))
    for (const words of ['14 January', 'On 12 December.', '<<CREDIT_CARD_1>>', 'Same plan?'])
      expect(sent).toContain(words)
  })

  test('gives the exact bodies, with edits, project instructions and an interrupted answer', async () => {
    it.write('AGENTS.md', 'Be kind.\n')
    await it.app.trustInstruction({ workspaceId: WORKSPACE, path: 'AGENTS.md' })
    it.write('plan.md', `# Plan\n\n${'A line of the plan.\n'.repeat(40)}`)
    it.write('other.md', 'Something else.\n')
    await it.app.setProviderKey({ providerId: 'openai', key: CANARY })
    await send('When is the launch?', { attach: ['plan.md', 'other.md'] })
    it.simulator.play({
      kind: 'answer',
      text: 'Half of an answer. '.repeat(9),
      broken: { afterFrames: 8, how: 'drop' },
    })
    const broken = await send('And the price?')
    expect(broken.answer).toMatchObject({ status: 'failed', text: expect.stringContaining('Half') })
    it.write('other.md', 'Something else, changed.\n')
    await send('And now?', { attach: ['plan.md'] })
    const { lines } = await exported()
    expect(lines[2]?.observed).toMatchObject([{ key: 'other.md' }])
    const models = await loadReplayModels({ provider: 'openai-5.6' })
    const trace = readTraceLines(lines.map((line) => JSON.stringify(line)))
    const replayed = [...replayTurns(trace, { models })]
    const bodies: string[] = []
    for (const turn of replayed)
      if (turn.kind === 'turn') for (const plan of turn.plans) bodies.push(await writeBody(plan, turn))
    expect(bodies).toEqual(wireBodies())
  })

  test('branches name the turn they continue', async () => {
    const first = await send('One')
    await send('Two')
    const edited = await it.app.editMessage({ ...place(), turnId: first.id, text: 'Other', modelId: MODEL })
    await collect(it.app, edited.answerId)
    const { lines } = await exported()
    expect(lines.map(({ user, parent }) => [user, parent])).toEqual([
      ['One', undefined],
      ['Two', undefined],
      ['Other', 0],
    ])
    const models = await loadReplayModels({ provider: 'openai-5.6' })
    const trace = readTraceLines(lines.map((line) => JSON.stringify(line)))
    const replayed = [...replayTurns(trace, { models })]
    expect(replayed.map(({ kind }) => kind)).toEqual(['turn', 'turn', 'turn'])
  })

  test('contains no key in any byte', async () => {
    await talk()
    await it.app.setChatSettings({ ...place(), settings: { runner: 'plus' } })
    it.simulator.play({ kind: 'answer', text: '{"calls":[]}' }, { kind: 'answer', text: 'Nothing more.' })
    await send('Anything else?')
    const { text, lines } = await exported()
    expect(it.simulator.requests.length).toBeGreaterThan(4)
    expect(text.length).toBeGreaterThan(1000)
    for (const key of [CANARY, ...Object.values(KEYS)]) expect(text).not.toContain(key)
    expect(lines.flatMap(({ sideCalls = [] }) => sideCalls.map(({ purpose }) => purpose))).toEqual(['plan'])
    expect(lines[4]?.sideCalls?.[0]?.request.body).toContain('Anything else?')
  })
})

describe('a deleted trace', () => {
  test('removes the requests, and keeps the chat, its answers and costs', async () => {
    await talk()
    const before = await it.app.openChat(place())
    const spent = await it.app.showTurnStatistics({ workspaceId: WORKSPACE })
    const turnId = before.turns[0]?.id ?? ''
    expect((await it.app.inspectTurn({ ...place(), turn: turnId })).wire?.bodyText).toContain('launch')
    expect(await it.app.deleteTrace(place())).toMatchObject({ calls: wireBodies().length })
    await expect(it.app.inspectTurn({ ...place(), turn: turnId })).rejects.toMatchObject({
      code: 'trace-deleted',
      message: expect.stringContaining('deleted on 2026-01-01'),
    })
    expect(await it.app.openChat(place())).toEqual(before)
    const { total, days } = await it.app.showTurnStatistics({ workspaceId: WORKSPACE })
    expect({ total, days }).toEqual({ total: spent.total, days: spent.days })
    const { lines, text } = await exported()
    expect(lines[0]?.answers[0]?.calls).toMatchObject([{ deleted: expect.any(String) }, { number: 2 }])
    for (const body of wireBodies()) expect(text).not.toContain(JSON.stringify(body))
    const [entry] = await it.app.listAudit({ workspaceId: WORKSPACE })
    expect(entry).toMatchObject({ action: 'trace-deleted', detail: { chatId: it.chatId } })
    // The chat continues as before, and what is sent from now on is kept again.
    const next = await send('And then?')
    expect(next.answer.status).toBe('complete')
    expect((await it.app.inspectTurn({ ...place(), turn: next.id })).wire?.bodyText).toBe(wireBodies().at(-1))
  })

  test('of another workspace or an unknown chat is not found', async () => {
    const wrong = { workspaceId: 'other', chatId: it.chatId }
    await expect(it.app.deleteTrace(wrong)).rejects.toMatchObject({ code: 'chat-not-found' })
    await expect(it.app.exportTrace(wrong)).rejects.toMatchObject({ code: 'chat-not-found' })
    await expect(it.app.deleteTrace({ ...place(), chatId: 'x' })).rejects.toMatchObject({
      code: 'chat-not-found',
    })
  })
})
