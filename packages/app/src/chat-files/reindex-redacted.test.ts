import type { Attachable, TurnView } from '@varve/contract'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../testing/temporary-app.ts'

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
})

afterEach(() => it.remove())

const MODEL = 'openai/gpt-5.6'
const IBAN = 'DE89 3704 0044 0532 0130 00'
const MAIL = 'canary.bird@posteo.net'
const PHONE = '+49 171 2345678'
const CARD = '4111 1111 1111 1111'
const LETTER = `# Letter\n\nPay to ${IBAN}, and write to ${MAIL}.\n`
const ATTACHED: readonly Attachable[] = [
  'letter.md',
  { kind: 'paste', content: `By hand: ${PHONE}` },
  { kind: 'selection', path: 'letter.md', lines: [3, 3], content: LETTER.split('\n')[2] ?? '' },
]
const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
const lastBody = () => it.simulator.requests.findLast(({ model }) => model !== undefined)?.bodyText ?? ''

async function send(text: string, attach: readonly Attachable[] = []): Promise<TurnView> {
  const decision = { action: 'redact' } as const
  const message = { ...place(), text, attach, modelId: MODEL, decision }
  const { answerId } = await it.app.sendMessage(message)
  return lastTurn(await collect(it.app, answerId))
}

/** The same folder with another database; the one that it had is there under its own name. */
async function openWith(database: string): Promise<void> {
  const { simulator } = it
  const again = await it.reopen({ path: join(it.root, '..', database) })
  const remove = async (): Promise<void> => {
    await again.remove()
    await simulator.close()
  }
  it = { ...it, ...again, remove }
}

async function reindexAnew() {
  await openWith('another.db')
  return (await it.app.reindexChats({ workspaceId: WORKSPACE })).files
}

async function converse(attach: readonly Attachable[]): Promise<void> {
  it.write('letter.md', LETTER)
  it.simulator.play({ kind: 'answer', text: 'I would pay to <<IBAN_1>>.' })
  await send(`My card is ${CARD}.`, attach)
  await send('And then?')
  await it.app.writeChatFiles()
}

test('[E-4] a chat with placeholders continues from its file with the same bytes, and shows the values', async () => {
  await converse(ATTACHED)
  const before = await it.app.openChat(place())
  expect(await reindexAnew()).toMatchObject([{ outcome: 'added', state: 'exact', gaps: [] }])
  expect(await it.app.openChat(place())).toEqual(before)
  it.simulator.play({ kind: 'answer', text: 'Mail <<EMAIL_1>>, call <<PHONE_1>>, card <<CREDIT_CARD_1>>.' })
  const turn = await send(`Both to ${IBAN}?`)
  expect(turn.answer.text).toBe(`Mail ${MAIL}, call ${PHONE}, card ${CARD}.`)
  expect(turn.epochNote).toBeUndefined()
  const body = lastBody()
  expect(body).toContain('Both to <<IBAN_1>>?')
  await openWith('varve.db')
  await send(`Both to ${IBAN}?`)
  expect(body).toBe(lastBody())
})

test('a placeholder without any source stays, and new values get other numbers', async () => {
  await converse(['letter.md'])
  it.write('letter.md', '# Letter\n\nEmpty.\n')
  expect(await reindexAnew()).toMatchObject([{ outcome: 'added', state: 'exact', gaps: [] }])
  it.simulator.play({ kind: 'answer', text: 'Mail <<EMAIL_1>> or <<EMAIL_2>>, pay to <<IBAN_1>>.' })
  const turn = await send('And other.bird@posteo.net?')
  expect(turn.answer.text).toBe(`Mail <<EMAIL_1>> or other.bird@posteo.net, pay to ${IBAN}.`)
  expect(lastBody()).toContain('And <<EMAIL_2>>?')
  expect(lastBody()).not.toMatch(/canary|3704|4111|2345678/)
})
