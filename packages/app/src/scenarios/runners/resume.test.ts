import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Scenario } from '@varve/lab/simulator'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../../testing/temporary-app.ts'
import { untilEnded } from '../../testing/until-ended.ts'
import {
  bodiesFrom,
  CLAUDE,
  countOf,
  newChat,
  type RunnerName,
  scriptOf,
} from '../../testing/scenarios/runner-chat.ts'

const QUESTION = 'When do the roses need water?'
const SLOW: Scenario = { kind: 'answer', text: 'Slowly, word by word. '.repeat(400), pauseMilliseconds: 20 }
const SLOW_PLAN: Scenario = { ...SLOW, text: `{"calls":[${' '.repeat(9000)}]}` }
const call = (tool: string, args: unknown) => ({ tool, arguments: JSON.stringify(args) })
const ASKS = {
  kind: 'answer',
  text: 'I write it down.',
  calls: [call('write', { path: 'new.md', content: 'Once.\n' })],
} as const
const FETCHES: Scenario = {
  kind: 'answer',
  text: JSON.stringify({ calls: [{ tool: 'fetchUrl', arguments: { url: 'https://roses.test/' } }] }),
}
const SEARCH = { tool: 'localSearch', args: { query: 'roses water' } }

/** Where a run is when it ends: what the model says until then, and how that is seen. */
interface Moment {
  readonly what: string
  readonly runner: RunnerName
  readonly script: readonly Scenario[]
  readonly until: 'a word' | 'a question' | 'a request'
  /** How many requests were made by then. */
  readonly requests: number
}

const MOMENTS: readonly Moment[] = [
  { what: 'chat, in the middle of its answer', runner: 'chat', script: [SLOW], until: 'a word', requests: 1 },
  {
    what: 'vault-qa, in the middle of its answer',
    runner: 'vault-qa',
    script: [SLOW],
    until: 'a word',
    requests: 1,
  },
  { what: 'plus, while it plans', runner: 'plus', script: [SLOW_PLAN], until: 'a request', requests: 1 },
  { what: 'plus, while a page asks', runner: 'plus', script: [FETCHES], until: 'a question', requests: 1 },
  {
    what: 'plus, in the middle of its answer',
    runner: 'plus',
    script: [...scriptOf('plus', [SEARCH], '').slice(0, 1), SLOW],
    until: 'a word',
    requests: 2,
  },
  { what: 'agent, while a write asks', runner: 'agent', script: [ASKS], until: 'a question', requests: 1 },
  {
    what: 'agent, in the answer after its tools',
    runner: 'agent',
    script: [{ kind: 'answer', calls: [call('read', { path: 'plan.md' })] }, SLOW],
    until: 'a word',
    requests: 2,
  },
  {
    what: 'project, while a write asks',
    runner: 'project',
    script: [ASKS],
    until: 'a question',
    requests: 1,
  },
]

let it: SimulatedApp
let copies = ''

beforeEach(async () => {
  const body = Buffer.from('<title>Roses</title><p>Roses.</p>')
  const headers = new Headers({ 'content-type': 'text/html' })
  it = await simulatedApp({ fetchPage: async (url) => ({ status: 200, headers, url, body, redirects: 0 }) })
  it.write('garden.md', '# Garden\n\nThe roses need water on Mondays.\n')
  copies = mkdtempSync(join(tmpdir(), 'varve-killed-'))
})

afterEach(async () => {
  await it.remove()
  rmSync(copies, { recursive: true, force: true })
})

/** Sends the question and waits for the moment. */
async function begin(chatId: string, { script, until, requests }: Moment): Promise<string> {
  it.simulator.play(...script)
  const message = { workspaceId: WORKSPACE, chatId, text: QUESTION, attach: [], modelId: CLAUDE }
  const { answerId } = await it.app.sendMessage(message)
  if (until === 'a request') while (bodiesFrom(it, 0).length < requests) await delay(5)
  else
    for await (const { event } of (await it.app.watchAnswer({
      workspaceId: WORKSPACE,
      answerId,
      after: 0,
    })) ?? []) {
      const isAsked =
        event.kind === 'steps' &&
        event.steps.some(({ calls }) => calls.some(({ status }) => status === 'waiting'))
      if (until === 'a word' ? event.kind === 'text' : isAsked) break
    }
  return answerId
}

