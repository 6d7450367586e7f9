import type { Artifact } from '@varve/engine'
import { readImageInfo } from '@varve/workspace'
import { writeTestPng } from '@varve/workspace/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { type TemporaryExtraction, temporaryExtraction } from '../../testing/temporary-extraction.ts'

const png = (width: number, height: number): Uint8Array =>
  writeTestPng(width, height, (x) => [x % 256, 0, 0, 255])
const uri = (bytes: Uint8Array, type = 'png'): string =>
  `![x](data:image/${type};base64,${Buffer.from(bytes).toString('base64')})`

let it: TemporaryExtraction

afterEach(() => it.remove())

/** The key without hashes, and the names of its pictures. */
const shortly = ({ key, images }: Artifact): string =>
  [key.replace(/@.*|=.*/, ''), ...images.map(({ name }) => name)].join(' ')

describe('a part of a note', () => {
  const NOTE = [
    '![[other]]',
    '# Sec',
    '![[dot.png]] ![[small]] ![[#Last]]',
    '![w](https://example.org/w.png)',
    '```dataview',
    'LIST FROM "none"',
    '```',
    '# Next',
    '![[missing]]',
    '# Last',
    'last words ![[self#Last]]',
  ].join('\n')
  const FILES = { 'self.md': NOTE, 'small.md': 'small', 'other.md': 'other', 'dot.png': png(2, 2) }

  test.each([
    ['a section', 'self.md#Sec'],
    ['lines', 'self.md#L2-7'],
  ])('brings its contents: %s', async (_, name) => {
    it = await temporaryExtraction(FILES)
    const { artifacts, warnings } = await it.extract([name])
    expect(artifacts.map(shortly)).toEqual([
      expect.stringMatching(/^self\.md#L2-7 dot\.png https:\/\/example\.org\/w\.png$/),
      'self.md#query',
      'small.md',
      'self.md#L10-11',
    ])
    expect(warnings).toEqual([])
  })

  test('brings them also when the part is embedded', async () => {
    it = await temporaryExtraction({ ...FILES, 'from.md': '![[self#Sec]]' })
    const { artifacts } = await it.extract(['from.md'])
    expect(artifacts.map(shortly)).toEqual([
      'from.md',
      'self.md#L2-7 dot.png https://example.org/w.png',
      'self.md#query',
      'small.md',
      'self.md#L10-11',
    ])
  })

  test('says what is missing', async () => {
    it = await temporaryExtraction(FILES)
    const { warnings } = await it.extract(['self.md#Next'])
    expect(warnings.map(({ message }) => message)).toEqual([
      '"self.md" embeds "missing" (line 9), which is not there.',
    ])
  })
})

describe('[L2-4] pictures inside a text', () => {
  test('are lifted out of sections, lines, embedded sections, passages and pastes', async () => {
    const text = `# Pic\n${uri(png(2, 2))}`
    it = await temporaryExtraction({ 'data.md': text, 'emb.md': '![[data#Pic]]', 'code.txt': text })
    const passage = { kind: 'selection', path: 'data.md', lines: [2, 2], content: uri(png(2, 2)) } as const
    for (const attach of ['data.md', 'data.md#Pic', 'data.md#L2', 'emb.md', 'code.txt', passage]) {
      const { artifacts, pictures } = await it.extract([attach])
      expect(JSON.stringify(artifacts)).not.toContain('base64')
      const [image] = artifacts.at(-1)?.images ?? []
      expect(image).toMatchObject({ mediaType: 'image/png', name: 'inline-1', width: 2, height: 2 })
      expect(pictures.get(image?.hash ?? '')?.bytes).toEqual(Buffer.from(png(2, 2)))
    }
    const { images } = await it.extract([{ kind: 'paste', content: text }])
    expect(images).toMatchObject([{ mediaType: 'image/png', width: 2 }])
  })

  test('are scaled down like files, and known by their bytes', async () => {
    it = await temporaryExtraction({
      'big.md': `${uri(png(3000, 20))} ${uri(png(3000, 20))} ${uri(png(2, 2), 'jpeg')}`,
      'big.png': png(3000, 20),
    })
    const { artifacts, pictures } = await it.extract(['big.md', 'big.png'])
    expect(artifacts[0]?.images).toMatchObject([
      { name: 'inline-1', width: 2048 },
      { name: 'inline-3', mediaType: 'image/png' },
    ])
    expect(artifacts[0]?.images[0]?.hash).toBe(artifacts[1]?.images[0]?.hash)
    expect([...pictures.values()].map(({ bytes }) => readImageInfo(bytes))).toMatchObject([
      { info: { width: 2048 } },
      { info: { width: 2 } },
    ])
  })

  test('unusable ones are left out, each with the reason', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>')
    it = await temporaryExtraction({ 'odd.md': `${uri(svg, 'svg+xml')} ${uri(Buffer.alloc(30, 7))} words` })
    const { artifacts, pictures, warnings } = await it.extract(['odd.md'])
    expect(artifacts).toMatchObject([{ key: 'odd.md', images: [] }])
    expect(pictures.size).toBe(0)
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^inline-1 in odd\.md: An SVG is/),
      expect.stringMatching(/^inline-2 in odd\.md: This is no picture/),
    ])
  })

  test('count like files towards the limit', async () => {
    const many = Array.from({ length: 23 }, (_, index) => uri(png(1 + index, 1))).join('\n')
    it = await temporaryExtraction({ 'many.md': many })
    const { artifacts, warnings } = await it.extract(['many.md'])
    expect(artifacts[0]?.images).toHaveLength(20)
    expect(warnings).toMatchObject([{ message: '"many.md" holds 23 pictures; the last 3 were left out.' }])
  })
})
