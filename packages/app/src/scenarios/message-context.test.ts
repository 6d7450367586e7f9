import { type Attachable, noticeWords } from '@varve/contract'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { askAbout, type AskMore, kindsOf, lastBodyOf } from '../testing/ask-about.ts'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'

const CANARY = 'CANARY-7Q'
/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

let it: SimulatedApp

afterEach(() => it.remove())

async function begin(): Promise<void> {
  it = await simulatedApp()
}

const ask = (attach: readonly Attachable[], more?: AskMore) => askAbout(it, attach, more)
const lastBody = (): string => lastBodyOf(it)

describe('what a message names', () => {
  test('folders and tags bring their notes under their own keys, and one listing', async () => {
    await begin()
    it.write('money/budget.md', 'We have 400 euros. #project/money')
    it.write('money/old/rates.md', 'The rate was 3 %.')
    it.write('team.md', 'Ada and Grace. #project')
    expect(kindsOf(await ask(['money/']))).toEqual([
      'note money/budget.md',
      'note money/old/rates.md',
      'folder folder:money',
    ])
    expect(kindsOf(await ask(['#project', 'team.md']))).toEqual([
      'note money/budget.md',
      'note team.md',
      'tag tag:project',
    ])
    for (const text of ['We have 400 euros.', 'The rate was 3 %.', 'Ada and Grace.'])
      expect(lastBody()).toContain(text)
  })

  test('a passage, a paste, a range of lines and another chat', async () => {
    await begin()
    await ask(['plan.md'])
    const { id } = await it.app.createChat({ workspaceId: WORKSPACE })
    const { chatId } = it
    it = { ...it, chatId: id }
    const turn = await ask([
      { kind: 'selection', path: 'plan.md', lines: [3, 3], content: 'The launch is on 12 December.' },
      { kind: 'paste', content: 'pasted words' },
      'tides.md#L3-4',
      `chat:${chatId}`,
    ])
    expect(kindsOf(turn)).toEqual([
      expect.stringMatching(/^selection plan\.md#L3-3@/),
      expect.stringMatching(/^paste paste:/),
      expect.stringMatching(/^selection tides\.md#L3-4@/),
      `chat chat:${chatId}`,
    ])
    expect(lastBody()).toContain('pasted words')
    expect(lastBody()).toContain('**user**: What is this?')
  })

  test('a section and a block by name, and a note without extension', async () => {
    await begin()
    it.write('long.md', '# One\n\nfirst\n\n# Two\n\nsecond\n\nthird ^here\n')
    const turn = await ask(['long.md#Two', 'long.md#^here', 'long'])
    expect(turn.attachments.map(({ title }) => title)).toEqual(['long.md#Two', 'long.md#^here', 'long'])
    expect((await ask(['long.md#Three', 'data.zip'])).notices?.map(noticeWords)).toEqual([
      '"long.md#Three" is not there and was left out.',
      expect.stringContaining('cannot read'),
    ])
  })

  test('one file too long for a folder does not displace the others', async () => {
    await begin()
    it.write('big/a.md', 'x'.repeat(2_100_000))
    it.write('big/b.md', 'small')
    const turn = await ask(['big/'], { modelId: 'offline' })
    expect(kindsOf(turn)).toEqual(['note big/b.md', 'folder folder:big'])
    expect(turn.notices?.map(noticeWords).join()).toContain('1 does not fit into the 2,000,000 characters')
  })

  test('a moved note is found, an ambiguous one is not guessed, a deleted one is skipped with a notice', async () => {
    await begin()
    mkdirSync(join(it.root, 'archive'))
    renameSync(join(it.root, 'plan.md'), join(it.root, 'archive', 'plan.md'))
    const found = await ask(['plan.md'])
    expect(kindsOf(found)).toEqual(['note archive/plan.md'])
    expect(found.notices?.map(noticeWords)).toEqual([
      '"plan.md" is not there; "archive/plan.md" was taken in its place.',
    ])
    it.write('other/plan.md', 'Another plan.')
    await it.app.controlIndex({ workspaceId: WORKSPACE, action: 'refresh' })
    await expect
      .poll(async () => (await ask(['plan.md'])).notices?.map(noticeWords))
      .toEqual([expect.stringContaining('2 files have its name')])
    rmSync(join(it.root, 'archive'), { recursive: true })
    expect((await ask(['archive/plan.md'])).attachments.map(({ key }) => key)).not.toContain(
      'archive/plan.md',
    )
  })
})

describe('[V-1] pictures', () => {
  test('of the open note and the message are sent, those of other notes are listed as omitted', async () => {
    await begin()
    writeFileSync(join(it.root, 'dot.png'), Buffer.from(PIXEL, 'base64'))
    it.write('shown.md', 'See ![[dot.png]].')
    it.write('other.md', `See ![a](data:image/png;base64,${PIXEL.replace('mP8z8', 'mP8z9')}).`)
    await ask(['other.md'], { active: 'shown.md' })
    const images = lastBody().match(/"media_type":"image\/png"/g) ?? []
    expect(images).toHaveLength(1)
    expect(lastBody()).toContain(PIXEL)
    const { omissions } = await it.app.inspectTurn({ workspaceId: WORKSPACE, chatId: it.chatId, turn: 1 })
    expect(omissions).toMatchObject([{ key: expect.stringContaining('other.md#') }])
    // The file may be deleted by the next turn; what was sent stays in place.
    rmSync(join(it.root, 'dot.png'))
    await ask([], {})
    expect(lastBody()).toContain(PIXEL)
  })

  test('an upload is attached by id: a picture with the message, a text as an artifact', async () => {
    await begin()
    const upload = (name: string, bytes: Uint8Array) =>
      it.app.uploadFile({ workspaceId: WORKSPACE, name, bytes })
    const picture = await upload('photo.png', Buffer.from(PIXEL, 'base64'))
    const text = await upload('list.csv', Buffer.from('a,b\n1,2\n'))
    const turn = await ask([`upload:${picture.id}`, `upload:${text.id}`])
    expect(kindsOf(turn)).toEqual([expect.stringMatching(/^upload upload:/), 'image photo.png'])
    expect(lastBody()).toContain(PIXEL)
    expect(lastBody()).toContain('a,b\\n1,2')
  })
})

describe('isolation', () => {
  test('an upload and a chat of another workspace are dropped, recorded, and reach no prompt', async () => {
    await begin()
    const foreign = await it.app.uploadFile({
      workspaceId: 'other',
      name: 'secret.txt',
      bytes: Buffer.from(CANARY),
    })
    const { id: chat } = await it.app.createChat({ workspaceId: 'other' })
    const sent = await it.app.sendMessage({ workspaceId: 'other', chatId: chat, text: CANARY, attach: [] })
    await collectOther(sent.answerId)
    const turn = await ask([`upload:${foreign.id}`, `chat:${chat}`, 'upload:none'])
    expect(turn.attachments).toEqual([])
    expect(turn.notices?.map(noticeWords)).toEqual([
      `upload:${foreign.id} belongs to another workspace and was left out.`,
      `chat:${chat} belongs to another workspace and was left out.`,
      'upload:none is no longer there and was left out.',
    ])
    expect(it.simulator.requests.map(({ body }) => JSON.stringify(body)).join()).not.toContain(CANARY)
    expect(it.reports.filter((line) => line.includes('another workspace'))).toHaveLength(2)
  })

  async function collectOther(answerId: string): Promise<void> {
    for await (const _ of (await it.app.watchAnswer({ workspaceId: 'other', answerId, after: 0 })) ?? []);
  }
})