/** As after a cut of power: the same data as it lay on the disk at this moment. */
async function kill(): Promise<void> {
  const name = 'varve.db'
  for (const end of ['', '-wal'])
    if (existsSync(`${it.database}${end}`)) cpSync(`${it.database}${end}`, join(copies, `${name}${end}`))
  it = { ...it, ...(await it.reopen({ path: join(copies, name) })), remove: it.remove }
}

async function close(): Promise<void> {
  it = { ...it, ...(await it.reopen()), remove: it.remove }
}

/** Closing is the gentler way to end: in the short run only its first and last moments are tried. */
const GENTLE =
  process.env['VARVE_TEST_SHARE'] === 'full' ? MOMENTS : [...MOMENTS.slice(0, 1), ...MOMENTS.slice(-1)]

describe.each([
  ['killed', kill, MOMENTS],
  ['closed', close, GENTLE],
] as const)('%s', (_, stop, moments) => {
  test.each(moments)(
    '$what: the message is stored, nothing resumes by itself, and a retry answers',
    async (moment) => {
      const { runner, requests } = moment
      const chatId = await newChat(it, runner)
      const place = { workspaceId: WORKSPACE, chatId }
      await begin(chatId, moment)
      await stop()
      const { turns, answering } = await it.app.openChat(place)
      expect({ count: turns.length, answering }).toEqual({ count: 1, answering: false })
      expect(turns[0]).toMatchObject({ text: QUESTION, answer: { status: 'interrupted' } })
      expect(bodiesFrom(it, 0)).toHaveLength(requests)
      expect(existsSync(join(it.root, 'new.md'))).toBe(false)

      // What was not looked up to its end is looked up now; what was is not asked for again.
      const isPlanned = runner === 'plus' && requests === 1
      it.simulator.play(...scriptOf(isPlanned ? 'plus' : 'chat', [SEARCH], 'On Mondays[^1].'))
      const again = it.app.regenerateAnswer({ ...place, turnId: turns[0]?.id ?? '' })
      const retried = await untilEnded(it.app, chatId, again)
      expect(retried.turns).toHaveLength(1)
      expect(retried.turns[0]?.answers.map(({ status }) => status)).toEqual(['interrupted', 'complete'])
      expect(retried.turns[0]?.answer.text).toContain('On Mondays')
      const cited = runner === 'plus' || runner === 'vault-qa' ? ['garden.md'] : []
      expect(retried.turns[0]?.answer.sources?.map(({ path }) => path)).toEqual(cited)
      const last = bodiesFrom(it, 0).at(-1) ?? ''
      expect(countOf(last, QUESTION)).toBe(1)
      expect(last).not.toContain('I write it down.')

      it.simulator.play(...scriptOf(runner, [], 'You are welcome.'))
      const next = await it.ask(chatId, 'Thanks.', [], CLAUDE)
      expect(next).toMatchObject({ number: 2, answer: { status: 'complete', text: 'You are welcome.' } })
      const after = bodiesFrom(it, 0).at(-1) ?? ''
      expect(countOf(after, 'On Mondays[^1].')).toBe(1)
      expect(after).not.toContain('Slowly, word by word.')
    },
  )
})

/** Approves the first call that asks, and waits for what comes then. */
async function approveFirst(answerId: string, until: 'a word' | 'a question'): Promise<void> {
  const watch = { workspaceId: WORKSPACE, answerId }
  let approved = ''
  for await (const { event } of (await it.app.watchAnswer({ ...watch, after: 0 })) ?? []) {
    const calls = event.kind === 'steps' ? event.steps.flatMap((step) => step.calls) : []
    const waiting = calls.find(({ status, callId }) => status === 'waiting' && callId !== approved)?.callId
    if (until === 'a word' && event.kind === 'text' && event.delta.includes('Slowly')) return
    if (waiting === undefined) continue
    if (approved !== '') return
    approved = waiting
    await it.app.answerCall({ ...watch, callId: waiting, answer: 'approve' })
  }
}

