import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Extraction } from '@varve/workspace'
import { afterEach, expect, test } from 'vitest'
import { type TemporaryExtraction, temporaryExtraction } from '../../testing/temporary-extraction.ts'

let it: TemporaryExtraction

afterEach(() => it.remove())

const textsOf = ({ artifacts }: Extraction): readonly string[] => artifacts.map(({ content }) => content)
const messagesOf = ({ warnings }: Extraction): readonly string[] => warnings.map(({ message }) => message)

test('missing lines are left out, and the rest continues', async () => {
  it = await temporaryExtraction({ 'five.md': '1\n2\n3\n4\n5\n', 'one.md': 'one', 'empty.md': '' })
  const found = await it.extract(['five.md#L6', 'one.md#L700', 'empty.md#L1', 'five.md#L4-9', 'one.md'])
  expect(textsOf(found)).toEqual(['4\n5', 'one'])
  expect(messagesOf(found)).toEqual([
    '"five.md" has 5 lines; line 6 is not there and was left out.',
    '"one.md" has 1 line; line 700 is not there and was left out.',
    '"empty.md" has 0 lines; line 1 is not there and was left out.',
  ])
})

test('lines are counted as in notes, with any line endings', async () => {
  it = await temporaryExtraction({ 'windows.md': 'a\r\nb\r\nc\r\n', 'old.md': 'a\rb\rc' })
  const found = await it.extract(['windows.md#L2-3', 'old.md#L2', 'old.md#L4'])
  expect(textsOf(found)).toEqual(['b\r\nc', 'b'])
  expect(messagesOf(found)).toEqual(['"old.md" has 3 lines; line 4 is not there and was left out.'])
})

const passage = (path: string, content: string) =>
  ({ kind: 'selection', path, lines: [1, 1], content }) as const

test('[A-2] a passage is kept though its note was deleted, renamed or is no longer text', async () => {
  it = await temporaryExtraction({ 'broken.md': new Uint8Array([0xff, 0xfe, 0xff]) })
  const found = await it.extract([passage('gone.md', 'marked'), passage('broken.md', 'other')])
  expect(textsOf(found)).toEqual(['marked', 'other'])
  expect(found.artifacts[0]?.key).toMatch(/^gone\.md#L1-1@/)
  expect(messagesOf(found)).toEqual([])
})

test('a passage of a deleted note stays on this machine, since its mark is unknown', async () => {
  it = await temporaryExtraction({ 'code.ts': 'let a', 'mine/moved.md': 'before\nmarked text' })
  const asked = [
    passage('gone.md', 'marked'),
    passage('gone.ts', 'let a'),
    passage('moved.md', 'marked text'),
  ]
  const found = await it.extract(asked, { audience: 'cloud' })
  expect(textsOf(found)).toEqual(['let a', 'marked text'])
  // It is there now, so that note says how far it goes.
  expect(found.artifacts[1]?.source.path).toBe('mine/moved.md')
  expect(messagesOf(found)).toEqual([
    'The passage of "gone.md" was left out: its note cannot be read any more, so it is not known whether it may leave this machine.',
  ])
  it.write('mine/moved.md', '---\nprivate: true\n---\nmarked text')
  expect(textsOf(await it.extract(asked, { audience: 'cloud' }))).toEqual(['let a'])
  it.write('mine/moved.md', 'another note of that name')
  expect(textsOf(await it.extract(asked, { audience: 'cloud' }))).toEqual(['let a'])
  it.write('Varve/workspace.json', '{"localOnly":["gone.ts"]}')
  expect(textsOf(await it.extract(asked, { audience: 'cloud' }))).toEqual([])
  expect(textsOf(await it.extract(asked))).toEqual(['marked', 'let a', 'marked text'])
})

test('a passage from outside is refused as before', async () => {
  it = await temporaryExtraction()
  for (const path of ['../out.md', '../out.ts', '.git/config'])
    await expect(it.extract([passage(path, 'x')])).rejects.toMatchObject({ code: 'path-invalid' })
})

test('a file removed after indexing is left out', async () => {
  it = await temporaryExtraction({ 'a.md': 'a', 'b.md': 'b' })
  rmSync(join(it.root, 'a.md'))
  expect(textsOf(await it.extract(['a.md', 'b.md']))).toEqual(['b'])
})
