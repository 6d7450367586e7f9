import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { pathsOf, type TemporaryWorkspace, temporaryWorkspace } from './testing/temporary-workspace.ts'

let place: TemporaryWorkspace

afterEach(() => place.remove())

const VAULT = {
  'garden/apple.md':
    '---\naliases: [Pomme]\n---\n# Apple\n\nRed fruit, see [[pear]] and [[nowhere]]. #fruit/red\n',
  'garden/pear.md':
    '# Pear\n\nGreen fruit. #fruit\n\n## Storage\n\nKeeps in a cellar, unlike an [[apple]].\n',
  'notes/2026-11-02.md': 'A walk to the orchard. [[garden/apple]] #walk\n',
  'code/press.ts': 'export const cider = pressFruit()\n',
  'Varve/chats/talk.md': 'A chat about fruit #fruit\n',
  '.obsidian/app.md': 'hidden fruit\n',
  'photo of an apple.png': 'not read',
}

describe('an index of a folder', () => {
  test('finds words in notes and other text, with lines to cite', async () => {
    place = temporaryWorkspace(VAULT)
    const index = await place.open()
    await index.refresh()
    expect(await pathsOf(index, 'cellar')).toEqual(['garden/pear.md'])
    expect(await pathsOf(index, 'cider')).toEqual(['code/press.ts'])
    const [hit] = (await index.search({ text: 'cellar' })).hits
    expect(hit?.lines[0]).toBeGreaterThanOrEqual(1)
    expect(hit?.lines[1]).toBeLessThanOrEqual(8)
    expect(hit?.snippet).toContain('cellar')
    expect(index.status()).toMatchObject({ state: 'ready', filesDone: 6, filesTotal: 6, problems: [] })
    expect(await index.verify()).toEqual([])
  })

  test('reads UTF-16 with a byte order mark, and returns privacy marks', async () => {
    place = temporaryWorkspace({ ...VAULT, 'own.md': '---\nprivate: true\n---\n' })
    place.write('wide.md', Buffer.from('\ufeff# Quince\n\nYellow fruit.\n', 'utf16le'))
    const index = await place.open()
    await index.refresh()
    expect(await pathsOf(index, 'quince')).toEqual(['wide.md'])
    expect(index.status().problems).toEqual([])
    const marked = (await index.files({ parsed: 'marked' })).filter(({ parsed }) => parsed)
    expect(marked.map(({ path }) => path)).toEqual(['own.md'])
  })

  test('excludes hidden folders, and Varve’s own unless named', async () => {
    place = temporaryWorkspace(VAULT)
    const index = await place.open()
    await index.refresh()
    expect((await pathsOf(index, 'fruit')).toSorted()).toEqual(['garden/apple.md', 'garden/pear.md'])
    expect((await index.filesUnder('', 10)).paths).not.toContain('Varve/chats/talk.md')
    expect((await index.filesUnder('Varve', 10)).paths).toEqual(['Varve/chats/talk.md'])
    expect(await index.filesWithTag('fruit')).toEqual(['garden/apple.md', 'garden/pear.md'])
    expect((await index.files()).map((file) => file.path)).toContain('Varve/chats/talk.md')
  })

  test('excludes ignored files', async () => {
    place = temporaryWorkspace({ ...VAULT, '.gitignore': 'code/\n', 'garden/.varveignore': 'pear.md\n' })
    const index = await place.open()
    await index.refresh()
    const paths = (await index.files()).map((file) => file.path)
    expect(paths).toContain('garden/apple.md')
    expect(paths).not.toContain('garden/pear.md')
    expect(paths).not.toContain('code/press.ts')
  })

  test('knows tags, links, names, times and totals', async () => {
    place = temporaryWorkspace(VAULT)
    const index = await place.open()
    await index.refresh()
    expect(await index.tags()).toEqual([
      { tag: 'fruit', count: 2 },
      { tag: 'fruit/red', count: 1 },
      { tag: 'walk', count: 1 },
    ])
    expect(await index.neighbours('garden/apple.md')).toEqual({
      outgoing: ['garden/pear.md'],
      incoming: ['garden/pear.md', 'notes/2026-11-02.md'],
      unresolved: ['nowhere'],
    })
    expect(await index.findByName('APPLE')).toEqual(['garden/apple.md'])
    expect(await index.findByName('Pear.md')).toEqual(['garden/pear.md'])
    expect(await index.findByName('press.md')).toEqual([])
    expect(await index.filesUnder('garden', 1)).toEqual({ paths: ['garden/apple.md'], total: 2 })
    expect((await index.recent(2)).length).toBe(2)
    expect(await index.statistics()).toMatchObject({
      files: 5,
      notes: 3,
      links: 4,
      unresolvedLinks: 1,
      tags: 3,
    })
    expect((await index.file('garden/pear.md'))?.parsed?.headings.map((heading) => heading.text)).toEqual([
      'Pear',
      'Storage',
    ])
    expect(await index.file('gone.md')).toBeUndefined()
    const links = (await index.file('garden/apple.md'))?.parsed?.links ?? []
    expect(await index.resolveLinks('garden/apple.md', links)).toEqual(['garden/pear.md', undefined])
  })

  test('finds an unreadable file by name, with the reason, and continues', async () => {
    place = temporaryWorkspace({ 'good.md': 'fine words', 'huge.txt': 'x'.repeat(5000) })
    place.write('latin.txt', new Uint8Array([0x63, 0x61, 0x66, 0xe9]))
    place.write('broken.pdf', '%PDF-1.7 and then nothing of a PDF')
    const index = await place.open({ limits: { maximumFileBytes: 4096 } })
    await index.refresh()
    expect(await pathsOf(index, 'words')).toEqual(['good.md'])
    expect(index.status().problems.map((problem) => problem.path)).toEqual([
      'broken.pdf',
      'huge.txt',
      'latin.txt',
    ])
    expect(await index.findByName('huge')).toEqual(['huge.txt'])
  })

  test('reports unfollowed links, except ignored ones', async () => {
    place = temporaryWorkspace({ 'a.md': 'alpha', 'box/b.md': 'beta', '.gitignore': 'build/\nold.md\n' })
    for (const name of ['linked', 'build']) symlinkSync(join(place.root, 'box'), join(place.root, name))
    for (const name of ['new.md', 'old.md']) symlinkSync('nowhere.md', join(place.root, name))
    const index = await place.open()
    await index.refresh()
    expect(index.status().problems).toEqual([
      { path: 'linked', reason: '"linked" is a link to a folder; such links are not followed.' },
      { path: 'new.md', reason: '"new.md" is a link that leads nowhere.' },
    ])
  })

  test('orders paths by code units', async () => {
    const names = ['a.md', 'B.md', 'é.md', '￿.md', '😀.md']
    place = temporaryWorkspace(Object.fromEntries(names.map((name) => [name, 'text'])))
    const index = await place.open()
    await index.refresh()
    expect((await index.files()).map((file) => file.path)).toEqual(
      names.map((n) => n.normalize('NFC')).toSorted(),
    )
  })

  test('refuses queries after closing', async () => {
    place = temporaryWorkspace(VAULT)
    const index = await place.open()
    await index.close()
    await expect(index.search({ text: 'fruit' })).rejects.toMatchObject({ code: 'closed' })
    await expect(index.refresh()).rejects.toMatchObject({ code: 'closed' })
  })

  test('reports a missing folder without its location', async () => {
    place = temporaryWorkspace()
    const opening = place.open({ root: `${place.root}/missing` })
    await expect(opening).rejects.toMatchObject({ code: 'input-output' })
    await expect(opening).rejects.not.toThrow(place.root)
  })

  test('an unusable data folder is not blamed on the workspace', async () => {
    place = temporaryWorkspace(VAULT)
    const refusal = {
      code: 'input-output',
      message: expect.stringMatching(/^The data folder .* \(E[A-Z]+\)\.$/),
    }
    const aFile = join(dirname(place.root), 'plain')
    writeFileSync(aFile, '')
    await expect(place.open({ file: join(aFile, 'index', 'x.db') })).rejects.toMatchObject(refusal)
    await expect(place.open({ file: join(aFile, 'x.db') })).rejects.toMatchObject(refusal)
    mkdirSync(dirname(place.file))
    symlinkSync(join(dirname(place.root), 'gone', 'x.db'), place.file)
    await expect(place.open()).rejects.toMatchObject(refusal)
  })
})
