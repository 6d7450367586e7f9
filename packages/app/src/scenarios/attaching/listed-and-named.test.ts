import { beforeAll, afterAll, describe, expect, test } from 'vitest'
import { type TemporaryExtraction, temporaryExtraction } from '../../testing/temporary-extraction.ts'

/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

let it: TemporaryExtraction

beforeAll(async () => {
  it = await temporaryExtraction({
    'f/n.md': 'See ![[dot.png]] and ![[deep]]. #tg\n\n```dataview\nLIST FROM "g"\n```\n',
    'f/o.md': '![[n]]',
    'f/plain.md': 'words ![b](https://example.org/b.png)',
    'g/deep.md': '![[deeper]] #tg',
    'g/deeper.md': '![[deepest]]',
    'g/deepest.md': 'the end',
    'dot.png': Buffer.from(PIXEL, 'base64'),
  })
})

afterAll(() => it.remove())

/** Each artifact's key, mark and number of pictures. */
async function given(...names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { artifacts } = await it.extract(names)
  return new Map(artifacts.map(({ key, priority, images }) => [key, `${priority} ${images.length}`]))
}

describe('a named note brings everything it embeds', () => {
  test.each([
    ['before its folder', ['f/n.md!', 'f/']],
    ['after its folder', ['f/', 'f/n.md!']],
    ['after its tag', ['#tg', 'f/n.md!']],
    ['after a note that embeds it', ['f/o.md', 'f/n.md!']],
    ['after everything', ['/', 'f/o.md', 'f/n.md!']],
    ['twice, once with a mark', ['f/n.md', 'f/n.md!']],
  ])('%s', async (_, names) => {
    const found = await given(...names)
    expect(found.get('f/n.md')).toBe('essential 1')
    expect([...found.keys()].filter((key) => key.startsWith('f/n.md#query='))).toHaveLength(1)
    expect([...found.keys()]).toEqual(expect.arrayContaining(['g/deep.md', 'g/deeper.md']))
  })

  test('as the open note, with its mark', async () => {
    const { artifacts } = await it.extract(['f/n.md?'], { active: 'f/n.md' })
    expect(artifacts[0]).toMatchObject({ key: 'f/n.md', role: 'active', priority: 'optional' })
  })

  test('an embedded note keeps its pictures when its folder is listed too', async () => {
    expect((await given('f/o.md', 'f/')).get('f/n.md')).toBe('normal 1')
    expect((await given('f/', 'f/o.md')).get('f/n.md')).toBe('normal 1')
  })

  test('an embed at the last level is followed from a nearer note', async () => {
    expect([...(await given('f/o.md')).keys()]).not.toContain('g/deeper.md')
    expect([...(await given('f/o.md', 'g/deep.md')).keys()]).toContain('g/deepest.md')
  })

  test('each is placed where it was first named', async () => {
    expect([...(await given('f/', 'f/n.md')).keys()].slice(0, 4)).toEqual([
      'f/n.md',
      'f/o.md',
      'f/plain.md',
      'folder:f',
    ])
  })
})

describe('a folder or tag brings texts', () => {
  test('says once that pictures, embeds and queries of its notes are left out', async () => {
    const { artifacts, warnings } = await it.extract(['f/'])
    expect(artifacts.map(({ key }) => key)).toEqual(['f/n.md', 'f/o.md', 'f/plain.md', 'folder:f'])
    expect(warnings.map(({ message }) => message)).toEqual([
      'Pictures, embeds and queries of 1 note in f/ are left out; a note brings its own where it is attached by itself.',
    ])
    expect(artifacts.at(-1)?.content.split('\n').slice(0, 2)).toEqual([
      'f/: 3 of 3 files are given in full.',
      'That is their text; pictures, embeds and query results of 1 note come with a note that is attached by itself.',
    ])
  })

  test('counts only what it does not bring otherwise', async () => {
    const said = async (...names: readonly string[]) =>
      (await it.extract(names)).warnings.map(({ message }) => message.split(' in ')[0])
    expect(await said('#tg')).toEqual(['Pictures, embeds and queries of 2 notes'])
    expect(await said('g/')).toEqual([])
    expect(await said('g/deep.md', 'f/o.md', 'f/')).not.toContain('Pictures, embeds and queries of 1 note')
  })

  test('says nothing when all its notes were named too', async () => {
    const { warnings, artifacts } = await it.extract(['f/n.md', 'f/o.md', 'f/'])
    expect(warnings.map(({ message }) => message)).toEqual([
      'Embeds of "g/deeper.md" were not followed: 2 levels is the limit.',
    ])
    expect(artifacts.at(-1)?.content).not.toContain('That is')
  })
})
