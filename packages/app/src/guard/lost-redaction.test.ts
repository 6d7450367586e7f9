import { notice, noticeWords, type TurnView } from '@varve/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SendMessageInput } from '../turn/send.ts'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../testing/temporary-app.ts'
import { plainSealer } from './sealer.ts'

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
})

afterEach(() => it.remove())

const MODEL = 'openai/gpt-5.6'
const CANARY = 'canary.bird@posteo.net'
const OTHER = 'other.bird@posteo.net'
const REDACT = { action: 'redact' } as const
const bodies = () =>
  it.simulator.requests.filter(({ model }) => model !== undefined).map(({ bodyText }) => bodyText)
const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })

async function send(text: string, more: Partial<SendMessageInput> = {}): Promise<TurnView> {
  const { answerId } = await it.app.sendMessage({ ...place(), text, attach: [], modelId: MODEL, ...more })
  return lastTurn(await collect(it.app, answerId))
}

/** As after the file of the master key was lost, and another one was made. */
async function loseKey(): Promise<void> {
  const { simulator } = it
  const again = await it.reopen({ sealer: plainSealer(new Uint8Array(32).fill(8)) })
  const remove = async (): Promise<void> => {
    await again.remove()
    await simulator.close()
  }
  it = { ...it, ...again, remove }
}

test('without its key a chat continues: placeholders stay, new values get other numbers, and one notice says so', async () => {
  it.write('clients.md', `# Clients\n\nMail ${CANARY}.\n`)
  await send(`Who is ${CANARY}?`, { attach: ['clients.md'], decision: REDACT })
  await loseKey()
  const turn = await send(`And ${OTHER}?`)
  expect(turn.notices?.map(noticeWords)).toContain(noticeWords(notice('redaction-lost')))
  const body = bodies().at(-1) ?? ''
  expect(body).toContain('Who is <<EMAIL_1>>?')
  expect(body).toContain('And <<EMAIL_2>>?')
  expect(body).not.toMatch(/canary|other\.bird/)
  it.simulator.play({ kind: 'answer', text: 'Write to <<EMAIL_2>>, not to <<EMAIL_1>>.' })
  const next = await send('Whom shall I ask?')
  expect(next.notices).toBeUndefined()
  expect(next.answer.text).toBe(`Write to ${OTHER}, not to <<EMAIL_1>>.`)
  expect(bodies().at(-1)).not.toMatch(/canary|other\.bird/)
  const { turns } = await it.app.openChat(place())
  const again = { ...place(), turnId: turns[0]?.id ?? '', modelIds: ['anthropic/claude-sonnet-4-5'] }
  const { answerId } = await it.app.regenerateAnswer(again)
  await collect(it.app, answerId)
  expect(bodies().at(-1)).toContain('Who is <<EMAIL_1>>?')
  expect(bodies().at(-1)).not.toContain('canary')
})

test('replaces a repeated value of such a type without asking', async () => {
  await send(`Who is ${CANARY}?`, { decision: REDACT })
  await loseKey()
  await send(`I mean ${CANARY}.`)
  expect(bodies().at(-1)).toContain('I mean <<EMAIL_2>>.')
  expect(bodies().at(-1)).not.toContain('canary')
})

test('text sent to a local model is not passed on unscanned', async () => {
  await send(`Who is ${CANARY}?`, { decision: REDACT })
  await send(`Her card is 4111 1111 1111 1111, mail ${OTHER}.`, { modelId: undefined })
  await loseKey()
  await expect(send('So?')).rejects.toMatchObject({ code: 'guard-findings' })
  await send('So?', { decision: REDACT })
  expect(bodies().at(-1)).not.toMatch(/canary|other\.bird|4111/)
})

test('omits an interrupted answer with values in it', async () => {
  it.simulator.play({ kind: 'answer', text: 'Ask <<EMAIL_1>> about it, and then ask again.' })
  const turn = await send(`Who is ${CANARY}?`, { decision: REDACT })
  await it.store.commit([
    {
      workspaceId: WORKSPACE,
      sql: `update answers set status = 'interrupted', received = null where id = ?`,
      parameters: [turn.answer.id],
    },
  ])
  await loseKey()
  await send('And then?')
  expect(bodies().at(-1)).not.toContain('canary')
  expect(bodies().at(-1)).toContain('(cut off)')
})

test('sends nothing if the recorded texts are gone too', async () => {
  const { id } = await send(`Who is ${CANARY}?`, { decision: REDACT })
  await it.store.commit([
    {
      workspaceId: WORKSPACE,
      sql: 'delete from engine_states where turn_id = ?',
      parameters: [id],
    },
  ])
  await loseKey()
  const before = bodies().length
  await expect(send('And?')).rejects.toMatchObject({ code: 'key-not-kept' })
  expect(bodies()).toHaveLength(before)
})
