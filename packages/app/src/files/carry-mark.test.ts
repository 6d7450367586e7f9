import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseNote, privacyOf } from '@varve/workspace'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ToolCallRecord, noticeWords } from '@varve/contract'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../testing/temporary-app.ts'
import { untilFound } from '../testing/until-found.ts'
import { withMark } from './carry-mark.ts'

const LOCAL = 'ollama/qwen3:8b'
const CLOUD = 'openai/gpt-5.6'
const CANARY = 'CANARY-7Q'

describe('a privacy mark in front matter', () => {
  test.each([
    ['no front matter', 'Text.\n', '---\nlocal-only: true\n---\n\nText.\n'],
    ['other fields', '---\ntitle: A\n---\nText.\n', '---\nlocal-only: true\ntitle: A\n---\nText.\n'],
    ['a switch that is off', '---\nlocal-only: false\n---\nText.\n', '---\nlocal-only: true\n---\nText.\n'],
    ['a rule across the page', 'Text.\n\n---\n', '---\nlocal-only: true\n---\n\nText.\n\n---\n'],
    ['front matter without an end', '---\ntitle: A\n', '---\nlocal-only: true\n---\n\n---\ntitle: A\n'],
  ])('is added to a note with %s', (_, text, expected) => {
    expect(withMark(text, 'local-only')).toBe(expected)
    const rules = { localOnly: [], private: [], problems: [] }
    expect(privacyOf('a.md', parseNote(withMark(text, 'private')), rules)).toBe('private')
  })
})

