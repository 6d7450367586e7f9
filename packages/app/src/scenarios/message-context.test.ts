import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Attachable } from '../files/attachable.ts'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../testing/temporary-app.ts'
import type { TurnView } from '../views.ts'

const CLAUDE = 'anthropic/claude-sonnet-4-5'
const CANARY = 'CANARY-7Q'
/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

let it: SimulatedApp

afterEach(() => it.remove())

async function begin(): Promise<void> {
  it = await simulatedApp()
}

async function ask(
  attach: readonly Attachable[],
  more: { readonly active?: string; readonly modelId?: string } = {},
): Promise<TurnView> {
  const { answerId } = await it.app.sendMessage({
    workspaceId: WORKSPACE,
    chatId: it.chatId,
    text: 'What is this?',
    attach,
    modelId: CLAUDE,
    ...more,
  })
  return lastTurn(await collect(it.app, answerId))
}

const lastBody = (): string => JSON.stringify(it.simulator.requests.at(-1)?.body ?? '')
const kindsOf = ({ attachments }: TurnView): readonly string[] =>
  attachments.map(({ kind, key }) => `${kind} ${key}`)

describe('what a message names', () => {
  test('folders and tags bring their notes, each under its own key, and one listing', async () => {
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

  test('a passage, a paste, a page of lines and another chat', async () => {
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

  test('a section and a block by name, and a note without its ending', async () => {
    await begin()
    it.write('long.md', '# One\n\nfirst\n\n# Two\n\nsecond\n\nthird ^here\n')
    const turn = await ask(['long.md#Two', 'long.md#^here', 'long'])
    expect(turn.attachments.map(({ title }) => title)).toEqual(['long.md#Two', 'long.md#^here', 'long'])
    expect((await ask(['long.md#Three', 'data.zip'])).notices).toEqual([
      '"long.md#Three" is not there and was left out.',
      expect.stringContaining('cannot read'),
    ])
  })

  test('one file that is too long for a folder does not keep the others out', async () => {
    await begin()
    it.write('big/a.md', 'x'.repeat(2_100_000))
    it.write('big/b.md', 'small')
    const turn = await ask(['big/'], { modelId: 'offline' })
    expect(kindsOf(turn)).toEqual(['note big/b.md', 'folder folder:big'])
    expect(turn.notices?.join()).toContain('1 does not fit into the 2,000,000 characters')
  })

  test('a moved note is found, one of two of a name is not guessed, a deleted one is skipped and told', async () => {
    await begin()
    mkdirSync(join(it.root, 'archive'))
    renameSync(join(it.root, 'plan.md'), join(it.root, 'archive', 'plan.md'))
    const found = await ask(['plan.md'])
    expect(kindsOf(found)).toEqual(['note archive/plan.md'])
    expect(found.notices).toEqual(['"plan.md" is not there; "archive/plan.md" was taken in its place.'])
    it.write('other/plan.md', 'Another plan.')
    await it.app.controlIndex({ workspaceId: WORKSPACE, action: 'refresh' })
    await expect
      .poll(async () => (await ask(['plan.md'])).notices)
      .toEqual([expect.stringContaining('2 files have its name')])
    rmSync(join(it.root, 'archive'), { recursive: true })
    expect((await ask(['archive/plan.md'])).attachments.map(({ key }) => key)).not.toContain(
      'archive/plan.md',
    )
  })
})

describe('[V-1] pictures', () => {
  test('of the open note and of the message are sent, those of other notes are listed as left out', async () => {
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
    // The file may be gone by the next turn; what was sent stays where it stands.
    rmSync(join(it.root, 'dot.png'))
    await ask([], {})
    expect(lastBody()).toContain(PIXEL)
  })

  test('a file that was handed over is attached by its id: a picture with the message, a text as an artifact', async () => {
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
    expect(turn.notices).toEqual([
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

describe('what stays on this machine', () => {
  async function withRules(): Promise<void> {
    await begin()
    it.write('Varve/workspace.json', '{"localOnly":["pay/"],"private":["#diary"]}')
    it.write('pay/salaries.md', `Ada earns ${CANARY}.`)
    it.write('diary.md', `Dear ${CANARY}. #diary`)
    it.write('index.md', '![[diary]] ![[pay/salaries]]\n\n```dataview\nLIST FROM ""\n```')
  }

  test('a local-only note reaches no cloud model, by no way of naming it', async () => {
    await withRules()
    const passage = { kind: 'selection', path: 'pay/salaries.md', lines: [1, 1], content: CANARY } as const
    const turn = await ask(['pay/salaries.md', 'pay/', 'index.md', passage, 'pay/salaries.md#L1'])
    expect(turn.notices?.join('\n')).toContain('"pay/salaries.md" is marked local-only and was left out')
    expect(lastBody()).not.toContain(CANARY)
  })

  test('nor does its name through the query of another note', async () => {
    await withRules()
    it.write('list.md', '```dataview\nLIST FROM "pay"\n```')
    await ask(['list.md'], { modelId: 'offline' })
    const local = await it.app.inspectTurn({ workspaceId: WORKSPACE, chatId: it.chatId, turn: 1 })
    expect(JSON.stringify(local.request)).toContain('salaries')
    it = { ...it, chatId: (await it.app.createChat({ workspaceId: WORKSPACE })).id }
    await ask(['list.md'])
    expect(lastBody()).not.toContain('salaries')
  })

  test('that a query does not count one is said of queries that were run and could have', async () => {
    await withRules()
    const blocks = ['LIST FROM "pay"', 'LIST FROM "books"', 'CALENDAR file.ctime']
    it.write('lists.md', blocks.map((query) => `\`\`\`dataview\n${query}\n\`\`\``).join('\n\n'))
    const turn = await ask(['lists.md'])
    const said = '1 note that is private or stays on this machine is not counted.'
    expect(turn.notices).toEqual([`Queries of "lists.md": ${said}`])
    expect(lastBody().split(said)).toHaveLength(2)
  })

  test('a chat that was given one refuses a cloud model for good, and another chat cannot pass it on', async () => {
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
    expect(other.notices).toEqual([expect.stringContaining('stay on this machine')])
    expect(JSON.stringify(it.simulator.requests)).not.toContain(CANARY)
  })

  test('nor can the file that another chat is kept in', async () => {
    await withRules()
    await ask(['pay/salaries.md'], { modelId: 'offline' })
    await it.app.writeChatFiles()
    const { file = '' } = await it.app.openChat({ workspaceId: WORKSPACE, chatId: it.chatId })
    it = { ...it, chatId: (await it.app.createChat({ workspaceId: WORKSPACE })).id }
    const other = await ask([file])
    expect(other.attachments).toEqual([])
    expect(other.notices?.join()).toContain('is marked local-only and was left out')
    expect(JSON.stringify(it.simulator.requests)).not.toContain(CANARY)
  })

  test('so does one that was given a passage of a note that says it of itself', async () => {
    await withRules()
    it.write('mine.md', '---\nvarve: local-only\n---\nsecret')
    await ask([{ kind: 'selection', path: 'mine.md', lines: [4, 4], content: 'secret' }], {
      modelId: 'offline',
    })
    await expect(ask([])).rejects.toMatchObject({ code: 'local-only' })
  })

  test('a file from outside that says it of itself stays here too', async () => {
    await withRules()
    const upload = (text: string) =>
      it.app.uploadFile({ workspaceId: WORKSPACE, name: 'letter.md', bytes: Buffer.from(text) })
    const closed = await upload(`---\nprivate: true\n---\n${CANARY}`)
    const unclosed = await upload(`---\nlocal-only: true\n${CANARY}`)
    const turn = await ask([`upload:${closed.id}`, `upload:${unclosed.id}`])
    expect(turn.attachments).toEqual([])
    expect(turn.notices?.join()).toContain('"letter.md" is marked private and was left out')
    expect(JSON.stringify(it.simulator.requests)).not.toContain(CANARY)
    const local = await ask([`upload:${closed.id}`], { modelId: 'offline' })
    expect(local.attachments).toHaveLength(1)
    await expect(ask([])).rejects.toMatchObject({ code: 'local-only' })
  })

  test('not even the names of a private folder are told, and rules that cannot be read close everything', async () => {
    await withRules()
    const turn = await ask(['#diary', 'pay/'])
    expect(turn.attachments).toEqual([])
    expect(lastBody()).not.toContain('diary')
    it.write('Varve/workspace.json', '{broken')
    const closed = await ask(['plan.md'])
    expect(closed.attachments).toEqual([])
    expect(closed.notices?.join()).toContain('Varve/workspace.json cannot be understood')
    const { index } = await it.app.showWorkspace({ workspaceId: WORKSPACE })
    expect(index?.problems).toMatchObject([{ path: 'Varve/workspace.json' }])
  })

  test.each([
    ['{"private": ["#diary"],}', 'line 1, column 24'],
    ['{"Private": ["#diary"]}', 'a key "Private"'],
    ['{"private": ["diar*"]}', 'private, entry 1: "diar*" has a wildcard'],
  ])('with %s nothing but what is named reaches a model on this machine either', async (rules, place) => {
    await withRules()
    it.write('Varve/workspace.json', rules)
    const mentioning = { workspaceId: WORKSPACE, chatId: it.chatId, text: 'What?', modelId: 'offline' }
    const listed = await it.app.forecastTurn({ ...mentioning, attach: ['/', '#diary'] })
    expect(listed.attachments).toEqual([])
    const notices = listed.notices ?? []
    expect(notices.filter((notice) => notice.includes(place))).toEqual([
      expect.stringContaining('Varve/workspace.json cannot be understood'),
    ])
    expect(notices).toContain('"diary.md" was left out: it is not known to be open; name it to attach it.')
    const named = await ask(['diary.md', 'plan.md'], { modelId: 'offline' })
    expect(kindsOf(named)).toEqual(['note diary.md', 'note plan.md'])
    expect(named.notices?.join()).toContain(place)
  })

  test('a private note comes only when it is named; the user finds it, also behind a link, with its mark', async () => {
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
    }, 10_000)
  })

  test('a hit that cannot be looked at any more takes no other with it', async () => {
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
    await vi.waitFor(async () => expect(await found()).toEqual(all), 10_000)
    await it.app.controlIndex({ workspaceId: WORKSPACE, action: 'pause' })
    rmSync(join(it.root, 'deep'), { recursive: true })
    expect(await found()).toEqual(all)
  })

  test('the list of files says which these are, by folder, tag, front matter and link', async () => {
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
    }, 10_000)
  })
})
