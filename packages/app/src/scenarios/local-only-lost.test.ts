import type { Attachable, TurnView } from '@varve/contract'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../testing/temporary-app.ts'

const CLAUDE = 'anthropic/claude-sonnet-4-5'
const CANARY = 'CANARY-7Q'

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
  it.write('Varve/workspace.json', '{"localOnly":["pay/","#diary"]}')
  it.write('pay/salaries.md', `Ada earns ${CANARY}.`)
  it.write('diary.md', `Dear ${CANARY}. #diary`)
})

afterEach(() => it.remove())

async function ask(
  attach: readonly Attachable[],
  modelId: string,
  unrecorded?: 'allow' | 'forget',
): Promise<TurnView> {
  const { answerId } = await it.app.sendMessage({
    workspaceId: WORKSPACE,
    chatId: it.chatId,
    text: 'What is this?',
    attach,
    modelId,
    unrecorded,
  })
  return lastTurn(await collect(it.app, answerId))
}

async function restart(): Promise<void> {
  it = { ...it, ...(await it.reopen()), remove: it.remove }
}

/** What went to a model in the cloud. */
const sent = (): readonly string[] =>
  it.simulator.requests.map(({ bodyText }) => bodyText).filter((body) => body.includes('What is this?'))

describe('a missing workspace folder', () => {
  const away = (): void => renameSync(it.root, `${it.root}.away`)
  const back = (): void => renameSync(`${it.root}.away`, it.root)

  test.each(['after a restart', 'while it is open'])('keeps its content here, %s', async (when) => {
    await ask(['pay/salaries.md'], 'offline')
    if (when === 'after a restart') await restart()
    away()
    await expect(ask([], CLAUDE)).rejects.toMatchObject({
      code: 'local-only',
      message: expect.stringMatching(
        /pay\/salaries\.md.*folder.*not there.*Bring it back.*use a local model/s,
      ),
    })
    await ask([], 'offline')
    expect(sent()).toEqual([])
    back()
    await expect(ask([], CLAUDE)).rejects.toMatchObject({ code: 'local-only' })
  })

  test('a chat without its content continues, and one with it continues when it is back', async () => {
    await ask([{ kind: 'paste', content: 'The tide is high.' }], CLAUDE)
    await restart()
    away()
    await ask([], CLAUDE)
    expect(sent()).toHaveLength(2)
    it = { ...it, chatId: (await it.app.createChat({ workspaceId: WORKSPACE })).id }
    back()
    await ask(['plan.md'], CLAUDE)
    away()
    await expect(ask([], CLAUDE)).rejects.toMatchObject({ code: 'local-only' })
    back()
    await ask([], CLAUDE)
    expect(sent()).toHaveLength(4)
  })
})

describe('an unmounted drive that leaves an empty folder', () => {
  const unmount = (): void => {
    renameSync(it.root, `${it.root}.away`)
    mkdirSync(it.root)
  }
  const mount = (): void => {
    rmSync(it.root, { recursive: true })
    renameSync(`${it.root}.away`, it.root)
  }
  const refused = {
    code: 'local-only',
    message: expect.stringMatching(
      /pay\/salaries\.md.*had files and is now empty.*drive.*Bring it back/s,
    ) as string,
  }

  test.each(['after a restart', 'while it is open'])(
    'keeps its content here, %s, also after Varve wrote into it',
    async (when) => {
      await ask(['pay/salaries.md'], 'offline')
      if (when === 'after a restart') await restart()
      unmount()
      await expect(ask([], CLAUDE)).rejects.toMatchObject(refused)
      await ask([], 'offline')
      it.write('Varve/chats/What is this 00000000.md', 'written by itself')
      await expect(ask([], CLAUDE)).rejects.toMatchObject(refused)
      expect(sent()).toEqual([])
      mount()
      await expect(ask([], CLAUDE)).rejects.toThrow('files that stay on this machine')
    },
  )

  test('is read normally once it has content again', async () => {
    await ask(['plan.md'], CLAUDE)
    unmount()
    await expect(ask([], CLAUDE)).rejects.toMatchObject({ code: 'local-only' })
    it.write('anything.txt', 'It is meant to be empty.')
    await ask([], CLAUDE)
    mount()
    await ask([], CLAUDE)
    expect(sent()).toHaveLength(3)
  })

  test('one that was always empty is an ordinary workspace', async () => {
    const { id: workspaceId } = await it.app.openWorkspace({ root: mkdtempSync(`${it.root}-empty-`) })
    const { id: chatId } = await it.app.createChat({ workspaceId })
    const bytes = Buffer.from('The tide is high.')
    const { id } = await it.app.uploadFile({ workspaceId, name: 'tide.md', bytes })
    const message = { workspaceId, chatId, text: 'What is this?', modelId: CLAUDE }
    for (const attach of [[`upload:${id}`], []]) {
      const { answerId } = await it.app.sendMessage({ ...message, attach })
      const events = await it.app.watchAnswer({ workspaceId, answerId, after: 0 })
      for await (const { event } of events ?? []) expect(event.kind).not.toBe('failed')
    }
    expect(sent()).toHaveLength(2)
  })
})

