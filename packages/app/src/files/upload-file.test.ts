import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'

let it: TemporaryApp

beforeEach(async () => {
  it = await temporaryApp([offlineChatModel()])
})
afterEach(() => it.remove())

const upload = (name: string, bytes: Uint8Array) => it.app.uploadFile({ workspaceId: WORKSPACE, name, bytes })

describe('an upload', () => {
  test('is refused before attaching if it cannot be read', async () => {
    const unreadable: readonly (readonly [string, Uint8Array, RegExp])[] = [
      ['bin.md', new Uint8Array([0x23, 0xff, 0xfe, 0xc3, 0x28]), /not UTF-8/],
      ['bad.pdf', Buffer.from('no pdf'), /is not a PDF/],
      ['cut.pdf', Buffer.from('%PDF-1.7\nbroken'), /cut\.pdf/],
      ['fake.png', Buffer.from('no picture'), /no picture of a known kind/],
    ]
    for (const [name, bytes, words] of unreadable) await expect(upload(name, bytes)).rejects.toThrow(words)
  })

  test('is named in the sources of an answer, not by its hash', async () => {
    const { id, hash } = await upload('launch.md', Buffer.from('# Launch\n\nThe launch is on 12 December.\n'))
    const { id: chatId } = await it.app.createChat({ workspaceId: WORKSPACE })
    const { answer } = await it.ask(chatId, 'When is the launch?', [`upload:${id}`])
    expect(answer.sources[0]).toMatchObject({ path: `upload:${hash}`, title: 'launch.md' })
    const later = await it.ask(chatId, 'When was the launch again?')
    expect(later.answer.sources[0]).toMatchObject({ title: 'launch.md' })
  })

  test('as is a query, by its note', async () => {
    it.write('a.md', '# A\n\n#launch on 12 December\n')
    it.write('board.md', '# Board\n\n```dataview\nLIST FROM #launch\n```\n')
    const { id: chatId } = await it.app.createChat({ workspaceId: WORKSPACE })
    const { answer } = await it.ask(chatId, 'What does the query LIST FROM launch give?', ['board.md'])
    const cited = answer.sources.find(({ path }) => path.includes('#query='))
    expect(cited?.title).toBe('Query in board.md, line 3')
  })
})
