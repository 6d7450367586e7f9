import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { indexed, STORE_KINDS, toolWorkspace, type ToolWorkspace } from './testing/tool-workspace.ts'

describe.each(STORE_KINDS)('search tools on a workspace in a %s', (kind) => {
  let it: ToolWorkspace

  beforeAll(async () => {
    it = await toolWorkspace(kind)
  })
  afterEach(() => it.clear())
  afterAll(() => it.remove())

  test('untrusted content is labelled, whichever tool reads it', async () => {
    await it.put('import/a.md', 'a manatee')
    await it.put('own.md', 'a zebra')
    await indexed(it.run())
    const isUntrusted = (path: string): boolean => path.startsWith('import/')
    for (const [tool, args, untrusted] of [
      ['read', { path: 'import/a.md' }, true],
      ['read', { path: 'own.md' }, undefined],
      ['grep', { pattern: 'manatee' }, true],
      ['grep', { pattern: 'zebra' }, undefined],
      ['localSearch', { query: 'manatee' }, true],
      ['localSearch', { query: 'zebra' }, undefined],
    ] as const)
      expect((await it.call(tool, args, { isUntrusted })).untrusted).toBe(untrusted)
  })

  test('identical passages are one hit that names the other files', async () => {
    const text = 'The heron waits by the weir until the tide turns, and leaves at noon.'
    await it.put('heron.md', text)
    await it.put('old/heron.md', text)
    await it.put('hidden/heron.md', `---\nvarve: private\n---\n${text}`)
    await indexed(it.run())
    const { hits, text: said } = await it.call('localSearch', { query: 'heron weir' })
    expect(hits).toHaveLength(1)
    expect(said).toMatch(/the passage of \S*heron\.md is also in (?:old\/)?heron\.md\]/)
    expect(said).not.toContain('hidden')
  })

  test('grep reports a pattern that is too expensive, and stops on abort', async () => {
    for (const at of [1, 2, 3]) await it.put(`long-${at}.md`, `y${'x'.repeat(1500)}\n`.repeat(600))
    const { text } = await it.call('grep', { pattern: '(a?){450}[bc]', regex: true })
    expect(text).toMatch(
      /^No line matched in the files searched so far\.\n\[stopped: .* not every file was searched/,
    )
    const stopped = it.call('grep', { pattern: 'zebra' }, { signal: AbortSignal.abort() })
    await expect(stopped).rejects.toThrow(/abort/i)
  })

  test('a note marked just now is not named, whatever the index knows', async () => {
    await it.put('a.md', 'open')
    await indexed(it.run())
    await it.put('a.md', '---\nvarve: private\n---\n')
    expect((await it.call('ls', {})).text).toBe('/ is empty.')
  })

  test('Varve’s own files are left out of grep, glob, find and the tree unless named', async () => {
    await it.put('a.md', 'plums')
    await it.put('Varve/chats/old.md', 'plums')
    for (const [tool, args, named] of [
      ['grep', { pattern: 'plums' }, { pattern: 'plums', path: 'Varve/chats' }],
      ['glob', { pattern: '**/*.md' }, { pattern: 'Varve/**/*.md' }],
      ['find', { kind: 'note' }, { kind: 'note', folder: 'Varve' }],
      ['getFileTree', {}, { folder: 'Varve' }],
    ] as const) {
      const { text } = await it.call(tool, args)
      expect(text).toContain('a.md')
      expect(text).not.toContain('old.md')
      expect((await it.call(tool, named)).text).toContain('old.md')
    }
  })

  describe('lists', () => {
    beforeEach(async () => {
      await it.put('b.md', 'plums and pears')
      await it.put('notes/a.md', '# Fruit\n\nA manatee eats plums.\n')
      await it.put('notes/deep/c.txt', 'PLUMS\r\nnothing\r\nplum jam')
      await it.put('notes/d.json', '{}')
    })

    test('ls lists folders with file counts, then files', async () => {
      expect((await it.call('ls', {})).text).toBe('/\nnotes/ (3)\nb.md (15 bytes)')
      expect((await it.call('ls', { path: 'notes/' })).text).toBe(
        'notes/\ndeep/ (1)\na.md (31 bytes)\nd.json (2 bytes)',
      )
      expect(await it.call('ls', { path: 'gone' })).toMatchObject({ isError: true })
    })

    test('glob and find', async () => {
      expect((await it.call('glob', { pattern: '*.md' })).text).toBe('b.md\nnotes/a.md')
      expect((await it.call('glob', { pattern: 'notes/**/*.{txt,json}' })).text).toBe(
        'notes/d.json\nnotes/deep/c.txt',
      )
      expect((await it.call('glob', { pattern: '*.png' })).text).toContain('No file')
      expect((await it.call('find', { name: 'A' })).text).toBe('notes/a.md')
      expect((await it.call('find', { kind: 'file', folder: 'notes' })).text).toBe(
        'notes/d.json\nnotes/deep/c.txt',
      )
      expect((await it.call('find', { changedTo: '2001-01-01' })).text).toContain('No file')
      expect((await it.call('find', { changedFrom: '2001-01-01', name: 'b' })).text).toBe('b.md')
      expect(await it.call('find', { changedFrom: '2026-02-30' })).toMatchObject({ isError: true })
    })

    test('getFileTree', async () => {
      const whole = '/\nnotes/ (3)\n  deep/ (1)\n    c.txt\n  a.md\n  d.json\nb.md'
      expect((await it.call('getFileTree', {})).text).toBe(whole)
      expect((await it.call('getFileTree', { depth: 1 })).text).toBe('/\nnotes/ (3)\nb.md')
      expect((await it.call('getFileTree', { folder: 'notes/deep' })).text).toBe('notes/deep/\nc.txt')
    })

    test('grep returns lines with numbers', async () => {
      expect((await it.call('grep', { pattern: 'plum' })).text).toBe(
        'b.md\n1: plums and pears\nnotes/a.md\n3: A manatee eats plums.\nnotes/deep/c.txt\n1: PLUMS\n3: plum jam',
      )
      const args = { pattern: '^plum\\b', regex: true, caseSensitive: true, path: 'notes', context: 1 }
      expect((await it.call('grep', args)).text).toBe('notes/deep/c.txt\n2- nothing\n3: plum jam')
      expect((await it.call('grep', { pattern: 'plum', path: '*.txt' })).text).toContain('PLUMS')
      expect((await it.call('grep', { pattern: '(', regex: true })).text).toContain('cannot be used')
      expect((await it.call('grep', { pattern: 'zebra' })).text).toBe('No line matches.')
    })

    test('[L3-3] localSearch returns hits with key, version, lines, heading and text', async () => {
      await indexed(it.run())
      const { hits, text } = await it.call('localSearch', { query: 'manatee' })
      const { contentHash } = await it.files.read('notes/a.md')
      expect(text).toContain('1 passage')
      expect(hits).toMatchObject([{ key: 'notes/a.md', contentHash }])
      expect(hits?.[0]?.text).toContain('A manatee eats plums.')
      expect(hits?.[0]?.text).toContain('[Fruit]')
      const within = await it.call('localSearch', { query: 'plums', folder: 'notes' })
      expect(within.hits?.map(({ key }) => key)).not.toContain('b.md')
      expect((await it.call('localSearch', { query: 'zzzqqq' })).text).toContain('No passage')
    })

    test('lists are cut deterministically', async () => {
      for (let number = 0; number < 320; number += 1)
        await it.put(`many/${String(number).padStart(3, '0')}.txt`, `number ${number}`)
      const listed = await it.call('ls', { path: 'many' })
      expect(listed.text).toContain('[20 more; narrow it with glob or find]')
      expect((await it.call('glob', { pattern: 'many/*' })).text).toContain('[120 more; narrow it]')
      expect((await it.call('grep', { pattern: 'number' })).text).toContain('[stopped after 100 lines')
      expect(await it.call('ls', { path: 'many' })).toEqual(listed)
    })
  })

  describe('privacy', () => {
    beforeEach(async () => {
      await it.put('Varve/workspace.json', '{"localOnly":["diary/"],"private":["#secret"]}')
      await it.put('diary/day.md', 'plums at home')
      await it.put('marked.md', '---\nvarve: local-only\n---\nplums within')
      await it.put('tagged.md', 'plums #secret')
      await it.put('open.md', 'plums for all')
      await indexed(it.run())
    })

    const searches = (audience: 'this-machine' | 'cloud'): Promise<readonly string[]> =>
      Promise.all(
        (
          [
            ['ls', {}],
            ['ls', { path: 'diary' }],
            ['getFileTree', {}],
            ['glob', { pattern: '**' }],
            ['find', { kind: 'note' }],
            ['grep', { pattern: 'plums' }],
            ['localSearch', { query: 'plums' }],
          ] as const
        ).map(async ([tool, args]) => {
          const { text, hits = [] } = await it.call(tool, args, { audience })
          return [text, ...hits.map((hit) => hit.key + hit.text)].join('\n')
        }),
      )

    test('local-only files are neither read nor named to a cloud model', async () => {
      const seen = (await searches('cloud')).join('\n')
      expect(seen).toContain('open.md')
      for (const hidden of ['day.md', 'marked.md', 'tagged.md', 'at home', 'within', '#secret'])
        expect(seen).not.toContain(hidden)
      for (const path of ['diary/day.md', 'marked.md', 'tagged.md'])
        for (const [tool, args] of [
          ['read', { path }],
          ['edit', { path, edits: [{ old: 'plums', new: 'x' }] }],
          ['write', { path, content: 'x' }],
          ['rm', { path }],
          ['mv', { from: path, to: 'moved.md' }],
          ['touch', { path }],
        ] as const)
          expect((await it.call(tool, args, { audience: 'cloud' })).text).toContain('is withheld')
    })

    test('hidden hits take no place and are not counted', async () => {
      for (let number = 0; number < 120; number += 1)
        await it.put(`many/${number}.md`, 'manatee manatee manatee #secret')
      await it.put('many/open.md', 'Among much else that is said here, once and at length, a manatee.')
      await indexed(it.run())
      const { hits, text } = await it.call('localSearch', { query: 'manatee' })
      expect(hits?.map(({ key }) => key)).toEqual(['many/open.md'])
      expect(text).toContain('1 passage, best first')
      expect((await it.call('ls', {})).text).toContain('many/ (1)')
      expect((await it.call('getFileTree', { depth: 1 })).text).toContain('many/ (1)')
    })

    test('unreadable rules close everything, and their content is not shown', async () => {
      await it.put('Varve/workspace.json', '{"private": ["diary/*"]}')
      const seen = await searches('this-machine')
      for (const hidden of ['day.md', 'open.md', 'marked.md', 'plums', 'diary/*'])
        expect(seen.join('\n').replaceAll('"diary"', '')).not.toContain(hidden)
      const said = 'Varve/workspace.json cannot be understood'
      expect(seen.at(-1)).toContain(said)
      expect((await it.call('read', { path: 'open.md' })).text).toContain(said)
    })

    test('a local model sees everything but private files', async () => {
      const seen = (await searches('this-machine')).join('\n')
      for (const shown of ['day.md', 'marked.md', 'open.md', 'within']) expect(seen).toContain(shown)
      for (const hidden of ['tagged.md', '#secret']) expect(seen).not.toContain(hidden)
    })
  })
})
