import { noticeWords } from '@varve/contract'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashText } from '@varve/engine/internal'
import { afterEach, describe, expect, test } from 'vitest'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'

const FIRST = '# Launch plan\n\nThe launch is on 12 December.\n'
const SECOND = '# Launch plan\n\nThe launch is on 15 January.\n'
const THIRD = '# Launch plan\n\nThere is no launch.\n'

let it: TemporaryApp

afterEach(() => it.remove())

async function begin(): Promise<string> {
  it = await temporaryApp([offlineChatModel()])
  it.write('plan.md', FIRST)
  return (await it.app.createChat({ workspaceId: WORKSPACE })).id
}

const source = (chatId: string, number: number, path = 'plan.md') =>
  it.app.readSource({ workspaceId: WORKSPACE, chatId, turn: number, path })

const statuses = async (chatId: string) =>
  (await it.app.openChat({ workspaceId: WORKSPACE, chatId })).kept.map(({ key, status }) => [key, status])

describe('a citation', () => {
  test('opens the text of its turn, live and after a restart, whatever the file holds now', async () => {
    const chatId = await begin()
    const turn = await it.ask(chatId, 'When is the launch?', ['plan.md'])
    expect(turn.answer.sources[0]).toMatchObject({ path: 'plan.md' })
    const given = { path: 'plan.md', title: 'plan', contentHash: hashText(FIRST), content: FIRST }
    expect(await source(chatId, 1)).toEqual({ ...given, changed: 'no' })
    it.write('plan.md', SECOND)
    expect(await source(chatId, 1)).toEqual({ ...given, changed: 'changed' })
    await it.ask(chatId, 'Nothing attached.')
    await it.ask(chatId, 'When is it now?', ['plan.md'])
    it.write('plan.md', THIRD)
    it = await it.reopen()
    const contents = await Promise.all(
      [1, 2, 3].map(async (number) => (await source(chatId, number)).content),
    )
    expect(contents).toEqual([FIRST, FIRST, SECOND])
    rmSync(join(it.root, 'plan.md'))
    expect(await source(chatId, 1)).toEqual({ ...given, changed: 'missing' })
  })

  test('points at lines of that text, also after an update moved them', async () => {
    const chatId = await begin()
    const lines = Array.from({ length: 60 }, (_, index) => `Paragraph ${index} says nothing much.\n`)
    const text = (head: readonly string[]) =>
      [...head, ...lines, 'The launch is on 12 December.\n'].join('\n')
    it.write('long.md', text([]))
    await it.ask(chatId, 'When is the launch?', ['long.md'])
    it.write('long.md', text(['One line more.\n', 'And another.\n']))
    const turn = await it.ask(chatId, 'When is the launch?', ['long.md'])
    expect(turn.attachments).toMatchObject([{ form: 'update' }])
    for (const { number, answer } of (await it.app.openChat({ workspaceId: WORKSPACE, chatId })).turns) {
      const [cited] = answer.sources
      const { content } = await source(chatId, number, 'long.md')
      const [from, to] = cited?.lines ?? [0, 0]
      expect(
        content
          .split('\n')
          .slice(from - 1, to)
          .join('\n'),
      ).toContain('The launch is on 12 December.')
    }
  })

  test('of a turn without the text opens nothing', async () => {
    const chatId = await begin()
    await it.ask(chatId, 'Nothing attached.')
    await it.ask(chatId, 'When is the launch?', ['plan.md'])
    await it.app.forgetArtifact({ workspaceId: WORKSPACE, chatId, key: 'plan.md' })
    await it.ask(chatId, 'Nothing about dates.')
    expect(await source(chatId, 2)).toMatchObject({ content: FIRST })
    for (const number of [1, 3])
      await expect(source(chatId, number)).rejects.toMatchObject({ code: 'artifact-not-found' })
    await expect(source(chatId, 4)).rejects.toMatchObject({ code: 'turn-not-found' })
    for (const path of ['../plan.md', '/plan.md', 'other.md', '__proto__', ''])
      await expect(source(chatId, 2, path)).rejects.toMatchObject({ code: 'artifact-not-found' })
    const { id: another } = await it.app.createChat({ workspaceId: WORKSPACE })
    await expect(source(another, 2)).rejects.toMatchObject({ code: 'turn-not-found' })
  })
})

