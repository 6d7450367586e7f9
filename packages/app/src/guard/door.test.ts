import { noticeWords } from '@varve/contract'
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createState, type State } from '@varve/engine'
import { type CatalogueModel, DEFAULT_CATALOGUE } from '@varve/providers'
import type { AppContext } from '../app-context.ts'
import { providerChatModel } from '../models/provider-chat-model.ts'
import type { KeyRing } from '../models/key-ring.ts'
import { callModel } from './call-model.ts'
import type { GuardDecision } from './guard-decision.ts'
import { NO_REDACTION } from './redaction.ts'
import { ScanCache } from './scan-cache.ts'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../testing/temporary-app.ts'
import { untilFound } from '../testing/until-found.ts'
import { writeTestPng } from '@varve/workspace/testing'

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
  await untilFound(it.app, LOCAL)
})

afterEach(() => it.remove())

const LOCAL = 'ollama/qwen3:8b'
const CLOUD = 'openai/gpt-5.6'
const OTHER = 'anthropic/claude-sonnet-4-5'
const REDACT = { action: 'redact' } as const
/** One in each place that L1 is made from. */
const SECRETS = {
  agents: '4111 1111 1111 1111',
  memory: '5555 5555 5555 4444',
  agent: 'GB29 NWBK 6016 1331 9268 19',
  project: '4012 8888 8888 1881',
} as const
const CANARY = 'CANARY-7Q'

const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
/** All that has reached the wire of a cloud model. */
const sentBytes = (): string =>
  it.simulator.requests
    .filter(({ model }) => model !== undefined && !LOCAL.endsWith(model))
    .map(({ bodyText }) => bodyText)
    .join('\n')
const define = (kind: 'agent' | 'project' | 'skill' | 'template', id: string, content: string) =>
  it.app.writeDefinition({ workspaceId: WORKSPACE, kind, id, content })
const audited = async () =>
  (await it.app.listAudit({ workspaceId: WORKSPACE })).filter(({ action }) => action === 'guard')

async function instruct(path: string, content: string): Promise<void> {
  it.write(path, content)
  await it.app.trustInstruction({ workspaceId: WORKSPACE, path })
}

async function writeSecrets(): Promise<void> {
  await instruct('AGENTS.md', `Pay with ${SECRETS.agents}.\n`)
  await instruct('Varve/memory.md', `- The other card is ${SECRETS.memory}\n`)
  await define('agent', 'keeper', `---\nname: Keeper\ndescription: Keeps.\n---\nPay to ${SECRETS.agent}.\n`)
  await define('project', 'harbour', `---\nname: Harbour\n---\nIts card: ${SECRETS.project}.\n`)
  await it.app.setChatSettings({ ...place(), settings: { agent: 'keeper', project: 'harbour' } })
}

interface Decision {
  readonly decision?: GuardDecision
}

type Sent = { readonly answerIds: readonly string[] }

const ask = (text: string, modelIds: readonly string[], more: Decision & { chatId?: string } = {}) =>
  it.app.sendMessage({ ...place(), text, attach: [], modelIds, ...more })

async function askHere(text = 'How late is it?', modelId = 'offline'): Promise<string> {
  const { turnId, answerId } = await ask(text, [modelId])
  await collect(it.app, answerId)
  return turnId
}

/** A request to a cloud model: how it comes about, after what was done before it. */
interface Route {
  readonly before?: () => Promise<string>
  readonly request: (before: string, decision: Decision) => Promise<Sent>
}

const again = (turnId: string, more: Decision) =>
  it.app.regenerateAnswer({ ...place(), turnId, modelIds: [CLOUD], ...more })

/** An answer of a cloud model that broke off before there was anything to hide. */
async function cutOff(afterFrames: number): Promise<string> {
  it.simulator.play({ kind: 'answer', text: 'One, two', broken: { afterFrames, how: 'drop' } })
  const { answerId } = await ask('Count.', [CLOUD])
  await collect(it.app, answerId)
  return answerId
}

