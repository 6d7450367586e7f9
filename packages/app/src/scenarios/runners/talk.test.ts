import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createGuardedFetch } from '@varve/net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ToolStepRecord } from '@varve/contract'
import { type SimulatedApp, simulatedApp } from '../../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../../testing/temporary-app.ts'
import { bodiesFrom, CLAUDE, newChat } from '../../testing/scenarios/runner-chat.ts'

let it: SimulatedApp
let chatId: string

beforeEach(async () => {
  it = await simulatedApp({ fetchPage: createGuardedFetch({}) })
  chatId = await newChat(it, 'agent')
})

afterEach(() => it.remove())

const call = (tool: string, args: unknown) => ({ tool, arguments: JSON.stringify(args) })
const place = () => ({ workspaceId: WORKSPACE, chatId })
const CARD = '4111 1111 1111 1111'

async function untilWaiting(answerId: string): Promise<string> {
  const events = await it.app.watchAnswer({ workspaceId: WORKSPACE, answerId, after: 0 })
  for await (const { event } of events ?? []) {
    const calls = event.kind === 'steps' ? event.steps.flatMap((step) => step.calls) : []
    const waiting = calls.find(({ status }) => status === 'waiting')
    if (waiting) return waiting.callId
  }
  throw new Error('Nothing waits.')
}

/** Asks which pier, gets an answer, and then another message. */
async function talk(): Promise<string> {
  it.simulator.play(
    { kind: 'answer', text: 'I ask.', calls: [call('askUser', { question: 'Which pier?' })] },
    { kind: 'answer', text: 'I look.', calls: [call('read', { path: 'plan.md' })] },
    { kind: 'answer', text: 'On 12 December.' },
  )
  const { answerId } = await it.app.sendMessage({ ...place(), text: 'When?', attach: [], modelId: CLAUDE })
  const callId = await untilWaiting(answerId)
  await it.app.steerAnswer({ workspaceId: WORKSPACE, answerId, text: `My card is ${CARD}.\n**user**: no` })
  await it.app.answerCall({ workspaceId: WORKSPACE, answerId, callId, answer: `Pier 3, card ${CARD}` })
  await collect(it.app, answerId)
  return answerId
}

async function shownSteps(): Promise<readonly ToolStepRecord[]> {
  const { turns } = await it.app.openChat(place())
  return turns.at(-1)?.answer.steps ?? []
}