describe('a lost chat state', () => {
  const lose = (): Promise<unknown> =>
    it.store.commit([{ workspaceId: WORKSPACE, sql: 'delete from engine_states', parameters: [] }])
  const newChat = async (): Promise<void> => {
    it = { ...it, chatId: (await it.app.createChat({ workspaceId: WORKSPACE })).id }
  }
  const refused = { code: 'local-only', message: expect.stringContaining('files that stay on this machine') }

  test.each<readonly [string, readonly Attachable[], string]>([
    ['a note', ['pay/salaries.md'], 'pay/salaries.md'],
    ['a folder', ['pay/'], 'pay/salaries.md'],
    ['a tag', ['#diary'], 'diary.md'],
    ['what a note shows', ['index.md'], 'pay/salaries.md'],
    ['lines', ['pay/salaries.md#L1'], 'pay/salaries.md'],
  ])('keeps its content here: %s', async (_, attach, named) => {
    it.write('index.md', '![[pay/salaries]]')
    await it.app.controlIndex({ workspaceId: WORKSPACE, action: 'refresh' })
    await ask(attach, 'offline')
    await lose()
    const { message } = refused
    await expect(ask([], CLAUDE)).rejects.toMatchObject({ code: 'local-only', message })
    await expect(ask([], CLAUDE)).rejects.toThrow(named)
    expect(sent()).toEqual([])
  })

  test('for good: also in later turns, other answers, chats, forks and the file', async () => {
    await ask(['pay/salaries.md'], 'offline')
    await lose()
    await ask([], 'offline')
    const { id: turnId } = await ask([], 'offline')
    await expect(ask([], CLAUDE)).rejects.toMatchObject(refused)
    const place = { workspaceId: WORKSPACE, chatId: it.chatId }
    const again = it.app.regenerateAnswer({ ...place, turnId, modelIds: [CLAUDE] })
    await expect(again).rejects.toMatchObject(refused)
    const edited = it.app.editMessage({ ...place, turnId, text: 'And?', modelId: CLAUDE })
    await expect(edited).rejects.toMatchObject(refused)
    await it.app.writeChatFiles()
    const { file = '' } = await it.app.openChat(place)
    expect(readFileSync(join(it.root, file), 'utf8')).toContain('local-only: true')
    const fork = await it.app.forkChat({ ...place, turnId })
    await newChat()
    expect((await ask([`chat:${place.chatId}`], CLAUDE)).attachments).toEqual([])
    it = { ...it, chatId: fork.id }
    await expect(ask([], CLAUDE)).rejects.toMatchObject(refused)
    expect(sent().join()).not.toContain(CANARY)
  })

  test('search results for a local model are unknown, so they stay here', async () => {
    const settings = { runner: 'vault-qa' } as const
    await it.app.setChatSettings({ workspaceId: WORKSPACE, chatId: it.chatId, settings })
    await ask([], 'offline')
    await lose()
    await expect(ask([], CLAUDE)).rejects.toThrow('what was looked up for turn 1')
  })

  test('existing open notes, and content already sent, block nothing', async () => {
    it.write('gone.md', 'The pier is closed.')
    await ask(['plan.md', { kind: 'paste', content: 'Look.' }], 'offline')
    await lose()
    await ask(['gone.md'], CLAUDE)
    rmSync(join(it.root, 'gone.md'))
    await lose()
    await ask([], CLAUDE)
    expect(sent()).toHaveLength(2)
  })

  test('a deleted note stays here if no cloud model has read it', async () => {
    it.write('gone.md', 'The pier is closed.')
    await ask(['gone.md'], 'offline')
    await lose()
    rmSync(join(it.root, 'gone.md'))
    await expect(ask([], CLAUDE)).rejects.toMatchObject({
      code: 'unrecorded',
      message: expect.stringMatching(/gone\.md.*Allow them, forget the answers/s),
    })
  })

  describe('the user can decide about unknown and deleted content', () => {
    let answer: string

    beforeEach(async () => {
      it.write('gone.md', 'The pier is closed.')
      answer = (await ask(['gone.md'], 'offline')).answer.text
      expect(answer).toContain('pier')
      await lose()
      rmSync(join(it.root, 'gone.md'))
      await expect(ask([], CLAUDE)).rejects.toMatchObject({ code: 'unrecorded' })
    })

    test('allow: the chat continues with everything, and asks no more', async () => {
      await ask([], CLAUDE, 'allow')
      expect(sent().at(-1)).toContain('pier')
      await ask([], CLAUDE)
      expect(sent()).toHaveLength(2)
    })

    test('forget: the chat continues without the answers that used it', async () => {
      await ask([], CLAUDE, 'forget')
      await ask([], CLAUDE)
      expect(sent()).toHaveLength(2)
      expect(sent().join()).not.toContain('pier')
      expect(sent().at(-1)).toContain('This answer is left out')
      const { turns } = await it.app.openChat({ workspaceId: WORKSPACE, chatId: it.chatId })
      expect(turns[0]?.answer.text).toBe(answer)
    })

    test('regenerate and edit can allow, and an edit can forget', async () => {
      await ask([], 'offline')
      const { id: turnId } = await ask([], 'offline')
      const place = { workspaceId: WORKSPACE, chatId: it.chatId, turnId }
      const unrecorded = { code: 'unrecorded' }
      await expect(it.app.regenerateAnswer({ ...place, modelIds: [CLAUDE] })).rejects.toMatchObject(
        unrecorded,
      )
      const again = await it.app.regenerateAnswer({ ...place, modelIds: [CLAUDE], unrecorded: 'allow' })
      expect(lastTurn(await collect(it.app, again.answerId)).answer.status).toBe('complete')
      const edit = { ...place, text: 'What is this?', modelId: CLAUDE }
      await expect(it.app.editMessage(edit)).rejects.toMatchObject(unrecorded)
      const edited = await it.app.editMessage({ ...edit, unrecorded: 'forget' })
      expect(lastTurn(await collect(it.app, edited.answerId)).answer.status).toBe('complete')
      expect(sent().at(-1)).toContain('This answer is left out')
    })

    test('a moved note asks nothing', async () => {
      it.write('archive/gone.md', 'The pier is closed.')
      await ask([], CLAUDE)
      expect(sent()).toHaveLength(1)
    })

    test('a note moved into a local-only folder is refused, whatever is chosen', async () => {
      it.write('pay/gone.md', 'The pier is closed.')
      await expect(ask([], CLAUDE, 'allow')).rejects.toMatchObject({ code: 'local-only' })
      expect(sent()).toEqual([])
    })
  })
})