const ROUTES: Readonly<Record<string, Route>> = {
  send: { before: askHere, request: (_, more) => ask('And now?', [CLOUD], more) },
  regenerate: { before: askHere, request: again },
  edit: {
    before: askHere,
    request: (turnId, more) =>
      it.app.editMessage({ ...place(), turnId, text: 'How early?', modelId: CLOUD, ...more }),
  },
  fork: {
    before: async () => (await it.app.forkChat({ ...place(), turnId: await askHere() })).id,
    request: (chatId, more) => ask('And here?', [CLOUD], { ...more, chatId }),
  },
  compare: { before: askHere, request: (_, more) => ask('And you two?', [OTHER, CLOUD], more) },
  'continue a part': {
    before: () => cutOff(4),
    request: (answerId, more) => it.app.continueAnswer({ ...place(), answerId, ...more }),
  },
  'continue nothing': {
    before: () => cutOff(0),
    request: (answerId, more) => it.app.continueAnswer({ ...place(), answerId, ...more }),
  },
  planner: {
    request: async (_, more) => {
      const { settings } = await it.app.openChat(place())
      await it.app.setChatSettings({ ...place(), settings: { ...settings, runner: 'plus' } })
      return ask('What is in my notes?', [CLOUD], more)
    },
  },
}

describe('every path to a cloud model guards the system prompt', () => {
  test.each(Object.keys(ROUTES))(
    '%s asks first, then sends placeholders and writes the audit',
    async (name) => {
      const { before, request } = ROUTES[name] as Route
      // What is cut off was asked of the cloud, so nothing is to be hidden by then.
      if (!name.startsWith('continue')) await writeSecrets()
      const given = (await before?.()) ?? ''
      if (name.startsWith('continue')) await writeSecrets()
      const sent = sentBytes()
      await expect(request(given, {})).rejects.toMatchObject({ code: 'guard-findings' })
      expect(sentBytes()).toBe(sent)
      const entries = (await audited()).length
      const { answerIds } = await request(given, { decision: REDACT })
      for (const answerId of answerIds) await collect(it.app, answerId)
      for (const secret of Object.values(SECRETS)) expect(sentBytes()).not.toContain(secret)
      expect(sentBytes()).toContain('<<CREDIT_CARD_1>>')
      expect(sentBytes()).toContain('<<IBAN_1>>')
      const [entry] = (await audited()).slice(entries)
      expect(entry?.detail).toMatchObject({
        decided: 'redact',
        redacted: { CREDIT_CARD: 3, IBAN: 1 },
        models: expect.arrayContaining([CLOUD]),
      })
    },
  )

  test.each([
    ['an agent', 'agent'],
    ['a project', 'project'],
  ] as const)('regenerate leaves a local-only %s out', async (_, kind) => {
    const about = kind === 'agent' ? 'name: Keeper\ndescription: Keeps.' : 'name: Keeper'
    await define(kind, 'keeper', `---\n${about}\nvarve: local-only\n---\nThe word is ${CANARY}.\n`)
    await it.app.setChatSettings({ ...place(), settings: { [kind]: 'keeper' } })
    const { answerId } = await again(await askHere('Hello?', LOCAL), {})
    const turn = lastTurn(await collect(it.app, answerId))
    expect(JSON.stringify(it.simulator.requests)).toContain(CANARY)
    expect(sentBytes()).not.toContain(CANARY)
    expect(turn.notices?.map(noticeWords).join()).toContain('is kept from this model')
    // The answer of the model here drew on it, and is part of what follows it.
    const { turns } = await it.app.openChat(place())
    await it.app.chooseAnswer({ ...place(), answerId: turns[0]?.answers[0]?.id ?? '' })
    await expect(ask('And?', [CLOUD])).rejects.toMatchObject({ code: 'local-only' })
  })

  test('regenerate does not send a local-only template or skill of the message', async () => {
    await define('template', 'weekly', `---\nvarve: local-only\n---\nWrite about ${CANARY}.\n`)
    const turnId = await askHere('/weekly', LOCAL)
    expect(JSON.stringify(it.simulator.requests)).toContain(CANARY)
    await expect(again(turnId, {})).rejects.toMatchObject({ code: 'local-only' })
    expect(sentBytes()).toBe('')
  })

  test('tool results for a local model are scanned before they go to a cloud model, also on regenerate', async () => {
    it.write('pay.md', `Pay with ${SECRETS.agents}.\n`)
    await it.app.setChatSettings({ ...place(), settings: { runner: 'agent' } })
    const { answerId, turnId } = await ask('Hello.', [CLOUD])
    await collect(it.app, answerId)
    const call = { tool: 'read', arguments: '{"path":"pay.md"}', callId: 'call-1' }
    it.simulator.play({ kind: 'answer', calls: [call] }, { kind: 'answer', text: 'I have read it.' })
    const here = await it.app.regenerateAnswer({ ...place(), turnId, modelIds: [LOCAL] })
    await collect(it.app, here.answerId)
    await expect(ask('And?', [CLOUD])).rejects.toMatchObject({ code: 'guard-findings' })
    expect(sentBytes()).not.toContain(SECRETS.agents)
  })
})

