import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scriptedModel } from '../testing/scripted-model.ts'
import { type TemporaryApp, temporaryApp } from '../testing/temporary-app.ts'
import type { ImportReportView } from '@varve/contract'
import { readChatsApart } from './import-chats.ts'
import { testZip } from '../testing/test-zip.ts'

/** The others are for `npm run test:full`. */
const EVERY = process.env['VARVE_TEST_SHARE'] === 'full' ? 1 : 3
/** Work in this thread would let hardly a timer run; however slow the machine is, work in another lets many. */
const SOME_TURNS = 8

let it: TemporaryApp

const bring = (bytes: Uint8Array, name: string): Promise<ImportReportView> =>
  it.app.importChats({ workspaceId: 'other', name, bytes })

interface Bomb {
  readonly path: string
  readonly before?: string
  readonly unit: string
  readonly after?: string
}

/** 24 MB of one thing, packed into a few kilobytes. */
function bombOf({ path, before = '', unit, after = '' }: Bomb): Uint8Array {
  const middle = Buffer.alloc(Math.floor((24 * 2 ** 20) / unit.length) * unit.length, unit)
  const content = Buffer.concat([Buffer.from(before), middle, Buffer.from(after)])
  return testZip([{ path, raw: deflateRawSync(content, { level: 1 }), size: content.length }])
}

/** How often other work could run in the meantime. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  const timer = setInterval(() => turns++, 5)
  await work.finally(() => clearInterval(timer))
  return turns
}

describe('compression bombs', () => {
  beforeAll(async () => {
    it = await temporaryApp([scriptedModel()])
  })

  afterAll(() => it.remove())

  const MESSAGES = 'It has more than 50000 messages. Split it into several files.'
  const VALUES = 'it has more than 5000000 values'

  const bombs: readonly [string, Bomb, string][] = [
    ['questions', { path: 'a.md', unit: '**user**: x\n' }, MESSAGES],
    ['times', { path: 'a.md', before: '**user**: x\n', unit: '[Timestamp: ]\n' }, MESSAGES],
    [
      'properties',
      { path: 'a.md', before: '---\n', unit: 'a: b\n', after: '---\n' },
      'Its front matter has more than 1000000 characters. Split it into several files.',
    ],
    [
      'names',
      { path: 'a.md', before: '**user**: x\n[Context: ', unit: 'Notes: a, ', after: ']\n' },
      'A line of names in it has more than 1000000 characters. Split it into several files.',
    ],
    ['lines', { path: 'a.jsonl', unit: '{"role":"user","text":"x"}\n' }, MESSAGES],
    ['lines of nothing', { path: 'a.jsonl', unit: '{\n' }, MESSAGES],
    [
      'values',
      { path: 'a.json', before: '[{"mapping":{"a":[', unit: '{},', after: '1]}}]' },
      `It is no JSON that can be read: ${VALUES}.`,
    ],
    [
      'values of one conversation',
      { path: 'a.json', before: '{"mapping":{"a":[', unit: '{},', after: '1]}}' },
      `It holds no messages that can be read. Line 1: ${VALUES}`,
    ],
    [
      'values of a page',
      { path: 'a.html', before: '<!-- varve:chat [', unit: '{},', after: '1] -->' },
      VALUES,
    ],
    ['numbers', { path: 'a.json', before: '[', unit: '1,', after: '1]' }, 'It holds no conversations.'],
    ['commas', { path: 'a.json', before: '[', unit: ',', after: ']' }, 'It holds no conversations.'],
  ]

  test.each(bombs.filter((_, index) => index % EVERY === 0))(
    'endless %s are refused without blocking anything else',
    async (_, bomb, reason) => {
      const brought = bring(bombOf(bomb), 'x.zip')
      expect(await turnsDuring(brought)).toBeGreaterThan(SOME_TURNS)
      const { chats, skipped } = await brought
      expect([...chats.flatMap(({ lost }) => lost), ...skipped.map((each) => each.reason)]).toEqual([reason])
    },
  )

  test('endless conversations are refused as a whole', async () => {
    const bomb = bombOf({ path: 'a.json', before: '[', unit: '{"mapping":{}},', after: '{}]' })
    const brought = bring(bomb, 'x.zip')
    expect(await turnsDuring(brought.catch(() => undefined))).toBeGreaterThan(SOME_TURNS)
    await expect(brought).rejects.toMatchObject({
      code: 'file-too-large',
      message:
        'There are more than 50000 chats in this file. Split it, and import its parts one after another.',
    })
  })
})

describe('reading in a separate thread', () => {
  const conversation = (number: number): string =>
    JSON.stringify({
      uuid: `k${number}`,
      name: `Chat ${number}`,
      chat_messages: [
        { uuid: 'm', sender: 'human', text: 'x'.repeat(1000), created_at: '2026-01-02T03:04:05Z' },
      ],
    })
  const bytes = (items: readonly string[]): Uint8Array => Buffer.from(`[${items.join(',\n')}]`)

  test('passes on a long list, and says where it breaks off', async () => {
    const items = Array.from({ length: 1000 }, (_, number) => conversation(number))
    const whole = bytes(items)
    expect((await readChatsApart({ name: 'a.json', bytes: whole })).chats).toHaveLength(1000)
    const { chats, refused } = await readChatsApart({ name: 'a.json', bytes: whole.subarray(0, -20) })
    expect(chats).toHaveLength(999)
    expect(refused.map(({ lost }) => lost)).toEqual([
      ['It is no JSON that can be read: the list breaks off.'],
    ])
  })

  test.each([
    [{ milliseconds: 20 }, 'a.zip was not read within 0.02 seconds and was given up.'],
    [{ bufferMegabytes: 16 }, 'a.zip takes more than 16 MB of memory to read and was given up.'],
  ])('aborts beyond its limits: %o', async (limit, message) => {
    const limits = { milliseconds: 60_000, heapMegabytes: 512, bufferMegabytes: 512, ...limit }
    const bomb = bombOf({ path: 'a.md', unit: 'x' })
    await expect(readChatsApart({ name: 'a.zip', bytes: bomb }, limits)).rejects.toMatchObject({
      code: 'file-too-large',
      message: `${message} Split it, and import its parts one after another.`,
    })
  })
})
