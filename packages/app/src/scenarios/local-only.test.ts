import { type Attachable, noticeWords } from '@varve/contract'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { askAbout, type AskMore, kindsOf, lastBodyOf } from '../testing/ask-about.ts'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'

const CANARY = 'CANARY-7Q'

let it: SimulatedApp

afterEach(() => it.remove())

const ask = (attach: readonly Attachable[], more?: AskMore) => askAbout(it, attach, more)
const lastBody = (): string => lastBodyOf(it)

describe('local-only content', () => {
  async function withRules(): Promise<void> {
    it = await simulatedApp()
    it.write('Varve/workspace.json', '{"localOnly":["pay/"],"private":["#diary"]}')
    it.write('pay/salaries.md', `Ada earns ${CANARY}.`)
    it.write('diary.md', `Dear ${CANARY}. #diary`)
    it.write('index.md', '![[diary]] ![[pay/salaries]]\n\n```dataview\nLIST FROM ""\n```')
  }

  test('a local-only note reaches no cloud model, however it is named', async () => {
    await withRules()
    const passage = { kind: 'selection', path: 'pay/salaries.md', lines: [1, 1], content: CANARY } as const
    const turn = await ask(['pay/salaries.md', 'pay/', 'index.md', passage, 'pay/salaries.md#L1'])
    expect(turn.notices?.map(noticeWords).join('\n')).toContain(
      '"pay/salaries.md" is marked local-only and was left out',
    )
    expect(lastBody()).not.toContain(CANARY)
  })

  test('nor does its name through another note’s query', async () => {
    await withRules()
    it.write('list.md', '```dataview\nLIST FROM "pay"\n```')
    await ask(['list.md'], { modelId: 'offline' })
    const local = await it.app.inspectTurn({ workspaceId: WORKSPACE, chatId: it.chatId, turn: 1 })
    expect(JSON.stringify(local.request)).toContain('salaries')
    it = { ...it, chatId: (await it.app.createChat({ workspaceId: WORKSPACE })).id }
    await ask(['list.md'])
    expect(lastBody()).not.toContain('salaries')
  })

  test('a query says what it did not count, if it could have counted it', async () => {
    await withRules()
    const blocks = ['LIST FROM "pay"', 'LIST FROM "books"', 'CALENDAR file.ctime']
    it.write('lists.md', blocks.map((query) => `\`\`\`dataview\n${query}\n\`\`\``).join('\n\n'))
    const turn = await ask(['lists.md'])
    const said = '1 note that is private or stays on this machine is not counted.'
    expect(turn.notices?.map(noticeWords)).toEqual([`Queries of "lists.md": ${said}`])
    expect(lastBody().split(said)).toHaveLength(2)
  })

  test('a chat that used one refuses cloud models for good, and another chat cannot pass it on', async () => {
    await withRules()
    await ask(['pay/salaries.md'], { modelId: 'offline' })
    const before = it.simulator.requests.length
    await expect(ask([])).rejects.toMatchObject({ code: 'local-only' })
    expect(it.simulator.requests).toHaveLength(before)
    // The answer quotes it, so forgetting the note would not be enough.
    await it.app.forgetArtifact({ workspaceId: WORKSPACE, chatId: it.chatId, key: 'pay/salaries.md' })
    await ask([], { modelId: 'offline' })
    await expect(ask([])).rejects.toMatchObject({ code: 'local-only' })
    const { chatId } = it
    it = { ...it, chatId: (await it.app.createChat({ workspaceId: WORKSPACE })).id }
    const other = await ask([`chat:${chatId}`])
    expect(other.attachments).toEqual([])
    expect(other.notices?.map(noticeWords)).toEqual([expect.stringContaining('stay on this machine')])
    expect(JSON.stringify(it.simulator.requests)).not.toContain(CANARY)
  })

  test('nor can another chat’s file', async () => {
    await withRules()
    await ask(['pay/salaries.md'], { modelId: 'offline' })
    await it.app.writeChatFiles()
    const { file = '' } = await it.app.openChat({ workspaceId: WORKSPACE, chatId: it.chatId })
    it = { ...it, chatId: (await it.app.createChat({ workspaceId: WORKSPACE })).id }
    const other = await ask([file])
    expect(other.attachments).toEqual([])
    expect(other.notices?.map(noticeWords).join()).toContain('is marked local-only and was left out')
    expect(JSON.stringify(it.simulator.requests)).not.toContain(CANARY)
  })

  test('so does a chat with a passage of a note that marks itself', async () => {
    await withRules()
    it.write('mine.md', '---\nvarve: local-only\n---\nsecret')
    await ask([{ kind: 'selection', path: 'mine.md', lines: [4, 4], content: 'secret' }], {
      modelId: 'offline',
    })
    await expect(ask([])).rejects.toMatchObject({ code: 'local-only' })
  })

  test('a file from outside that marks itself stays here too', async () => {
    await withRules()
    const upload = (text: string) =>
      it.app.uploadFile({ workspaceId: WORKSPACE, name: 'letter.md', bytes: Buffer.from(text) })
    const closed = await upload(`---\nprivate: true\n---\n${CANARY}`)
    const unclosed = await upload(`---\nlocal-only: true\n${CANARY}`)
    const turn = await ask([`upload:${closed.id}`, `upload:${unclosed.id}`])
    expect(turn.attachments).toEqual([])
    expect(turn.notices?.map(noticeWords).join()).toContain('"letter.md" is marked private and was left out')
    expect(JSON.stringify(it.simulator.requests)).not.toContain(CANARY)
    const local = await ask([`upload:${closed.id}`], { modelId: 'offline' })
    expect(local.attachments).toHaveLength(1)
    await expect(ask([])).rejects.toMatchObject({ code: 'local-only' })
  })

  test('names of a private folder are not shown, and unreadable rules close everything', async () => {
    await withRules()
    const turn = await ask(['#diary', 'pay/'])
    expect(turn.attachments).toEqual([])
    expect(lastBody()).not.toContain('diary')
    it.write('Varve/workspace.json', '{broken')
    const closed = await ask(['plan.md'])
    expect(closed.attachments).toEqual([])
    expect(closed.notices?.map(noticeWords).join()).toContain('Varve/workspace.json cannot be understood')
    const { index } = await it.app.showWorkspace({ workspaceId: WORKSPACE })
    expect(index?.problems).toMatchObject([{ path: 'Varve/workspace.json' }])
  })

  test.each([
    ['{"private": ["#diary"],}', 'line 1 column 24'],
    ['{"Private": ["#diary"]}', 'a key "Private"'],
    ['{"private": ["diar*"]}', 'private, entry 1: "diar*" has a wildcard'],
  ])('with %s a local model sees only named files too', async (rules, place) => {
    await withRules()
    it.write('Varve/workspace.json', rules)
    const mentioning = { workspaceId: WORKSPACE, chatId: it.chatId, text: 'What?', modelId: 'offline' }
    const listed = await it.app.forecastTurn({ ...mentioning, attach: ['/', '#diary'] })
    expect(listed.attachments).toEqual([])
    const notices = listed.notices ?? []
    expect(notices.map(noticeWords).filter((notice) => notice.includes(place))).toEqual([
      expect.stringContaining('Varve/workspace.json cannot be understood'),
    ])
    expect(notices?.map(noticeWords)).toContain(
      '"diary.md" was left out: it is not known to be open; name it to attach it.',
    )
    const named = await ask(['diary.md', 'plan.md'], { modelId: 'offline' })
    expect(kindsOf(named)).toEqual(['note diary.md', 'note plan.md'])
    expect(named.notices?.map(noticeWords).join()).toContain(place)
  })

  test('a private note comes only by name; the user finds it, also by link, with its mark', async () => {
    await withRules()
    const listed = await ask(['index.md', '#diary'], { modelId: 'offline' })
    expect(kindsOf(listed).join()).not.toContain('note diary.md')
    expect(kindsOf(await ask(['diary.md'], { modelId: 'offline' }))).toEqual(['note diary.md'])
    it.write('Varve/workspace.json', '{"private":["diary.md"]}')
    symlinkSync('diary.md', join(it.root, 'public.md'))
    await it.app.controlIndex({ workspaceId: WORKSPACE, action: 'refresh' })
    await vi.waitFor(async () => {
      const { hits } = await it.app.searchWorkspace({ workspaceId: WORKSPACE, text: 'dear' })
      expect(hits.map(({ path, privacy }) => `${path} ${privacy}`).sort()).toEqual([
        'diary.md private',
        'public.md private',
      ])
    }, 30_000)
  })

  test('an unreadable hit affects no other', async () => {
    await withRules()
    it.write('deep/target.md', 'kiwi below')
    it.write('whole.md', 'kiwi here')
    symlinkSync('deep/target.md', join(it.root, 'link.md'))
    const found = async (): Promise<readonly string[]> => {
      const { hits } = await it.app.searchWorkspace({ workspaceId: WORKSPACE, text: 'kiwi' })
      return hits.map(({ path }) => path).sort()
    }
    const all = ['deep/target.md', 'link.md', 'whole.md']
    await it.app.controlIndex({ workspaceId: WORKSPACE, action: 'refresh' })
    await expect.poll(() => found()).toEqual(all)
    await it.app.controlIndex({ workspaceId: WORKSPACE, action: 'pause' })
    rmSync(join(it.root, 'deep'), { recursive: true })
    expect(await found()).toEqual(all)
  })

  test('the list of files shows them, by folder, tag, front matter and link', async () => {
    await withRules()
    it.write('own.md', '---\nprivate: true\n---\n')
    it.write('kept.md', '---\nlocal-only: true\n---\n')
    symlinkSync('pay/salaries.md', join(it.root, 'public.md'))
    await it.app.controlIndex({ workspaceId: WORKSPACE, action: 'refresh' })
    await vi.waitFor(async () => {
      const listed = await it.app.listFiles({ workspaceId: WORKSPACE })
      expect(
        Object.fromEntries(listed.flatMap(({ path, privacy }) => (privacy ? [[path, privacy]] : []))),
      ).toEqual({
        'diary.md': 'private',
        'kept.md': 'local-only',
        'own.md': 'private',
        'pay/salaries.md': 'local-only',
        'public.md': 'local-only',
      })
    }, 30_000)
  })
})