describe.each(['AGENTS.md', 'Varve/memory.md'])('marks of %s', (path) => {
  const text = `The word is ${CANARY}.\n`
  test.each([
    ['local-only in its front matter', `---\nlocal-only: true\n---\n${text}`, '{}', 'local-only'],
    ['private in its front matter', `---\nvarve: private\n---\n${text}`, '{}', 'private'],
    ['a local-only tag', `${text}\n#client\n`, '{"localOnly":["#client"]}', 'local-only'],
    ['a private tag', `${text}\n#client/a\n`, '{"private":["#client"]}', 'private'],
    ['a rule for the file', text, `{"localOnly":["${path}"]}`, 'local-only'],
    ['rules that cannot be read', text, '{broken', 'private'],
  ])('%s keeps it from a cloud model', async (_, content, rules, mark) => {
    it.write('Varve/workspace.json', rules)
    await instruct(path, content)
    const { answerId } = await ask('Hello?', [CLOUD])
    const turn = lastTurn(await collect(it.app, answerId))
    expect(sentBytes()).not.toBe('')
    expect(sentBytes()).not.toContain(CANARY)
    expect(turn.notices?.map(noticeWords).join()).toContain(`"${path}" is marked ${mark} and was left out.`)
    it = { ...it, chatId: (await it.app.createChat({ workspaceId: WORKSPACE })).id }
    await askHere('Hello?', LOCAL)
    // What is private is in no prompt at all.
    expect(it.simulator.requests.at(-1)?.bodyText.includes(CANARY)).toBe(mark === 'local-only')
    if (mark === 'local-only')
      await expect(ask('And?', [CLOUD])).rejects.toMatchObject({ code: 'local-only' })
  })

  test('an answer that used it stays here, even if it was marked later or is no longer', async () => {
    await instruct(path, text)
    await askHere('Hello?', LOCAL)
    await instruct(path, `---\nlocal-only: true\n---\n${text}`)
    await expect(ask('And?', [CLOUD])).rejects.toMatchObject({ code: 'local-only' })
    await askHere('Hello?', LOCAL)
    await instruct(path, text)
    await expect(ask('And?', [CLOUD])).rejects.toMatchObject({ code: 'local-only' })
    expect(sentBytes()).toBe('')
  })
})

