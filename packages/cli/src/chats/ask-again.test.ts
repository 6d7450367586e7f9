import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AskHome, askHome } from '../testing/ask-home.ts'
import { jsonLines, type Run } from '../testing/varve.ts'

const CLOUD = 'anthropic/claude-sonnet-4-5'
const OTHER = 'anthropic/claude-haiku-5-5'

interface Turn {
  readonly id: string
  readonly text: string
  readonly siblings: readonly string[]
  readonly answer: { readonly id: string; readonly modelId: string }
  readonly answers: readonly { readonly id: string; readonly modelId: string }[]
}

let home: AskHome

beforeAll(async () => {
  home = await askHome()
})

afterAll(() => home.remove())

const chatOf = ({ stderr }: Run) => /New chat: (\S+)/.exec(stderr)?.[1] ?? ''
interface Again {
  readonly kind: 'regenerate' | 'edit' | 'continue'
  readonly chat: string
  readonly words?: readonly string[]
}

const again = ({ kind, chat, words = [] }: Again, options = {}, input = '', at = home) =>
  at.run(`chats ${kind}`, [chat, ...words], { workspace: at.notes, ...options }, { input })
const here = () => ({ workspace: home.notes })
const turnsOf = async (chat: string) => {
  const run = await home.run('chats turns', [chat], { ...here(), json: true })
  return jsonLines(run)[0] as unknown as readonly Turn[]
}

test('asks other models for more answers, prints them under their names, and lets any of them be chosen by its place', async () => {
  const chat = chatOf(await home.ask(['When?'], { attach: ['plan.md'], model: [CLOUD] }))
  const run = await again({ kind: 'regenerate', chat: chat.slice(0, 8) }, { model: [CLOUD, OTHER] })
  expect(run).toMatchObject({ status: 0 })
  expect(run.stdout).toMatch(/^# .*\(anthropic\/claude-sonnet-4-5\)\n\n.*\n\n# .*\(anthropic\/claude-haiku/s)
  const compared = await home.run('chats compare', [chat.slice(0, 8)], { ...here(), model: OTHER })
  expect(compared).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/reads [\d,]+ tokens \([\d,]+ tokens of them attached\), for about \$/),
  })
  expect(compared.stdout.trim()).not.toBe('')
  const alone = chatOf(await home.ask(['When?'], { model: [CLOUD] }))
  const none = await home.run('chats compare', [alone], here())
  expect(none).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('no two answers') })
  const [turn] = await turnsOf(chat)
  expect(turn?.answers.map(({ modelId }) => modelId)).toEqual([CLOUD, CLOUD, OTHER])
  const answer = turn?.answers[2]?.id ?? ''
  const chosen = await home.run('chats choose', [chat, answer.slice(0, 13)], here())
  expect(chosen).toMatchObject({ status: 0, stdout: `The chat continues from ${answer}.\n` })
  const listed = await home.run('chats turns', [chat], here())
  expect(listed.stdout).toContain(`   chosen  ${answer}  ${OTHER}  complete\n`)
  const unknown = await home.run('chats choose', [chat, 'x'], here())
  expect(unknown).toMatchObject({ status: 1, stderr: expect.stringContaining('no such answer') })
})

test('asks an edited question with the same context, and switches between the branches', async () => {
  const chat = chatOf(await home.ask(['When?'], { attach: ['plan.md'] }))
  await home.ask(['And where?'], { chat: chat.slice(0, 8) })
  const edited = await again(
    { kind: 'edit', chat, words: ['-'] },
    { turn: '1', json: true },
    'At what place?\n',
  )
  expect(jsonLines(edited)[0]).toMatchObject({
    chatId: chat,
    answers: [{ status: 'complete' }],
    attachments: [{ key: 'plan.md' }],
  })
  const [turn, ...rest] = await turnsOf(chat)
  expect(turn).toMatchObject({ text: 'At what place?' })
  expect(rest).toEqual([])
  const first = turn?.siblings.find((id) => id !== turn.id) ?? ''
  const begins = first.slice(0, 13)
  const shown = await home.run('chats branch', [chat, begins], here())
  expect(shown).toMatchObject({ status: 0, stdout: 'The current branch has 2 turns.\n' })
  const back = await home.run('chats branch', [chat, turn?.id ?? ''], here())
  expect(back.stdout).toBe('The current branch has 1 turn.\n')
  await home.run('chats branch', [chat, first], here())
  expect((await again({ kind: 'edit', chat }, { turn: '2' })).status).toBe(0)
  expect((await turnsOf(chat)).map(({ text }) => text)).toEqual(['When?', 'And where?'])
})

test('forks a chat, forgets a kept item, and changes settings', async () => {
  const chat = chatOf(await home.ask(['When?'], { attach: ['plan.md'] }))
  await home.ask(['And where?'], { chat })
  const fork = await home.run('chats fork', [chat], { ...here(), turn: '1', json: true })
  const { id } = jsonLines(fork)[0] as { readonly id: string }
  expect((await turnsOf(id)).map(({ text }) => text)).toEqual(['When?'])
  const forget = (undo: boolean) => home.run('chats forget', [chat, 'plan.md'], { ...here(), undo })
  expect((await forget(false)).stdout).toMatch(/^forgotten {2}\d+ {2}plan\.md\n$/)
  expect((await forget(true)).stdout).toMatch(/^kept {7}\d+ {2}plan\.md\n$/)
  const set = (...pairs: string[]) => home.run('chats set', [chat, ...pairs], here())
  expect((await set('runner=agent', 'temperature=0.5', 'jurisdictions=us-ca, FR')).stdout).toBe(
    'temperature=0.5\nrunner=agent\njurisdictions=US-CA,FR\n',
  )
  expect((await set('temperature=', 'runner=')).status).toBe(0)
  expect((await set()).stdout).toBe('jurisdictions=US-CA,FR\n')
  for (const wrong of ['temperature=hot', 'temperature', 'colour=red', 'toString=1'])
    expect(await set(wrong)).toMatchObject({ status: 2, stdout: '' })
  const asked = await home.ask(['More?'], { chat, set: ['mode=act'] })
  expect(asked.status).toBe(0)
  expect((await set()).stdout).toBe('mode=act\njurisdictions=US-CA,FR\n')
})

describe('an answer that was cut off', () => {
  let cut: AskHome

  beforeAll(async () => {
    cut = await askHome(['cut'])
  })

  afterAll(() => cut.remove())

  test('can be continued; a complete one cannot', async () => {
    const chat = chatOf(await cut.ask(['Tell me.'], { model: [CLOUD] }))
    expect(await again({ kind: 'continue', chat }, {}, undefined, cut)).toMatchObject({ status: 0 })
    expect(await again({ kind: 'continue', chat }, {}, undefined, cut)).toMatchObject({
      status: 1,
      stderr: 'varve: There is nothing to go on with in this answer.\n',
    })
  })
})

test.each([
  ['a chat that there is not', { kind: 'regenerate', chat: 'none' }, {}, 1, /There is no such chat/],
  [
    'a folder that is no workspace',
    { kind: 'continue', chat: 'x' },
    { workspace: '/' },
    1,
    /is no workspace/,
  ],
  ['a pipe without words', { kind: 'edit', chat: 'x' }, { attach: ['-'] }, 2, /Give the words/],
] as const)('%s is refused, as text and as JSON', async (_, what, options, status, words) => {
  const run = await again(what, { ...options, json: true })
  expect(run.status).toBe(status)
  expect(run.stderr).toMatch(words)
  expect(jsonLines(run)[0]).toMatchObject({ error: { code: expect.any(String) } })
})
