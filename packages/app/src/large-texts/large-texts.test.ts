import { noticeWords } from '@varve/contract'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_PROFILES, estimateTokenizer } from '@varve/engine'
import { scanText } from '@varve/guard'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ChatModel } from '../models/chat-model.ts'
import { rememberCounts } from '../models/remember-counts.ts'
import { simulatedApp } from '../testing/simulated-app.ts'
import { type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'
import { countApart, LARGE, scanApart } from './large-texts.ts'

const LINE = 'The gauge at pier 7 read 412 mm, as Erika (erika.muster@example.com) wrote.\n'
const long = (characters: number): string => LINE.repeat(Math.ceil(characters / LINE.length))
const MEBIBYTE = 1024 * 1024
const NEVER = new AbortController().signal

describe('a large text', () => {
  test('has the same findings and tokens in a worker thread', async () => {
    const texts = [long(LARGE + 1), `é ${long(LARGE + 1)}`]
    expect(await scanApart(texts, {}, NEVER)).toEqual(texts.map((text) => scanText(text)))
    expect(await countApart(texts, 'estimate', NEVER)).toEqual(texts.map(estimateTokenizer().count))
  })

  test('is scanned only in a thread, for forecast, send and regenerate', async () => {
    const it = await simulatedApp()
    try {
      it.write('long.md', long(LARGE + 1))
      const turn = {
        workspaceId: WORKSPACE,
        chatId: it.chatId,
        text: 'What does it say?',
        attach: ['long.md'],
        modelId: 'openai/gpt-4.1',
        decision: { action: 'redact' },
      } as const
      const [first, second] = await Promise.all([it.app.forecastTurn(turn), it.app.forecastTurn(turn)])
      expect(first.guard).toEqual(second.guard)
      const { answerId, turnId } = await it.app.sendMessage(turn)
      for await (const _ of (await it.app.watchAnswer({ workspaceId: WORKSPACE, answerId, after: 0 })) ?? []);
      await it.app.regenerateAnswer({ workspaceId: WORKSPACE, chatId: it.chatId, turnId })
      expect(it.reports).toEqual([])
    } finally {
      await it.remove()
    }
  })

  test('is scanned and counted in a thread when split over many files', async () => {
    const names = ['a.md', 'b.md', 'c.md'] as const
    const { count, id } = estimateTokenizer()
    const here = rememberCounts({
      id,
      count: (text) => {
        if (text.length > LARGE / 4) throw new Error(`${text.length} characters were counted at once.`)
        return count(text)
      },
    })
    const it = await temporaryApp([countingModel(here)])
    try {
      for (const name of names) it.write(name, `${name} ${long(LARGE / 2)}`)
      const { id: chatId } = await it.app.createChat({ workspaceId: WORKSPACE })
      const { answer } = await it.ask(chatId, 'What do they say?', names)
      expect(answer.status).toBe('complete')
    } finally {
      await it.remove()
    }
  })

  test('is counted only in a thread', async () => {
    const { count, id } = estimateTokenizer()
    const here = rememberCounts({
      id,
      count: (text) => {
        if (text.length > LARGE) throw new Error(`${text.length} characters were counted at once.`)
        return count(text)
      },
    })
    const it = await temporaryApp([countingModel(here)])
    try {
      it.write('long.md', long(LARGE + 1))
      const { id: chatId } = await it.app.createChat({ workspaceId: WORKSPACE })
      const { answer } = await it.ask(chatId, 'What does it say?', ['long.md'])
      expect(answer.status).toBe('complete')
    } finally {
      await it.remove()
    }
  })
})

describe('attachments over the limit', () => {
  let it: TemporaryApp
  beforeEach(async () => {
    it = await temporaryApp([countingModel(rememberCounts(estimateTokenizer()))])
  })
  afterEach(() => it.remove())

  const forecast = async (attach: readonly string[]) => {
    const { id: chatId } = await it.app.createChat({ workspaceId: WORKSPACE })
    return it.app.forecastTurn({ workspaceId: WORKSPACE, chatId, text: 'What?', attach })
  }

  test('refuses a text over 16 MB by its size, uploaded or in the folder', async () => {
    const bytes = new Uint8Array(17 * MEBIBYTE)
    await expect(
      it.app.uploadFile({ workspaceId: WORKSPACE, name: 'large.txt', bytes }),
    ).rejects.toMatchObject({ code: 'file-too-large', message: expect.stringContaining('16,777,216') })
    const path = join(it.root, 'large.md')
    writeFileSync(path, '')
    truncateSync(path, bytes.length)
    const { notices } = await forecast(['large.md'])
    expect(notices?.map(noticeWords)).toContainEqual(
      expect.stringContaining('"large.md" has 17,825,792 bytes'),
    )
  })

  test('together are omitted beyond eight million characters per message', async () => {
    for (const name of ['one.txt', 'two.txt']) it.write(name, long(5_000_000))
    const { notices } = await forecast(['one.txt', 'two.txt'])
    expect(notices?.map(noticeWords).filter((notice) => notice.includes('8,000,000'))).toEqual([
      expect.stringMatching(/^"two.txt" was left out/),
    ])
  })
})

function countingModel(tokenizer: ChatModel['spec']['tokenizer']): ChatModel {
  return {
    spec: {
      id: 'counting',
      window: 10_000_000,
      reservedOutput: 1000,
      vision: false,
      tokenizer,
      profile: DEFAULT_PROFILES.offline,
      layout: 'auto',
    },
    name: 'Counting',
    label: 'for tests',
    answer: async function* () {
      yield { kind: 'text', delta: 'Fine.' }
      yield { kind: 'finish', sources: [] }
    },
  }
}
