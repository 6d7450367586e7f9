import { existsSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { STORE_KINDS, toolWorkspace, type ToolWorkspace } from '../testing/tool-workspace.ts'
import { TOOL_LIMITS } from '../tool-limits.ts'

describe.each(STORE_KINDS)('file tools on a workspace in a %s', (kind) => {
  let it: ToolWorkspace

  beforeAll(async () => {
    it = await toolWorkspace(kind)
  })
  afterEach(() => it.clear())
  afterAll(() => it.remove())

  describe('read', () => {
    test('returns the text byte for byte with lines and hash', async () => {
      const hash = await it.put('a.md', 'one\r\ntwo  \r\nthree')
      const { text, isError } = await it.call('read', { path: 'a.md' })
      expect(isError).toBeUndefined()
      expect(text).toBe(
        `a.md, lines 1-3 of 3, hash ${hash.slice(0, 16)}, lines end with CRLF, no line end at the end\none\r\ntwo  \r\nthree`,
      )
    })

    test('returns a range, and reports an invalid one', async () => {
      await it.put('a.md', 'one\ntwo\nthree\n')
      expect((await it.call('read', { path: 'a.md', from: 2, to: 2 })).text).toMatch(
        /lines 2-2 of 3.*\ntwo\n$/,
      )
      expect(await it.call('read', { path: 'a.md', from: 4 })).toMatchObject({ isError: true })
      expect(await it.call('read', { path: 'a.md', from: 3, to: 2 })).toMatchObject({ isError: true })
    })

    test('refers to the same version above if it is readable there', async () => {
      const hash = await it.put('a.md', 'one')
      const isReadable = (key: string, version: string): string | undefined =>
        key === 'a.md' && version === hash ? 'turn 3' : undefined
      const above = await it.call('read', { path: 'a.md' }, { isReadable })
      expect(above.text).toContain('is above as it is now (turn 3)')
      expect(above.text).not.toContain('one')
      await it.put('a.md', 'two')
      expect((await it.call('read', { path: 'a.md' }, { isReadable })).text).toContain('\ntwo')
    })

    test('stays within the result limit, and says how to continue', async () => {
      await it.put('long.md', 'x'.repeat(99).concat('\n').repeat(3000))
      const first = await it.call('read', { path: 'long.md' })
      expect(first.text.length).toBeLessThan(TOOL_LIMITS.readCharacters + 300)
      const next = Number(/\[more: lines (\d+)-3000/.exec(first.text)?.[1])
      expect((await it.call('read', { path: 'long.md', from: next })).text).toContain(`lines ${next}-`)
      await it.put('line.md', '🙂'.repeat(100_000))
      const line = await it.call('read', { path: 'line.md' })
      expect(line.text).toContain('[cut: line 1 has')
      expect(line.text.isWellFormed()).toBe(true)
    })

    test('reports files that are missing or not text', async () => {
      await it.files.write('a.txt', Uint8Array.of(0xff, 0xfe, 0), 'absent')
      expect(await it.call('read', { path: 'a.txt' })).toMatchObject({ isError: true })
      expect((await it.call('read', { path: 'gone.md' })).text).toContain('There is no "gone.md"')
      expect((await it.call('read', { path: 'a.png' })).isError).toBe(true)
    })
  })

  describe('write', () => {
    test('creates a file with its folders, and undo removes it', async () => {
      const made = await it.call('write', { path: 'x/y/a.md', content: 'one\r\n' })
      expect(await it.text('x/y/a.md')).toBe('one\r\n')
      expect(made.changes).toMatchObject([{ kind: 'create', path: 'x/y/a.md' }])
      const undone = await it.undo(made)
      expect(await it.all()).toEqual({})
      await it.undo(undone)
      expect(await it.text('x/y/a.md')).toBe('one\r\n')
    })

    test('undo removes folders created for it, and none with content', async () => {
      const isFolder = (path: string): boolean => existsSync(join(it.root, path))
      const inFolders = it.files.kind === 'folder'
      await it.put('own/own.md', 'mine')
      const first = await it.call('write', { path: 'own/new/deep/a.md', content: 'one' })
      const second = await it.call('write', { path: 'own/new/b.md', content: 'two' })
      await it.undo(first)
      expect([isFolder('own/new'), isFolder('own/new/deep')]).toEqual([inFolders, false])
      const third = await it.call('write', { path: 'fresh/deep/c.md', content: 'three' })
      const moved = await it.call('mv', { from: 'own/own.md', to: 'moved/here/own.md' })
      await it.undo(await it.undo(third))
      expect(await it.text('fresh/deep/c.md')).toBe('three')
      await it.undo(third)
      await it.undo(moved)
      expect([isFolder('fresh'), isFolder('moved'), isFolder('own')]).toEqual([false, false, inFolders])
      expect(await it.text('own/own.md')).toBe('mine')
      await it.undo(second)
    })

    test('replaces a file only after it was read', async () => {
      const hash = await it.put('a.md', 'one')
      expect((await it.call('write', { path: 'a.md', content: 'two' })).text).toContain('is there already')
      await it.put('a.md', 'changed')
      const stale = await it.call('write', { path: 'a.md', content: 'two', hash })
      expect(stale).toMatchObject({ isError: true })
      expect(stale.text).toContain('was changed since it was read')
      expect(await it.text('a.md')).toBe('changed')
      const shown = /hash is ([0-9a-f]{16})/.exec(stale.text)?.[1]
      const written = await it.call('write', { path: 'a.md', content: 'two', hash: shown })
      expect(written.changes).toMatchObject([{ kind: 'replace', path: 'a.md' }])
      const undone = await it.undo(written)
      expect(await it.text('a.md')).toBe('changed')
      await it.undo(undone)
      expect(await it.text('a.md')).toBe('two')
    })

    test('reports a missing file, an identical text, and binary content', async () => {
      const hash = await it.put('a.md', 'one')
      expect((await it.call('write', { path: 'a.md', content: 'one', hash })).changes).toBeUndefined()
      await it.files.remove('a.md', 'any')
      expect((await it.call('write', { path: 'a.md', content: 'two', hash })).text).toContain(
        'not there any more',
      )
      for (const path of ['a.png', 'a.pdf', 'a.exe', 'a'])
        expect(await it.call('write', { path, content: 'x' })).toMatchObject({ isError: true })
      expect(await it.call('write', { path: 'a.md', content: '\ud800' })).toMatchObject({ isError: true })
      expect(await it.all()).toEqual({})
    })

    test('undo does not overwrite later changes', async () => {
      const hash = await it.put('a.md', 'one')
      const written = await it.call('write', { path: 'a.md', content: 'two', hash })
      await it.put('a.md', 'mine')
      await expect(it.undo(written)).rejects.toMatchObject({ code: 'conflict' })
      expect(await it.text('a.md')).toBe('mine')
    })
  })

  describe('edit', () => {
    test('changes several passages at once, or none', async () => {
      await it.put('a.md', 'one\r\ntwo\r\nthree')
      const edits = [
        { old: 'three', new: '3' },
        { old: 'one\ntwo', new: '1\n2' },
      ]
      const edited = await it.call('edit', { path: 'a.md', edits })
      expect(await it.text('a.md')).toBe('1\r\n2\r\n3')
      await it.undo(edited)
      expect(await it.text('a.md')).toBe('one\r\ntwo\r\nthree')
      const half = [...edits, { old: 'four', new: '4' }]
      expect(await it.call('edit', { path: 'a.md', edits: half })).toMatchObject({ isError: true })
      expect(await it.text('a.md')).toBe('one\r\ntwo\r\nthree')
    })

    test('a hash restricts it to that version', async () => {
      const hash = await it.put('a.md', 'one two')
      await it.put('a.md', 'one three')
      const stale = await it.call('edit', { path: 'a.md', hash, edits: [{ old: 'one', new: '1' }] })
      expect(stale.text).toContain('was changed since it was read')
    })
  })

  describe('rm', () => {
    test('moves a file to the trash, and undo restores it', async () => {
      await it.put('a.md', 'one')
      const removed = await it.call('rm', { path: 'a.md' })
      expect(await it.all()).toEqual({})
      await it.undo(removed)
      expect(await it.text('a.md')).toBe('one')
    })

    test('refuses a non-empty folder, and a file changed since', async () => {
      const hash = await it.put('x/a.md', 'one')
      await it.put('x/y/b.md', 'two')
      for (const path of ['x', 'x/', '.', 'x/y'])
        expect((await it.call('rm', { path })).text).toMatch(/is a folder with (?:2 files|a file) in it/)
      await it.put('x/a.md', 'changed')
      expect(await it.call('rm', { path: 'x/a.md', hash })).toMatchObject({ isError: true })
      expect(Object.keys(await it.all())).toEqual(['x/a.md', 'x/y/b.md'])
    })
  })

  test('mv renames without overwriting, and can be undone', async () => {
    await it.put('a.md', 'one')
    await it.put('b.md', 'two')
    expect((await it.call('mv', { from: 'a.md', to: 'b.md' })).text).toContain(
      'There is a file "b.md" already',
    )
    expect(await it.call('mv', { from: 'a.md', to: 'a.json' })).toMatchObject({ isError: true })
    expect(await it.call('mv', { from: 'a.md', to: 'a.md' })).toMatchObject({ isError: true })
    const moved = await it.call('mv', { from: 'a.md', to: 'x/c.md' })
    expect(await it.all()).toEqual({ 'b.md': 'two', 'x/c.md': 'one' })
    await it.undo(moved)
    expect(await it.all()).toEqual({ 'a.md': 'one', 'b.md': 'two' })
  })

  test('touch creates an empty file and leaves an existing one', async () => {
    const made = await it.call('touch', { path: 'x/a.md' })
    expect(await it.text('x/a.md')).toBe('')
    expect((await it.call('read', { path: 'x/a.md' })).text).toContain('empty')
    await it.undo(made)
    expect(await it.all()).toEqual({})
    await it.put('b.md', 'two')
    expect((await it.call('touch', { path: 'b.md' })).changes).toBeUndefined()
    expect(await it.text('b.md')).toBe('two')
  })

  test('mv moves a folder with its files, never over another, and can be undone', async () => {
    await it.put('a/one.md', '1')
    await it.put('a/deep/two.md', '2')
    await it.put('b/three.md', '3')
    const before = await it.all()
    for (const to of ['b', 'b/three.md', 'a/inside', 'a', '../out'])
      expect(await it.call('mv', { from: 'a', to })).toMatchObject({ isError: true })
    expect(await it.all()).toEqual(before)
    const moved = await it.call('mv', { from: 'a/', to: 'c/d' })
    expect(moved.text).toBe('Moved a to c/d: 2 files.')
    expect(await it.all()).toEqual({ 'b/three.md': '3', 'c/d/deep/two.md': '2', 'c/d/one.md': '1' })
    if (it.files.kind === 'folder') expect(existsSync(join(it.root, 'a'))).toBe(false)
    await it.undo(moved)
    expect(await it.all()).toEqual(before)
  })

  test('mv says that unlisted files stay behind', async () => {
    if (it.files.kind === 'database') return
    await it.put('a/deep/one.md', '1')
    await it.put('b/two.md', '2')
    writeFileSync(join(it.root, 'a/deep/.hidden'), 'h')
    expect((await it.call('mv', { from: 'a', to: 'c' })).text).toMatch(
      /^Moved a to c: 1 file\. The old folder/,
    )
    expect(existsSync(join(it.root, 'a/deep/.hidden'))).toBe(true)
    expect((await it.call('mv', { from: 'b', to: 'd' })).text).toBe('Moved b to d: 1 file.')
  })

  test('refuses to move a folder with a file hidden from the model', async () => {
    await it.put('a/one.md', '1')
    await it.put('a/two.md', '---\nvarve: private\n---\n2')
    expect(await it.call('mv', { from: 'a', to: 'c' })).toMatchObject({ isError: true })
    expect(Object.keys(await it.all())).toEqual(['a/one.md', 'a/two.md'])
  })

  test('mkdir creates a folder, or says why it cannot', async () => {
    await it.put('x/a.md', 'one')
    expect((await it.call('mkdir', { path: 'x' })).text).toContain('is there already')
    const made = await it.call('mkdir', { path: 'y/z' })
    if (it.files.kind === 'folder') {
      expect(made.text).toBe('The folder y/z was made. It is empty.')
      expect(statSync(join(it.root, 'y/z')).isDirectory()).toBe(true)
      expect((await it.call('mkdir', { path: 'y/z' })).text).toContain('is there already')
    } else expect(made.text).toContain('comes with its first file')
    expect((await it.call('mkdir', { path: 'x/a.md/z' })).text).toContain('is a file')
    expect(await it.call('mkdir', { path: '../z' })).toMatchObject({ isError: true })
  })

  // A database holds no links.
  if (kind === 'folder')
    test('a link in the workspace does not bypass path rules', async () => {
      await it.put('Varve/memory.md', 'kept')
      await it.put('a.md', 'one')
      symlinkSync(join(it.root, 'Varve'), join(it.root, 'alias'))
      symlinkSync(join(it.root, 'Varve/memory.md'), join(it.root, 'alias.md'))
      const before = await it.all()
      for (const [tool, args] of [
        ['edit', { path: 'alias.md', edits: [{ old: 'kept', new: 'x' }] }],
        ['edit', { path: 'alias/memory.md', edits: [{ old: 'kept', new: 'x' }] }],
        ['write', { path: 'alias/new.md', content: 'x' }],
        ['touch', { path: 'alias/new.md' }],
        ['rm', { path: 'alias/memory.md' }],
        ['mv', { from: 'alias/memory.md', to: 'b.md' }],
        ['mv', { from: 'a.md', to: 'alias/a.md' }],
      ] as const)
        expect(await it.call(tool, args)).toMatchObject({ isError: true })
      expect(await it.all()).toEqual(before)
      for (const name of ['alias', 'alias.md']) rmSync(join(it.root, name))
    })
})