test.each([
  ['in the answer after it', [ASKS, SLOW], 'a word', ['done']],
  [
    'while the next call of its step asks',
    [{ ...ASKS, calls: [...ASKS.calls, call('rm', { path: 'plan.md' })] }],
    'a question',
    ['done', 'waiting'],
  ],
] as const)(
  'killed after an approved write, %s: it happened once, is reported, and can be undone',
  async (_, script, until, statuses) => {
    const chatId = await newChat(it, 'agent')
    const place = { workspaceId: WORKSPACE, chatId }
    it.simulator.play(...script)
    const { answerId } = await it.app.sendMessage({ ...place, text: QUESTION, attach: [], modelId: CLAUDE })
    await approveFirst(answerId, until)
    await kill()
    // What was cut off by a kill ends when the data is opened, which is at 0 in these tests.
    expect(await it.store.answers.get({ workspaceId: WORKSPACE, id: answerId })).toMatchObject({ endedAt: 0 })
    expect(readFileSync(join(it.root, 'new.md'), 'utf8')).toBe('Once.\n')
    const { answer } = lastTurn(await collect(it.app, answerId))
    expect(answer.status).toBe('interrupted')
    const calls = answer.steps?.flatMap((step) => step.calls) ?? []
    expect(calls.map(({ status }) => status)).toEqual(statuses)
    await it.app.undoCall({ ...place, answerId, callId: calls[0]?.callId ?? '' })
    expect(existsSync(join(it.root, 'new.md'))).toBe(false)
    expect(existsSync(join(it.root, 'plan.md'))).toBe(true)
  },
)

