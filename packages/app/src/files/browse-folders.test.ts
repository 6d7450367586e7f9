import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { type TemporaryApp, temporaryApp } from '../testing/temporary-app.ts'
import { inHome } from './in-home.ts'

let it: TemporaryApp

beforeEach(async () => {
  it = await temporaryApp([offlineChatModel()])
})
afterEach(() => it.remove())

describe('opening a folder', () => {
  test('accepts ~ as in a shell', () => {
    const home = join('/', 'home', 'you')
    expect(inHome({ home }, '~')).toBe(home)
    expect(inHome({ home }, ' ~/notes ')).toBe(join(home, 'notes'))
    expect(inHome({ home }, '/srv/~/notes')).toBe('/srv/~/notes')
    expect(inHome({ home }, '~other/notes')).toBe('~other/notes')
  })

  test('says so when it is a file, when browsing and when opening', async () => {
    const file = join(realpathSync(it.root), 'plain.md')
    writeFileSync(file, 'x')
    const words = { code: 'folder-refused', message: expect.stringMatching(/plain\.md is a file;/) }
    await expect(it.app.browseFolders({ path: file })).rejects.toMatchObject(words)
    await expect(it.app.openWorkspace({ root: file })).rejects.toMatchObject(words)
    await expect(it.app.browseFolders({ path: '~other' })).rejects.toThrow('by its whole path')
    mkdirSync(join(it.root, 'inner'))
    const { folders } = await it.app.browseFolders({ path: it.root })
    expect(folders.map(({ name }) => name)).toContain('inner')
  })

  test('counts its notes with those of its folders, but not hidden ones', async () => {
    const root = join(realpathSync(it.root), 'counted')
    for (const folder of ['a/b', '.obsidian', 'node_modules'])
      mkdirSync(join(root, folder), { recursive: true })
    for (const file of [
      'one.md',
      'a/two.md',
      'a/b/three.md',
      'a/b/x.png',
      '.obsidian/n.md',
      'node_modules/n.md',
    ])
      writeFileSync(join(root, file), 'x')
    expect(await it.app.browseFolders({ path: root })).toMatchObject({ notes: 3, obsidian: true })
  })
})
