import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../testing/temporary-app.ts'
import { type ToolCallRecord, noticeWords } from '@varve/contract'

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
})

afterEach(() => it.remove())

const MODEL = 'anthropic/claude-sonnet-4-5'
const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
const bodies = () =>
  it.simulator.requests.filter(({ model }) => model !== undefined).map(({ bodyText }) => bodyText)
const onDisk = () => readFileSync(join(it.root, 'plan.md'), 'utf8')
const EDIT = {
  tool: 'edit',
  callId: 'call-edit',
  arguments: JSON.stringify({ path: 'plan.md', edits: [{ old: '12 December', new: '1 December' }] }),
}

async function untilAsked(answerId: string): Promise<ToolCallRecord> {
  for await (const { event } of (await it.app.watchAnswer({ workspaceId: WORKSPACE, answerId, after: 0 })) ??
    []) {
    if (event.kind !== 'steps') continue
    const waiting = event.steps.flatMap(({ calls }) => calls).find(({ status }) => status === 'waiting')
    if (waiting) return waiting
  }
  throw new Error('Nobody asked.')
}

const send = async (text: string, modelId = MODEL): Promise<string> =>
  (await it.app.sendMessage({ ...place(), text, attach: [], modelId })).answerId
const playEdit = () => {
  it.simulator.play({ kind: 'answer', calls: [EDIT] }, { kind: 'answer', text: 'The date is changed.' })
}

describe('@composer', () => {
  test('writes in a plain chat, each change after its diff was approved; the chat stays plain', async () => {
    playEdit()
    const answerId = await send('@composer Move the launch in @plan to 1 December')
    const { callId, question } = await untilAsked(answerId)
    expect(question?.preview).toMatchObject({
      path: 'plan.md',
      before: expect.stringContaining('12 December'),
    })
    expect(question?.preview?.after).toContain('The launch is on 1 December.')
    expect(onDisk()).toContain('12 December')
    await it.app.answerCall({ workspaceId: WORKSPACE, answerId, callId, answer: 'approve' })
    const turn = lastTurn(await collect(it.app, answerId))
    expect(onDisk()).toContain('on 1 December')
    expect(turn.answer.steps?.[0]?.calls[0]).toMatchObject({ tool: 'edit', status: 'done' })
    expect(turn.notices).toBeUndefined()
    expect((await it.app.openChat(place())).settings).toEqual({})
    const parsed = JSON.parse(bodies()[0] ?? '') as { tools?: unknown[] }
    expect(parsed.tools).not.toEqual([])
    expect(bodies()[0]).toContain('@composer: write what is asked for')
  })

  test('a note changed by this chat need not be attached again; one changed elsewhere does', async () => {
    playEdit()
    const answerId = await send('@composer Move the launch in @plan to 1 December')
    const { callId } = await untilAsked(answerId)
    await it.app.answerCall({ workspaceId: WORKSPACE, answerId, callId, answer: 'approve' })
    await collect(it.app, answerId)
    expect((await it.ask(it.chatId, 'When is it?', [], MODEL)).notices).toBeUndefined()
    expect(bodies().at(-1)).toContain('plan.md')
    it.write('plan.md', 'The launch is off.')
    expect((await it.ask(it.chatId, 'And now?', [], MODEL)).notices?.map(noticeWords)).toEqual([
      'plan.md changed on disk. Attach it again to use the new text.',
    ])
  })

  test('makes no rejected change, and tells the model', async () => {
    playEdit()
    const answerId = await send('@composer Move the launch in @plan to 1 December')
    const { callId } = await untilAsked(answerId)
    await it.app.answerCall({ workspaceId: WORKSPACE, answerId, callId, answer: 'reject: too early' })
    await collect(it.app, answerId)
    expect(onDisk()).toContain('12 December')
    expect(bodies()[1]).toContain('too early')
  })

  test('asks whatever the rules allow, also when answered again', async () => {
    await it.app.setToolRules({
      workspaceId: WORKSPACE,
      rules: [
        { tool: '*', decision: 'run' },
        { tool: 'edit', decision: 'run' },
      ],
    })
    playEdit()
    const answerId = await send('@composer Move the launch in @plan to 1 December')
    const { callId } = await untilAsked(answerId)
    await it.app.answerCall({ workspaceId: WORKSPACE, answerId, callId, answer: 'reject' })
    const { id: turnId } = lastTurn(await collect(it.app, answerId))
    playEdit()
    const again = await it.app.regenerateAnswer({ ...place(), turnId })
    const asked = await untilAsked(again.answerId)
    expect(onDisk()).toContain('12 December')
    await it.app.answerCall({
      workspaceId: WORKSPACE,
      answerId: again.answerId,
      callId: asked.callId,
      answer: 'approve',
    })
    await collect(it.app, again.answerId)
    expect(onDisk()).toContain('on 1 December')
  })

  test('a read-only agent says so', async () => {
    expect((await it.ask(it.chatId, '@editor @composer Move it', [], MODEL)).notices).toBeUndefined()
    const { notices } = await it.ask(it.chatId, '@assistant @composer Move it', [], MODEL)
    expect(notices?.map(noticeWords)).toEqual([
      `The agent "assistant" can't write, so @composer changes nothing.`,
    ])
  })

  test('a model without tools says that it cannot write, and answers', async () => {
    const { answerId } = await it.app.sendMessage({
      ...place(),
      text: '@composer Move it in @plan',
      attach: [],
    })
    const turn = lastTurn(await collect(it.app, answerId))
    expect(turn.answer.status).toBe('complete')
    expect(turn.notices?.map(noticeWords)[0]).toContain("can't use tools, so @composer changed no notes")
    const view = await it.app.forecastTurn({ ...place(), text: '@composer Move it', attach: [] })
    expect(view.notices?.map(noticeWords)[0]).toContain("can't use tools")
  })
})