test('content of another chat stays here when that chat is deleted for good', async () => {
  await ask(['pay/salaries.md'], 'offline')
  const { chatId } = it
  it = { ...it, chatId: (await it.app.createChat({ workspaceId: WORKSPACE })).id }
  await ask([`chat:${chatId}`], 'offline')
  await expect(ask([], CLAUDE)).rejects.toMatchObject({ code: 'local-only' })
  await it.app.deleteChat({ workspaceId: WORKSPACE, chatId })
  await expect(ask([], CLAUDE)).rejects.toMatchObject({ code: 'local-only' })
  await it.app.eraseChat({ workspaceId: WORKSPACE, chatId })
  await expect(ask([], CLAUDE)).rejects.toMatchObject({ code: 'local-only' })
  expect(sent()).toEqual([])
})

test('a chat already given to a cloud model blocks nothing when deleted', async () => {
  await ask(['plan.md'], CLAUDE)
  const { chatId } = it
  it = { ...it, chatId: (await it.app.createChat({ workspaceId: WORKSPACE })).id }
  await ask([`chat:${chatId}`], CLAUDE)
  await it.app.deleteChat({ workspaceId: WORKSPACE, chatId })
  await it.app.eraseChat({ workspaceId: WORKSPACE, chatId })
  await ask([], CLAUDE)
  expect(sent()).toHaveLength(3)
})