describe('a kept note', () => {
  test('[P-5] one changed on disk is shown, and sent with each turn until attached again', async () => {
    const chatId = await begin()
    expect((await it.ask(chatId, 'When is the launch?', ['plan.md'])).notices).toBeUndefined()
    expect(await statuses(chatId)).toEqual([['plan.md', 'current']])
    it.write('plan.md', SECOND)
    expect(await statuses(chatId)).toEqual([['plan.md', 'changed']])
    const told = ['plan.md changed on disk. Attach it again to use the new text.']
    it.write('other.md', 'Other.')
    const draft = { workspaceId: WORKSPACE, chatId, text: 'And now?', attach: ['notes/other.md'] }
    expect(await it.app.forecastTurn(draft)).toMatchObject({
      changed: ['plan.md'],
      replaced: [{ path: 'notes/other.md', by: 'other.md' }],
    })
    expect((await it.ask(chatId, 'Anything else?')).notices?.map(noticeWords)).toEqual(told)
    expect((await it.ask(chatId, 'When is it now?', ['plan.md'])).notices).toBeUndefined()
    const { turns, kept } = await it.app.openChat({ workspaceId: WORKSPACE, chatId })
    expect(turns.map(({ notices }) => notices?.map(noticeWords))).toEqual([undefined, told, undefined])
    expect(kept).toMatchObject([{ key: 'plan.md', status: 'current' }])
  })

  test('a deleted or unreadable one is reported, and the chat continues with the kept text', async () => {
    const chatId = await begin()
    it.write('note.md', 'The budget is 400 euros.')
    await it.ask(chatId, 'When is the launch?', ['plan.md', 'note.md'])
    rmSync(join(it.root, 'plan.md'))
    writeFileSync(join(it.root, 'note.md'), Buffer.from([0xff, 0xfe, 0x00, 0xd8]))
    const turn = await it.ask(chatId, 'When is the launch again?')
    expect(turn.notices?.map(noticeWords)).toEqual([
      'plan.md is no longer in the workspace. The kept text was used.',
      "Varve can't read note.md any more. The kept text was used.",
    ])
    expect(turn.answer).toMatchObject({ status: 'complete', text: expect.stringContaining('12 December') })
    expect(await statuses(chatId)).toEqual([
      ['plan.md', 'missing'],
      ['note.md', 'missing'],
    ])
    it.write('plan.md', FIRST)
    expect((await statuses(chatId))[0]).toEqual(['plan.md', 'current'])
  })

  test('many missing ones are counted, not named', async () => {
    const chatId = await begin()
    const paths = Array.from({ length: 40 }, (_, index) => `${index + 10}.md`)
    for (const path of paths) it.write(path, `Text of ${path}`)
    await it.ask(chatId, 'Read them.', paths)
    for (const path of paths) rmSync(join(it.root, path))
    const { notices } = await it.ask(chatId, 'And?')
    expect(notices).toHaveLength(4)
    expect(notices?.map(noticeWords).at(-1)).toBe(
      '37 more kept files are no longer in the workspace. The kept text was used.',
    )
  })

  test('all are missing with their folder, and the chat stays readable', async () => {
    const chatId = await begin()
    await it.ask(chatId, 'When is the launch?', ['plan.md'])
    rmSync(it.root, { recursive: true })
    it = await it.reopen()
    expect(await statuses(chatId)).toEqual([['plan.md', 'missing']])
    expect(await source(chatId, 1)).toMatchObject({ content: FIRST, changed: 'missing' })
  })
})

test('the answer of a deleted chat cannot be followed', async () => {
  const chatId = await begin()
  const { answer } = await it.ask(chatId, 'When is the launch?', ['plan.md'])
  const place = { workspaceId: WORKSPACE, answerId: answer.id, after: 0 }
  expect(await it.app.watchAnswer(place)).toBeDefined()
  await it.app.deleteChat({ workspaceId: WORKSPACE, chatId })
  await expect(it.app.watchAnswer(place)).rejects.toMatchObject({ code: 'answer-not-found' })
  await expect(source(chatId, 1)).rejects.toMatchObject({ code: 'chat-trashed' })
})
