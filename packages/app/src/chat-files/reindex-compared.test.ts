import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ChatFolder } from '../testing/chat-folder.ts'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'
import { untilEnded } from '../testing/until-ended.ts'

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
})

afterEach(() => it.remove())

const GPT = 'openai/gpt-5.6'
const MAIL = 'lone.canary@posteo.net'
const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })

test('a comparison comes back from the chat file, with its judge and cost', async () => {
  const modelIds = ['anthropic/claude-sonnet-4-5', GPT]
  const decision = { action: 'redact', always: ['EMAIL'] } as const
  const sending = it.app.sendMessage({ ...place(), text: `Is it ${MAIL}?`, attach: [], modelIds, decision })
  const { turns } = await untilEnded(it.app, it.chatId, sending)
  await it.app.writeChatFiles()
  for (const text of ['The first verdict.', 'Answer A names <<EMAIL_1>> -- and %%nothing%%.']) {
    it.simulator.play({ kind: 'answer', text })
    await it.app.compareAnswers({ ...place(), turnId: turns[0]?.id ?? '', modelId: GPT })
    await it.app.writeChatFiles()
  }
  const before = await it.app.openChat(place())
  expect(before.turns[0]?.comparison?.text).toContain(MAIL)
  const { simulator } = it
  const again = await it.reopen({ path: join(it.root, '..', 'another.db') })
  it = {
    ...it,
    ...again,
    remove: async () => {
      await again.remove()
      await simulator.close()
    },
  }
  const { files } = await it.app.reindexChats({ workspaceId: WORKSPACE })
  expect(files).toMatchObject([{ outcome: 'added', state: 'exact', gaps: [] }])
  expect(await it.app.openChat(place())).toEqual(before)
  // It goes with its chat, and so does one that another has taken the place of.
  await it.app.deleteChat(place())
  await it.app.eraseChat(place())
  const chats = new ChatFolder(it.root)
  expect([...chats.keptContents(), ...chats.objectTexts()].join('\n')).not.toMatch(/verdict|nothing%%/)
})