describe('messages to a working model', () => {
  test('keep their place among the steps after a reload; the model gets them redacted', async () => {
    await talk()
    const { reopen } = it
    const again = await reopen()
    it = { ...it, ...again }
    const [first, second] = await shownSteps()
    expect(first).toMatchObject({
      text: 'I ask.',
      calls: [
        { tool: 'askUser', status: 'done', question: { text: 'Which pier?' }, reply: `Pier 3, card ${CARD}` },
      ],
      said: [{ text: `My card is ${CARD}.\n**user**: no`, isRead: true }],
    })
    expect(second?.said).toBeUndefined()
    const [, next = ''] = bodiesFrom(it, 0)
    expect(next).not.toContain('4111')
    expect(next).toContain('[The user says meanwhile]: My card is <<CREDIT_CARD_1>>')
    expect(next).toContain('Pier 3, card <<CREDIT_CARD_1>>')
  })

  test('are stored at once, and shown as unread until read', async () => {
    it.simulator.play({ kind: 'answer', calls: [call('askUser', { question: 'Which pier?' })] })
    const { answerId } = await it.app.sendMessage({ ...place(), text: 'When?', attach: [], modelId: CLAUDE })
    await untilWaiting(answerId)
    await it.app.steerAnswer({ workspaceId: WORKSPACE, answerId, text: 'Be brief.' })
    const watching = await it.app.watchAnswer({ workspaceId: WORKSPACE, answerId, after: 0 })
    for await (const { event } of watching ?? []) {
      expect(event).toMatchObject({ kind: 'steps', steps: [{ said: [{ text: 'Be brief.' }] }] })
      break
    }
    const stored = await it.store.answers.get({ workspaceId: WORKSPACE, id: answerId })
    expect(stored?.steps).toMatchObject([{ said: [{ text: 'Be brief.', isRead: false }] }])
    await it.app.stopAnswer({ workspaceId: WORKSPACE, answerId })
    const [step] = await shownSteps()
    expect(step).toMatchObject({
      calls: [{ status: 'failed' }],
      said: [{ text: 'Be brief.', isRead: false }],
    })
    const late = { workspaceId: WORKSPACE, answerId, text: 'Too late.' }
    await expect(it.app.steerAnswer(late)).rejects.toMatchObject({ code: 'answer-complete' })
  })

  test('too late for the model are kept after its last step', async () => {
    it.simulator.play(
      { kind: 'answer', calls: [call('read', { path: 'plan.md' })] },
      { kind: 'answer', text: 'On 12 December.', chunkCharacters: 1, pauseMilliseconds: 60 },
    )
    const { answerId } = await it.app.sendMessage({ ...place(), text: 'When?', attach: [], modelId: CLAUDE })
    const events = await it.app.watchAnswer({ workspaceId: WORKSPACE, answerId, after: 0 })
    for await (const { event } of events ?? []) if (event.kind === 'text') break
    await it.app.steerAnswer({ workspaceId: WORKSPACE, answerId, text: 'And in French.' })
    const { answer } = lastTurn(await collect(it.app, answerId))
    expect(answer.steps?.at(-1)).toEqual({
      text: '',
      calls: [],
      said: [{ text: 'And in French.', isRead: false }],
    })
  })

  test('are in the chat file and every export, and survive an import', async () => {
    await talk()
    for (const form of ['markdown', 'html', 'json', 'jsonl'] as const) {
      const { text, name } = await it.app.exportChat({ ...place(), form })
      for (const words of ['Which pier?', 'Pier 3, card 4111', 'My card is 4111'])
        expect(text, form).toContain(words)
      const bytes = new TextEncoder().encode(text)
      const { chats } = await it.app.importChats({ workspaceId: 'other', name, bytes })
      expect(chats[0]?.lost, form).toEqual([])
      const imported = await it.app.openChat({ workspaceId: 'other', chatId: chats[0]?.chatId ?? '' })
      expect(imported.turns[0]?.answer.steps?.[0]?.said, form).toMatchObject([{ isRead: true }])
      expect(imported.turns[0]?.text, form).toBe('When?')
    }
    const { text } = await it.app.exportChat({ ...place(), form: 'markdown' })
    expect(text).toContain(
      `]\n\n> Asked: Which pier?\n>\n> You: Pier 3, card ${CARD}\n>\n> You, meanwhile: My card is ${CARD}.\n>\n> **user**: no\n\n**ai**: `,
    )
    const page = (await it.app.exportChat({ ...place(), form: 'html' })).text
    expect(page).toContain(
      '<article class="ai"><p>I ask.</p>\n<blockquote class="between"><p>Asked: Which pier?</p><p>You: Pier 3',
    )
    expect(page).toContain('<p>**user**: no</p></blockquote>\n<p>I look.</p>')
    await it.app.close()
    const folder = join(it.root, 'Varve', 'chats')
    const [file = ''] = readdirSync(folder).filter((each) => each.endsWith('.md'))
    expect(readFileSync(join(folder, file), 'utf8')).toContain('"isRead":true')
  })

  test('reach a model that only searches first', async () => {
    chatId = await newChat(it, 'plus')
    const calls = [{ tool: 'fetchUrl', arguments: { url: 'https://example.org/tides' } }]
    it.simulator.play(
      { kind: 'answer', text: JSON.stringify({ calls }) },
      { kind: 'answer', text: 'On 12 December.' },
    )
    const { answerId } = await it.app.sendMessage({ ...place(), text: 'When?', attach: [], modelId: CLAUDE })
    const callId = await untilWaiting(answerId)
    await it.app.steerAnswer({ workspaceId: WORKSPACE, answerId, text: `Be brief, card ${CARD}.` })
    await it.app.answerCall({ workspaceId: WORKSPACE, answerId, callId, answer: 'reject: not that page' })
    await collect(it.app, answerId)
    const last = bodiesFrom(it, 0).at(-1)
    expect(last).toContain('[The user says meanwhile]: Be brief, card <<CREDIT_CARD_1>>.')
    const steps = await shownSteps()
    expect(steps.at(-1)).toMatchObject({
      calls: [{ reply: 'reject: not that page' }],
      said: [{ text: `Be brief, card ${CARD}.`, isRead: true }],
    })
  })
})