describe.each([
  ['killed', kill],
  ['closed', close],
] as const)('%s while a call asks: the question waits', (_, stop) => {
  const READS: Scenario = { kind: 'answer', text: 'I look.', calls: [call('read', { path: 'garden.md' })] }

  /** Asks, ends the program, and opens the chat again. */
  async function cutOff(script: readonly Scenario[], requests = script.length): Promise<string> {
    const chatId = await newChat(it, 'agent')
    await begin(chatId, { what: '', runner: 'agent', script, until: 'a question', requests })
    await stop()
    expect(bodiesFrom(it, 0)).toHaveLength(requests)
    return chatId
  }
  const lastAnswer = async (chatId: string) => {
    const { turns } = await it.app.openChat({ workspaceId: WORKSPACE, chatId })
    return { answer: turns.at(-1)?.answer, answers: turns.at(-1)?.answers ?? [] }
  }
  const callsOf = (answer: Awaited<ReturnType<typeof lastAnswer>>['answer']) =>
    answer?.steps?.flatMap(({ calls }) => calls) ?? []
  async function say(chatId: string, words: string): Promise<void> {
    const { answer } = await lastAnswer(chatId)
    const asked = callsOf(answer).find(({ status }) => status === 'waiting')
    expect(asked?.question?.text).toContain('new.md')
    const place = { workspaceId: WORKSPACE, answerId: answer?.id ?? '', callId: asked?.callId ?? '' }
    await it.app.answerCall({ ...place, answer: words })
    // It was answered once.
    await expect(it.app.answerCall({ ...place, answer: words })).rejects.toMatchObject({
      code: expect.stringMatching(/answer-(complete|running)/),
    })
    const next = await lastAnswer(chatId)
    await collect(it.app, next.answer?.id ?? '')
  }

  test('approving runs the shown call, and the model continues with its result', async () => {
    const chatId = await cutOff([READS, ASKS])
    expect(existsSync(join(it.root, 'new.md'))).toBe(false)
    it.simulator.play({ kind: 'answer', text: 'It is written.' })
    await say(chatId, 'approve')
    const { answer, answers } = await lastAnswer(chatId)
    expect(answers.map(({ status }) => status)).toEqual(['interrupted', 'complete'])
    expect(answer?.text).toBe('I look.\n\nI write it down.\n\nIt is written.')
    expect(callsOf(answer).map(({ tool, status }) => [tool, status])).toEqual([
      ['read', 'done'],
      ['write', 'done'],
    ])
    expect(callsOf(answers[0]).map(({ status }) => status)).toEqual(['done', 'failed'])
    expect(readFileSync(join(it.root, 'new.md'), 'utf8')).toBe('Once.\n')
    // The model was asked once more, with all that it did before.
    const bodies = bodiesFrom(it, 0)
    expect(bodies).toHaveLength(3)
    for (const words of ['I look.', 'roses need water on Mondays', 'I write it down.', 'new.md'])
      expect(bodies[2]).toContain(words)
    expect(await it.ask(chatId, 'Thanks.', [], CLAUDE)).toMatchObject({ answer: { status: 'complete' } })
  })

  test('rejecting tells the model, and nothing is written', async () => {
    const chatId = await cutOff([ASKS])
    it.simulator.play({ kind: 'answer', text: 'Then not.' })
    await say(chatId, 'reject: not now')
    expect((await lastAnswer(chatId)).answer?.text).toBe('I write it down.\n\nThen not.')
    expect(bodiesFrom(it, 0).at(-1)).toContain('not now')
    expect(existsSync(join(it.root, 'new.md'))).toBe(false)
  })

  test('completed calls of the same step do not run again', async () => {
    const other = call('write', { path: 'other.md', content: 'First.\n' })
    const chatId = await newChat(it, 'agent')
    it.simulator.play({ ...ASKS, calls: [other, ...ASKS.calls] })
    const message = { workspaceId: WORKSPACE, chatId, text: QUESTION, attach: [], modelId: CLAUDE }
    const { answerId } = await it.app.sendMessage(message)
    await approveFirst(answerId, 'a question')
    await stop()
    writeFileSync(join(it.root, 'other.md'), 'Mine.\n')
    it.simulator.play({ kind: 'answer', text: 'Both.' })
    await say(chatId, 'approve')
    expect(readFileSync(join(it.root, 'other.md'), 'utf8')).toBe('Mine.\n')
    expect(readFileSync(join(it.root, 'new.md'), 'utf8')).toBe('Once.\n')
    const { answer } = await lastAnswer(chatId)
    expect(callsOf(answer).map(({ status }) => status)).toEqual(['done', 'done'])
  })

  test('a file changed since is shown again before it is overwritten', async () => {
    it.write('new.md', 'Before.\n')
    const REPLACES: Scenario = {
      kind: 'answer',
      text: 'I write.',
      calls: [call('edit', { path: 'new.md', edits: [{ old: 'Before.', new: 'After.' }] })],
    }
    const reads: Scenario = { kind: 'answer', text: 'I look.', calls: [call('read', { path: 'new.md' })] }
    const chatId = await cutOff([reads, REPLACES])
    it.write('new.md', 'Before. And more.\n')
    const { answer } = await lastAnswer(chatId)
    const asked = callsOf(answer).find(({ status }) => status === 'waiting')
    const place = { workspaceId: WORKSPACE, answerId: answer?.id ?? '', callId: asked?.callId ?? '' }
    await it.app.answerCall({ ...place, answer: 'approve' })
    const next = (await lastAnswer(chatId)).answer
    const watch = { workspaceId: WORKSPACE, answerId: next?.id ?? '' }
    for await (const { event } of (await it.app.watchAnswer({ ...watch, after: 0 })) ?? [])
      if (
        event.kind === 'steps' &&
        event.steps.some(({ calls }) => calls.some((c) => c.status === 'waiting'))
      )
        break
    expect(readFileSync(join(it.root, 'new.md'), 'utf8')).toBe('Before. And more.\n')
    await it.app.stopAnswer(watch)
  })
})

test('a question of a stopped answer is closed', async () => {
  const chatId = await newChat(it, 'agent')
  const answerId = await begin(chatId, {
    what: '',
    runner: 'agent',
    script: [ASKS],
    until: 'a question',
    requests: 1,
  })
  await it.app.stopAnswer({ workspaceId: WORKSPACE, answerId })
  const { turns } = await it.app.openChat({ workspaceId: WORKSPACE, chatId })
  const [asked] = turns[0]?.answer.steps?.flatMap(({ calls }) => calls) ?? []
  expect(asked?.status).toBe('failed')
  const place = { workspaceId: WORKSPACE, answerId, callId: asked?.callId ?? '' }
  await expect(it.app.answerCall({ ...place, answer: 'approve' })).rejects.toMatchObject({
    code: 'answer-complete',
  })
})