describe('a note of the chat', () => {
  const text = `# Pay\n\nAda earns ${CANARY}.\n`
  const MARKED = `---\nlocal-only: true\n---\n${text}`
  const moveTo = (path: string) => {
    mkdirSync(dirname(join(it.root, path)), { recursive: true })
    renameSync(join(it.root, 'pay.md'), join(it.root, path))
  }
  const MARKINGS: Readonly<Record<string, () => void>> = {
    'marked local-only': () => it.write('pay.md', MARKED),
    'marked private': () => it.write('pay.md', `---\nvarve: private\n---\n${text}`),
    'moved into a local-only folder': () => moveTo('kept/pay.md'),
    'moved there under another name': () => moveTo('kept/salaries.md'),
    'moved there and edited': () => {
      moveTo('kept/pay.md')
      it.write('kept/pay.md', `${text}More.\n`)
    },
    'covered by a new rule': () => it.write('Varve/workspace.json', '{"localOnly":["kept/","pay.md"]}'),
  }
  const attach = async (modelId: string) => {
    it.write('Varve/workspace.json', '{"localOnly":["kept/"]}')
    it.write('pay.md', text)
    const { answerId, turnId } = await it.app.sendMessage({
      ...place(),
      text: 'What is this?',
      attach: ['pay.md'],
      modelId,
    })
    await collect(it.app, answerId)
    return turnId
  }

  test.each(Object.keys(MARKINGS))('is no longer sent once it is %s', async (name) => {
    const turnId = await attach(CLOUD)
    const { length } = sentBytes()
    MARKINGS[name]?.()
    await expect(ask('And?', [CLOUD])).rejects.toMatchObject({ code: 'local-only' })
    await expect(again(turnId, {})).rejects.toMatchObject({ code: 'local-only' })
    expect(sentBytes()).toHaveLength(length)
    await askHere('And?', LOCAL)
  })

  const PICTURE_MARKINGS: Readonly<Record<string, () => void>> = {
    'moved into a local-only folder': () => {
      mkdirSync(join(it.root, 'kept'), { recursive: true })
      renameSync(join(it.root, 'view.png'), join(it.root, 'kept/view.png'))
    },
    'moved there under another name': () => {
      mkdirSync(join(it.root, 'kept'), { recursive: true })
      renameSync(join(it.root, 'view.png'), join(it.root, 'kept/house.png'))
    },
    'covered by a new rule': () => it.write('Varve/workspace.json', '{"localOnly":["kept/","view.png"]}'),
  }

  test.each(Object.keys(PICTURE_MARKINGS))('is no longer sent once a picture in it is %s', async (name) => {
    it.write('Varve/workspace.json', '{"localOnly":["kept/"]}')
    writeFileSync(
      join(it.root, 'view.png'),
      writeTestPng(8, 8, () => [1, 2, 3, 255]),
    )
    it.write('trip.md', 'The view: ![[view.png]]\n')
    const { answerId } = await it.app.sendMessage({
      ...place(),
      text: 'What is this?',
      attach: [],
      active: 'trip.md',
      modelId: CLOUD,
    })
    await collect(it.app, answerId)
    expect(sentBytes()).toContain('image')
    const { length } = sentBytes()
    PICTURE_MARKINGS[name]?.()
    await expect(ask('And?', [CLOUD])).rejects.toMatchObject({ code: 'local-only' })
    expect(sentBytes()).toHaveLength(length)
  })

  test('read by a tool under a private name is no longer sent once it is marked', async () => {
    const path = `${SECRETS.agent}.md`
    it.write(path, text)
    await it.app.setChatSettings({ ...place(), settings: { runner: 'agent' } })
    const call = (callId: string, tool: string, args: string) => ({ tool, arguments: args, callId })
    it.simulator.play(
      { kind: 'answer', calls: [call('call-1', 'ls', '{}')] },
      { kind: 'answer', calls: [call('call-2', 'read', '{"path":"<<IBAN_1>>.md"}')] },
      { kind: 'answer', text: 'I have read it.' },
    )
    await collect(it.app, (await ask('Read it.', [CLOUD])).answerId)
    expect(sentBytes()).toContain(CANARY)
    expect(sentBytes()).not.toContain(SECRETS.agent)
    it.write(path, MARKED)
    await expect(ask('And?', [CLOUD])).rejects.toMatchObject({ code: 'local-only' })
  })

  test('read by a tool is no longer sent once it is moved there under another name', async () => {
    it.write('Varve/workspace.json', '{"localOnly":["kept/"]}')
    it.write('pay.md', text)
    await it.app.setChatSettings({ ...place(), settings: { runner: 'agent' } })
    const call = { tool: 'read', arguments: '{"path":"pay.md"}', callId: 'call-1' }
    it.simulator.play({ kind: 'answer', calls: [call] }, { kind: 'answer', text: 'I have read it.' })
    await collect(it.app, (await ask('Read it.', [CLOUD])).answerId)
    expect(sentBytes()).toContain(CANARY)
    const { length } = sentBytes()
    moveTo('kept/salaries.md')
    await expect(ask('And?', [CLOUD])).rejects.toMatchObject({ code: 'local-only' })
    expect(sentBytes()).toHaveLength(length)
  })

  test('keeps its mark in the chat when the file loses it, also if a tool read it', async () => {
    for (const runner of ['chat', 'agent'] as const) {
      it = { ...it, chatId: (await it.app.createChat({ workspaceId: WORKSPACE })).id }
      await it.app.setChatSettings({ ...place(), settings: { runner } })
      it.write('pay.md', MARKED)
      const call = { tool: 'read', arguments: '{"path":"pay.md"}', callId: 'call-1' }
      if (runner === 'agent') it.simulator.play({ kind: 'answer', calls: [call] })
      it.simulator.play({ kind: 'answer', text: 'I have read it.' })
      const attached = runner === 'chat' ? ['pay.md'] : []
      const sent = await it.app.sendMessage({
        ...place(),
        text: 'Read it.',
        attach: attached,
        modelId: LOCAL,
      })
      await collect(it.app, sent.answerId)
      expect(it.simulator.requests.at(-1)?.bodyText).toContain(CANARY)
      it.write('pay.md', text)
      await expect(ask('And?', [CLOUD])).rejects.toMatchObject({ code: 'local-only' })
    }
    expect(sentBytes()).toBe('')
  })

  test('can be renamed without blocking the chat', async () => {
    await attach(CLOUD)
    moveTo('open/other.md')
    await collect(it.app, (await ask('And?', [CLOUD])).answerId)
  })
})