describe('derived notes', () => {
  let it: SimulatedApp

  beforeEach(async () => {
    it = await simulatedApp()
    await untilFound(it.app, LOCAL)
    it.write('Varve/workspace.json', '{"localOnly":["pay/","kept/"]}')
    it.write('pay/salaries.md', `Ada earns ${CANARY}.\n`)
  })

  afterEach(() => it.remove())

  const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
  const onDisk = (path: string) => readFileSync(join(it.root, path), 'utf8')

  async function send(modelId: string, attach: readonly string[]): Promise<string> {
    const sent = await it.app.sendMessage({ ...place(), text: 'What is this?', attach, modelId })
    return sent.answerId
  }

  async function answerHere(): Promise<string> {
    it.simulator.play({ kind: 'answer', text: `She earns ${CANARY}.` })
    const answerId = await send(LOCAL, ['pay/salaries.md'])
    await collect(it.app, answerId)
    return answerId
  }

  test('a note moved out of a marked folder gets its own mark', async () => {
    const move = { workspaceId: WORKSPACE, path: 'pay/salaries.md', to: 'open/salaries.md' }
    await it.app.moveFile(move)
    expect(onDisk('open/salaries.md')).toBe(`---\nlocal-only: true\n---\n\nAda earns ${CANARY}.\n`)
    const files = await it.app.listFiles({ workspaceId: WORKSPACE })
    expect(files.find(({ path }) => path === move.to)).toMatchObject({ privacy: 'local-only' })
    await it.app.moveFile({ workspaceId: WORKSPACE, path: 'open/salaries.md', to: 'pay/again.md' })
    expect(onDisk('pay/again.md')).toContain('local-only: true')
  })

  test('a saved answer has the mark, and the note reaches no cloud model', async () => {
    const answerId = await answerHere()
    const saved = await it.app.saveAnswer({ ...place(), answerId, path: 'derived', how: 'new' })
    expect(saved).toEqual({ path: 'derived.md', mark: 'local-only' })
    expect(onDisk('derived.md')).toMatch(/^---\nlocal-only: true\n---\n/)
    it = { ...it, chatId: (await it.app.createChat({ workspaceId: WORKSPACE })).id }
    const turn = lastTurn(await collect(it.app, await send(CLOUD, ['derived.md'])))
    expect(turn.notices?.map(noticeWords).join()).toContain('is marked local-only and was left out')
    const sent = it.simulator.requests.filter(({ model }) => model === 'gpt-5.6')
    expect(JSON.stringify(sent)).not.toContain(CANARY)
  })

  test('adds nothing where the place or the note is at least as strict', async () => {
    const answerId = await answerHere()
    await it.app.saveAnswer({ ...place(), answerId, path: 'kept/derived.md', how: 'new' })
    expect(onDisk('kept/derived.md')).toBe(`She earns ${CANARY}.\n`)
    it.write('mine.md', '---\nprivate: true\n---\nMine.\n')
    await it.app.saveAnswer({ ...place(), answerId, path: 'mine.md', how: 'append' })
    expect(onDisk('mine.md')).toBe(`---\nprivate: true\n---\nMine.\n\nShe earns ${CANARY}.\n`)
  })

  test('appending to an unmarked note asks; files other than notes are refused', async () => {
    const answerId = await answerHere()
    const append = { ...place(), answerId, path: 'plan.md', how: 'append' } as const
    const before = onDisk('plan.md')
    await expect(it.app.saveAnswer(append)).rejects.toMatchObject({ code: 'not-confirmed' })
    await expect(it.app.saveAnswer({ ...append, path: 'a.txt', how: 'new' })).rejects.toMatchObject({
      code: 'local-only',
    })
    expect(onDisk('plan.md')).toBe(before)
    await it.app.saveAnswer({ ...append, mark: true })
    expect(onDisk('plan.md')).toBe(`---\nlocal-only: true\n---\n\n${before}\nShe earns ${CANARY}.\n`)
  })

  test('saves an answer without marked sources unchanged', async () => {
    const answerId = await send(LOCAL, ['plan.md'])
    await collect(it.app, answerId)
    const saved = await it.app.saveAnswer({ ...place(), answerId, path: 'plain.md', how: 'new' })
    expect(saved).toEqual({ path: 'plain.md' })
    expect(onDisk('plain.md')).not.toContain('---')
  })

  describe('written by a tool', () => {
    const call = (tool: string, args: unknown) => ({
      tool,
      callId: 'call-1',
      arguments: JSON.stringify(args),
    })

    async function untilAsked(answerId: string): Promise<ToolCallRecord> {
      for await (const { event } of (await it.app.watchAnswer({
        workspaceId: WORKSPACE,
        answerId,
        after: 0,
      })) ?? []) {
        if (event.kind !== 'steps') continue
        const waiting = event.steps.flatMap(({ calls }) => calls).find(({ status }) => status === 'waiting')
        if (waiting) return waiting
      }
      throw new Error('Nobody asked.')
    }

    beforeEach(async () => {
      await it.app.setChatSettings({ ...place(), settings: { runner: 'agent', mode: 'act' } })
      const rules = (['write', 'edit', 'mv', 'rm', 'fetchUrl'] as const).map((tool) => ({
        tool,
        decision: 'run' as const,
      }))
      await it.app.setToolRules({ workspaceId: WORKSPACE, rules })
    })

    test('a new note has the mark', async () => {
      it.simulator.play(
        { kind: 'answer', calls: [call('write', { path: 'new.md', content: `It is ${CANARY}.` })] },
        { kind: 'answer', text: 'Done.' },
      )
      const turn = lastTurn(await collect(it.app, await send(LOCAL, ['pay/salaries.md'])))
      expect(turn.answer.steps?.[0]?.calls[0]).toMatchObject({ status: 'done' })
      expect(onDisk('new.md')).toBe(`---\nlocal-only: true\n---\n\nIt is ${CANARY}.`)
    })

    test('changing an unmarked note asks, whatever is allowed, and the card says why', async () => {
      const edits = [{ old: '12 December', new: CANARY }]
      it.simulator.play(
        { kind: 'answer', calls: [call('edit', { path: 'plan.md', edits })] },
        { kind: 'answer', text: 'Done.' },
      )
      const answerId = await send(LOCAL, ['pay/salaries.md'])
      const { callId, question } = await untilAsked(answerId)
      expect(question?.text).toContain('The whole file will be marked local-only')
      expect(question?.preview).toMatchObject({ marked: 'local-only' })
      expect(onDisk('plan.md')).not.toContain(CANARY)
      await it.app.answerCall({ workspaceId: WORKSPACE, answerId, callId, answer: 'approve' })
      await collect(it.app, answerId)
      expect(onDisk('plan.md')).toMatch(/^---\nlocal-only: true\n---\n/)
    })

    test('a plan has the mark, and the card says so', async () => {
      const plan = { title: 'Pay', content: `Raise ${CANARY}.` }
      it.simulator.play({ kind: 'answer', calls: [call('plan', plan)] }, { kind: 'answer', text: 'Done.' })
      const answerId = await send(LOCAL, ['pay/salaries.md'])
      const { callId, question } = await untilAsked(answerId)
      expect(question?.text).toContain('marked local-only')
      await it.app.answerCall({ workspaceId: WORKSPACE, answerId, callId, answer: 'approve' })
      await collect(it.app, answerId)
      const [path = ''] = globSync('Varve/plans/*.md', { cwd: it.root })
      expect(onDisk(path)).toMatch(/^---\nlocal-only: true\n---\n/)
    })

    test('an edit keeps the mark of its note', async () => {
      it.write('mine.md', '---\nlocal-only: true\n---\nMine.\n')
      const edits = [{ old: 'local-only: true', new: 'title: Mine' }]
      it.simulator.play(
        { kind: 'answer', calls: [call('edit', { path: 'mine.md', edits })] },
        { kind: 'answer', text: 'Done.' },
      )
      await collect(it.app, await send(LOCAL, []))
      expect(onDisk('mine.md')).toBe('---\nlocal-only: true\ntitle: Mine\n---\nMine.\n')
    })

    test('a note that is read, removed and rewritten under another name keeps its mark', async () => {
      it.write('mine.md', `---\nlocal-only: true\n---\nIt is ${CANARY}.\n`)
      it.simulator.play(
        { kind: 'answer', calls: [call('read', { path: 'mine.md' })] },
        { kind: 'answer', calls: [{ ...call('rm', { path: 'mine.md' }), callId: 'call-2' }] },
        {
          kind: 'answer',
          calls: [{ ...call('write', { path: 'new.md', content: CANARY }), callId: 'call-3' }],
        },
        { kind: 'answer', text: 'Done.' },
      )
      await collect(it.app, await send(LOCAL, []))
      expect(onDisk('new.md')).toBe(`---\nlocal-only: true\n---\n\n${CANARY}`)
    })

    test.each([
      ['pay/salaries.md', 'salaries.md'],
      ['pay', 'paid'],
    ])('%s is not moved to %s, where nothing marks it', async (from, to) => {
      it.simulator.play(
        { kind: 'answer', calls: [call('mv', { from, to })] },
        { kind: 'answer', text: 'Done.' },
      )
      const turn = lastTurn(await collect(it.app, await send(LOCAL, [])))
      expect(turn.answer.steps?.[0]?.calls[0]).toMatchObject({ status: 'failed' })
      expect(onDisk('pay/salaries.md')).toContain(CANARY)
    })
  })
})
