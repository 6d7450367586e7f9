import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { bringChats } from '../testing/bring-chats.ts'
import { scriptedModel } from '../testing/scripted-model.ts'
import { type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'
import type { ExportForm } from '@varve/contract'

let it: TemporaryApp

afterEach(() => it.remove())

/** In the second workspace, which is empty. */
const bring = (file: string, name?: string) => bringChats(it.app, file, name)

/** Two branches, two answers to the first question, an attached note and a tag. */
async function branchedChat(): Promise<string> {
  const model = scriptedModel()
  it = await temporaryApp([model])
  it.write('lease.md', 'The lease ends in December.')
  const { id: chatId } = await it.app.createChat({ workspaceId: WORKSPACE })
  const place = { workspaceId: WORKSPACE, chatId }
  const answer = (text: string): void => {
    model.say(text)
    model.end()
  }
  answer('**user**: December & <b>more</b>')
  const first = await it.ask(chatId, 'When? --> </script>', ['lease.md'])
  answer('Another answer')
  await untilEnded((await it.app.regenerateAnswer({ ...place, turnId: first.id })).answerId)
  answer('Of course')
  await it.ask(chatId, 'Sure?')
  answer('Edited answer')
  await untilEnded((await it.app.editMessage({ ...place, turnId: first.id, text: 'Edited' })).answerId)
  await it.app.arrangeChat({ ...place, tags: ['law'] })
  return chatId
}

async function firstTurn(chatId: string): Promise<string> {
  return (await it.store.turns.list(WORKSPACE, chatId))[0]?.id ?? ''
}

/** What each turn was given, as an export says it. */
async function attachedIn(workspaceId: string, chatId: string): Promise<unknown> {
  const { text } = await out(chatId, 'json', workspaceId)
  const { conversation } = JSON.parse(text) as { readonly conversation: { readonly turns: readonly Turn[] } }
  return conversation.turns.map(({ attached }) => attached)
}

interface Turn {
  readonly attached: readonly unknown[]
}

async function untilEnded(answerId: string): Promise<void> {
  for await (const _ of (await it.app.watchAnswer({ workspaceId: WORKSPACE, answerId, after: 0 })) ?? []);
}

const out = (chatId: string, form: ExportForm, workspaceId = WORKSPACE) =>
  it.app.exportChat({ workspaceId, chatId, form })

describe('export and import', () => {
  test('JSON into an empty workspace gives the same conversation, byte for byte', async () => {
    const chatId = await branchedChat()
    const { text, name, type } = await out(chatId, 'json')
    expect(name).toMatch(/^When -- script [0-9a-f]{8}\.json$/)
    expect(type).toBe('application/json')
    expect(await bring(text)).toEqual({
      chats: [
        {
          source: 'chats.json',
          title: 'When? --> </script>',
          outcome: 'added',
          chatId,
          turns: 3,
          answers: 4,
          lost: [],
        },
      ],
      skipped: [],
    })
    expect((await out(chatId, 'json', 'other')).text).toBe(text)
    const place = { workspaceId: 'other', chatId }
    const before = await it.app.openChat({ workspaceId: WORKSPACE, chatId })
    const { file: _, notices: __, ...after } = await it.app.openChat(place)
    expect(after).toMatchObject({
      title: before.title,
      tags: ['law'],
      turns: before.turns.map((turn) => ({ id: turn.id, text: turn.text, siblings: turn.siblings })),
    })
    expect((await it.app.searchChats({ workspaceId: 'other', text: 'another' })).hits).toHaveLength(1)
    expect(await bring(text)).toMatchObject({ chats: [{ outcome: 'known', chatId }] })
  })

  test.each(['markdown', 'jsonl', 'html'] as const)('%s has every branch and answer', async (form) => {
    const chatId = await branchedChat()
    const { text } = await out(chatId, form)
    const { chats } = await bring(text, 'chat')
    expect(chats).toMatchObject([{ outcome: 'added', chatId, turns: 3, answers: 4 }])
    const texts = async (workspaceId: string) => ({
      turns: (await it.store.turns.list(workspaceId, chatId)).map((turn) => [
        turn.id,
        turn.parentId,
        turn.text,
      ]),
      answers: (await it.store.answers.list(workspaceId, chatId)).map((answer) => [answer.id, answer.text]),
    })
    expect(await texts('other')).toEqual(await texts(WORKSPACE))
  })

  test.each(['markdown', 'jsonl', 'html'] as const)(
    '%s: an unchanged note of the workspace is attached again, a changed one keeps its key and hash',
    async (form) => {
      const chatId = await branchedChat()
      await it.app.showBranch({ workspaceId: WORKSPACE, chatId, turnId: await firstTurn(chatId) })
      const { text } = await out(chatId, form)
      expect((await bring(text, 'chat')).chats).toMatchObject([{ outcome: 'added', lost: [] }])
      const { kept } = await it.app.openChat({ workspaceId: 'other', chatId })
      expect(kept).toMatchObject([{ key: 'lease.md', status: 'current' }])
      it.write('lease.md', 'The lease has been changed.')
      const { chats } = await bring(text.replaceAll('Of course', 'By all means'), 'chat')
      const gap = expect.stringMatching(/^The text of "lease\.md" \([0-9a-f]{12}…\) is not there\.$/)
      expect(chats[0]?.outcome).toBe('copied')
      expect(chats[0]?.lost).toContainEqual(gap)
      const copy = { workspaceId: 'other', chatId: chats[0]?.chatId ?? '' }
      expect((await it.app.openChat(copy)).kept).toEqual([])
      expect(await attachedIn('other', copy.chatId)).toEqual(await attachedIn(WORKSPACE, chatId))
    },
  )

  test('finds a moved note among others of its name by its hash', async () => {
    const chatId = await branchedChat()
    await it.app.showBranch({ workspaceId: WORKSPACE, chatId, turnId: await firstTurn(chatId) })
    const { text } = await out(chatId, 'markdown')
    it.write('a/lease.md', 'Another lease.')
    it.write('b/lease.md', 'The lease ends in December.')
    rmSync(join(it.root, 'lease.md'))
    expect((await bring(text, 'chat')).chats).toMatchObject([{ outcome: 'added', lost: [] }])
    expect((await it.app.openChat({ workspaceId: 'other', chatId })).kept).toHaveLength(1)
  })

  test('an exported page runs nothing, and no message becomes markup', async () => {
    const { text } = await out(await branchedChat(), 'html')
    expect(text).not.toMatch(/<script|<b>|\son\w+=/)
    expect(text).toContain('&lt;b&gt;more&lt;/b&gt;')
  })

  test('model output before restoring is left out of pages and notes, and kept in JSON', async () => {
    const chatId = await branchedChat()
    const { json } = await receivedIn('other')
    expect(json.json).toContain('<<EMAIL_1>>')
    expect(json.html + json.markdown).not.toMatch(/EMAIL_1|receivedHash/)
    expect(chatId).not.toBe('')
  })

  test('a different chat is added as a copy; a longer one continues', async () => {
    const chatId = await branchedChat()
    const { text } = await out(chatId, 'json')
    await bring(text)
    const changed = text.replaceAll('Of course', 'Not at all')
    expect(await bring(changed)).toMatchObject({ chats: [{ outcome: 'copied', turns: 3 }] })
    expect(await it.app.listChats({ workspaceId: 'other' })).toHaveLength(2)
    const lines = [
      '{"conversation":{"id":"grown","title":"G","tags":[]}}',
      '{"role":"user","turn":"g1","text":"one"}',
      '{"role":"assistant","turn":"g1","id":"ga1","text":"first"}',
    ]
    expect(await bring(lines.join('\n'))).toMatchObject({ chats: [{ outcome: 'added', chatId: 'grown' }] })
    lines.push(
      '{"role":"user","turn":"g2","text":"two"}',
      '{"role":"assistant","turn":"g2","id":"ga2","text":"second"}',
    )
    expect(await bring(lines.join('\n'))).toMatchObject({ chats: [{ outcome: 'extended', turns: 2 }] })
  })

  test('imported consent does not count here', async () => {
    it = await temporaryApp([scriptedModel()])
    const turn = {
      id: 't',
      userText: 'x',
      context: { notes: [], urls: [], tabs: [], tags: [], folders: [] },
      attached: [],
      answers: [],
      decisions: { options: { remoteImages: true, active: 'a.md' }, state: '0'.repeat(64) },
    }
    const conversation = { id: 'c', title: '', tags: [], turns: [turn] }
    await bring(JSON.stringify({ format: 'varve-chat', version: 1, conversation }))
    expect((await it.store.turns.list('other', 'c'))[0]?.options).toEqual({ active: 'a.md', imported: true })
    expect(await it.app.openChat({ workspaceId: 'other', chatId: 'c' })).toMatchObject({ title: 'x' })
  })
})

/** A chat whose answer was restored from placeholders. */
async function receivedIn(
  workspaceId: string,
): Promise<{ readonly json: Readonly<Record<ExportForm, string>> }> {
  const turn = {
    id: 'r1',
    userText: 'Whom do I write to?',
    context: { notes: [], urls: [], tabs: [], tags: [], folders: [] },
    attached: [],
    answers: [{ id: 'ra1', text: 'To ann@example.org', status: 'complete', chosen: true, model: 'm' }],
  }
  await bring(
    JSON.stringify({
      format: 'varve-chat',
      version: 1,
      conversation: { id: 'r', title: 'R', tags: [], turns: [turn] },
    }),
  )
  await it.store.commit([
    {
      workspaceId,
      sql: `update answers set received = 'To <<EMAIL_1>>' where workspace_id = ? and id = 'ra1'`,
      parameters: [workspaceId],
    },
  ])
  const text = async (form: ExportForm) => (await out('r', form, workspaceId)).text
  return {
    json: {
      json: await text('json'),
      html: await text('html'),
      markdown: await text('markdown'),
      jsonl: await text('jsonl'),
    },
  }
}