describe('side calls', () => {
  test('title, judge and summary send placeholders', async () => {
    const text = `My card is ${SECRETS.agents}. ${'The tide is late. '.repeat(1000)}`
    const turnId = await askHere(text, LOCAL)
    for (const decision of [REDACT, REDACT])
      await collect(it.app, (await again(turnId, { decision })).answerId)
    await it.app.suggestTitle({ ...place(), confirmed: true })
    await it.app.compareAnswers({ ...place(), turnId, modelId: OTHER })
    await it.app.continueInNewChat({ ...place(), modelId: CLOUD, confirmed: true })
    const purposes = (
      await it.store.sideCalls.ofChat({ workspaceId: WORKSPACE, conversationId: it.chatId })
    ).map(({ purpose, error }) => [purpose, error])
    expect(purposes).toEqual([
      ['title', undefined],
      ['comparison', undefined],
      ['summary', undefined],
    ])
    expect(sentBytes()).not.toContain(SECRETS.agents)
    expect(sentBytes()).toContain('<<CREDIT_CARD_1>>')
  })
})

describe('the outgoing gate', () => {
  /** Anyone who can reach a model, and what keeps it from going another way. */
  const CALLERS = {
    'guard/call-model.ts': /clearCall\(|model\.answer\(/,
    'models/cleared-calls.ts': /clearCall/,
    'models/provider-chat-model.ts': /requireCleared\(call, model\.id\)[\s\S]*sendRequest\(/,
    'models/cache-object.ts': /requireCleared\(call, model\.id\)[\s\S]*\.ensure\(/,
    // The built-in model: nothing leaves this program.
    'models/offline-chat-model.ts': /offlineModel\.answer\(/,
    // The key of a provider, and no text.
    'models/provider-keys.ts': /askProvider\(model, \{ key: plain, fetch: registry\.fetch/,
    // An address, a key and the name of a model; the trial's own words are fixed.
    'models/endpoints.ts': /return \{ key, fetch: registry\.fetch, timeoutMs: PATIENCE_MILLISECONDS \}/,
  } as const

  test('is the only caller of the provider in all sources', () => {
    const root = new URL('../', import.meta.url)
    const files = ['app', 'server', 'cli'].flatMap((room) =>
      globSync('**/*.ts', { cwd: new URL(`../../${room}/src/`, root) }).map((file) => ({ room, file })),
    )
    const callers = files
      .filter(({ file }) => !/\.test\.ts$|(?:^|\/)testing\//.test(file))
      .map(({ room, file }) => ({
        file: room === 'app' ? file : `${room}/${file}`,
        text: readFileSync(new URL(`../../${room}/src/${file}`, root), 'utf8'),
      }))
      .filter(({ text }) =>
        /\b(?:sendRequest|GeminiCacheManager|clearCall)\b|\.answer\(|registry\.fetch\b/.test(text),
      )
    expect(files.length).toBeGreaterThan(200)
    expect(callers.map(({ file }) => file).sort()).toEqual(Object.keys(CALLERS).sort())
    for (const { file, text } of callers) expect(text).toMatch(CALLERS[file as keyof typeof CALLERS])
  })

  test('sends no request that has not passed it', async () => {
    const entry = DEFAULT_CATALOGUE.find(({ id }) => id === CLOUD) as CatalogueModel
    const model = await providerChatModel(entry, {
      keys: { find: () => 'key' } as unknown as KeyRing,
      fetch: async () => Promise.reject(new Error('It was sent.')),
    })
    const call = { conversationId: 'c', messages: [], tools: [], marks: [] }
    const events = model.answer(call, { signal: AbortSignal.timeout(10_000) })
    await expect(events[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'guard-failed' })
  })

  test('is not blocked by the model’s own words', async () => {
    it.simulator.play({ kind: 'answer', text: `Try ${SECRETS.memory}, a card for tests.` })
    await collect(it.app, (await ask('Name a card for tests.', [CLOUD])).answerId)
    const { answerIds } = await ask('Thank you.', [CLOUD, OTHER])
    for (const answerId of answerIds)
      expect(lastTurn(await collect(it.app, answerId)).answers.map(({ status }) => status)).not.toContain(
        'failed',
      )
  })

  test('audits a request that it stops after a decision', async () => {
    // The words are Varve's own, around the file: no text that is asked about holds them.
    it.write('plan.md', 'The launch is on 12 December.\n')
    const custom = [{ name: 'Frame', text: 'path>plan.md', severity: 'critical' as const }]
    await it.app.setGuard({ workspaceId: WORKSPACE, policy: { custom } })
    const send = (more: Decision) =>
      it.app.sendMessage({ ...place(), text: 'When?', attach: ['plan.md'], modelId: CLOUD, ...more })
    await expect(send({})).rejects.toMatchObject({ code: 'guard-findings' })
    expect(await audited()).toEqual([])
    await expect(send({ decision: REDACT })).rejects.toMatchObject({ code: 'guard-blocked' })
    expect(sentBytes()).toBe('')
    expect((await audited()).map(({ detail }) => detail)).toEqual([
      { models: [CLOUD], stopped: { CUSTOM_FRAME: 1 } },
    ])
  })
})

describe('model output at the gate alone', () => {
  const CARD = SECRETS.agents
  const MAIL = 'ada@harbour-office.org'

  function stateWith(model: string, text: string): State {
    const turn = { number: 1, turnId: 't', at: 0, text: '', guidance: '', hash: '', steps: {} }
    const nothing = { attached: [], images: [], gathered: [], observed: [] }
    return { ...createState({ conversationId: 'c' }), open: { ...turn, ...nothing, answer: { model, text } } }
  }

  async function pass(role: 'user' | 'assistant', text: string, state: State): Promise<string> {
    const context = {
      store: it.store,
      scans: new ScanCache(),
      closing: AbortSignal.timeout(60_000),
      clock: { now: () => 0 },
      models: [],
      registry: {
        list: () => Promise.resolve(DEFAULT_CATALOGUE.filter(({ id }) => [CLOUD, OTHER].includes(id))),
      },
    } as unknown as AppContext
    let isSent = false
    const entry = DEFAULT_CATALOGUE.find(({ id }) => id === CLOUD) as CatalogueModel
    const model = await providerChatModel(entry, {
      keys: { find: () => 'key' } as unknown as KeyRing,
      fetch: async () => {
        isSent = true
        return Promise.reject(new Error('There is no network.'))
      },
    })
    const said = (by: 'user' | 'assistant', words: string) => ({
      role: by,
      parts: [{ kind: 'text' as const, text: words }],
    })
    const messages = [said('user', 'Hello.'), said(role, text), said('user', 'And?')]
    const call = { conversationId: 'c', messages, tools: [], marks: [] }
    const redaction = { ...NO_REDACTION, types: ['EMAIL'] }
    const outgoing = { workspaceId: WORKSPACE, model, call, redaction, state }
    const events = callModel(context, outgoing, { signal: AbortSignal.timeout(60_000) })
    try {
      await events.next()
      return isSent ? 'sent' : 'nothing'
    } catch (error) {
      return (error as { readonly code: string }).code
    }
  }

  test.each([
    ['a card that a local model quoted, in a message', 'user', LOCAL, CARD],
    ['a card that a local model quoted, in its answer', 'assistant', LOCAL, CARD],
    ['an address that a local model quoted', 'user', LOCAL, MAIL],
    ['what a model that is no longer known wrote', 'assistant', 'gone/gone', CARD],
  ] as const)('%s is stopped', async (_, role, model, value) => {
    const said = `It is ${value}, as you said.`
    expect(await pass(role, said, stateWith(model, said))).toBe('guard-blocked')
    expect((await audited()).map(({ detail }) => detail)).toEqual([
      { models: [CLOUD], stopped: { [value === CARD ? 'CREDIT_CARD' : 'EMAIL']: 1 } },
    ])
  })

  test('a part of a cloud model’s output is stopped', async () => {
    const state = stateWith(CLOUD, `Write to not.${MAIL} then.`)
    expect(await pass('user', `I am ${MAIL}.`, state)).toBe('guard-blocked')
  })

  test.each([CLOUD, OTHER])('output of %s is sent back', async (model) => {
    const said = `Write to ${MAIL}, or try ${CARD}.`
    for (const role of ['user', 'assistant'] as const)
      expect(await pass(role, said, stateWith(model, said))).toBe('sent')
  })
})

describe('a card number invented by a local model in a chat guarded here too', () => {
  test('is asked about before a cloud model reads it, and can be redacted', async () => {
    await it.app.setGuard({ workspaceId: WORKSPACE, policy: { guardLocal: true } })
    it.simulator.play({ kind: 'answer', text: `Try ${SECRETS.memory}, a card for tests.` })
    await askHere('Name a card for tests.', LOCAL)
    await askHere('Thank you.', LOCAL)
    await expect(ask('And?', [CLOUD])).rejects.toMatchObject({ code: 'guard-findings' })
    const { answerId } = await ask('And?', [CLOUD], { decision: REDACT })
    const turn = lastTurn(await collect(it.app, answerId))
    expect(turn.answers.map(({ status }) => status)).toEqual(['complete'])
    expect(sentBytes()).toContain('<<CREDIT_CARD_1>>')
    expect(sentBytes()).not.toContain(SECRETS.memory)
  })
})
