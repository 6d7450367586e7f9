import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'
import type { FileStore } from '../file-store/file-store.ts'
import { type FolderStoreLimits, openFolderStore } from '../file-store/open-folder-store.ts'

interface Folder extends Pick<FileStore, 'list'> {
  readonly root: string
  readonly read: (path: string) => Promise<string>
}

/** A folder as its store lists it, and the text of its files. */
async function openFolder(root: string, limits: FolderStoreLimits = {}): Promise<Folder> {
  const keepFolder = `${root}.kept`
  const store = await openFolderStore({ root, keepFolder, clock: () => 0, newId: () => 'id', limits })
  return { root, list: store.list, read: async (path) => decodeText(await store.read(path)) }
}

let base = ''
let folder: Folder

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'varve-folder-'))
  const root = join(base, 'vault')
  for (const name of ['notes/deep', '.obsidian', 'node_modules/x', 'notes/.hidden'])
    await mkdir(join(root, name), { recursive: true })
  const files: Readonly<Record<string, string | Uint8Array>> = {
    'README.md': '# Vault\n',
    'notes/b.md': 'b',
    'notes/a.markdown': 'a',
    'notes/deep/script.ts': 'export {}\n',
    'notes/deep/plan.pdf': '%PDF-1.7',
    'photo.PNG': new Uint8Array([0x89, 0x50]),
    'archive.zip': 'PK',
    LICENSE: 'terms',
    'latin1.md': new Uint8Array([0x63, 0x61, 0x66, 0xe9]),
    '.obsidian/app.md': 'hidden',
    '.secret.md': 'hidden',
    'notes/.hidden/x.md': 'hidden',
    'node_modules/x/readme.md': 'not ours',
  }
  for (const [path, content] of Object.entries(files)) await writeFile(join(root, path), content)
  await writeFile(join(base, 'outside.md'), 'outside')
  await symlink(join(base, 'outside.md'), join(root, 'notes', 'out.md'))
  await symlink(join(root, 'README.md'), join(root, 'notes', 'in.md'))
  await symlink(root, join(root, 'notes', 'cycle'))
  folder = await openFolder(root, { maximumFileBytes: 1000 })
})

afterAll(() => rm(base, { recursive: true, force: true }))

describe('list', () => {
  test('lists every note, text, PDF and image in code-unit order, nothing hidden or foreign', async () => {
    const { files, truncated, problems } = await folder.list()
    expect(files.map((file) => `${file.kind} ${file.path}`)).toEqual([
      'file LICENSE',
      'note README.md',
      'note latin1.md',
      'note notes/a.markdown',
      'note notes/b.md',
      'pdf notes/deep/plan.pdf',
      'file notes/deep/script.ts',
      'note notes/in.md',
      'image photo.PNG',
    ])
    expect(truncated).toBe(false)
    expect(problems).toEqual(['"notes/out.md" is a link that leads out of the workspace.'])
    expect(files[1]).toMatchObject({ title: 'README', bytes: 8 })
  })

  test('says when it stops at the limit', async () => {
    const small = await openFolder(folder.root, { maximumFiles: 2 })
    const listing = await small.list()
    expect(listing.truncated).toBe(true)
    expect(listing.files).toHaveLength(2)
  })
})

describe('read', () => {
  test('[A-4] any UTF-8 comes back byte for byte: byte order mark, CRLF, NUL, trailing blanks', async () => {
    const edge = fc.constantFrom('\ufeff', '\r\n', '\r', '\0', '  \n', '\u2028', 'e\u0301')
    const text = fc.array(fc.oneof(edge, fc.string({ unit: 'grapheme' })), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(text, async (pieces) => {
        const bytes = Buffer.from(pieces.join(''), 'utf8')
        await writeFile(join(folder.root, 'any.md'), bytes)
        expect(Buffer.from(await folder.read('any.md'), 'utf8').equals(bytes)).toBe(true)
      }),
      { numRuns: 50 },
    )
    await rm(join(folder.root, 'any.md'))
  })

  test('refuses invalid UTF-8, too large, binary, missing and outside files with their own codes', async () => {
    await writeFile(join(folder.root, 'large.md'), 'x'.repeat(1001))
    await expect(folder.read('latin1.md')).rejects.toMatchObject({ code: 'not-text' })
    await expect(folder.read('large.md')).rejects.toThrow('"large.md" has 1,001 bytes; the limit is 1,000.')
    await expect(folder.read('gone.md')).rejects.toMatchObject({ code: 'not-found' })
    await expect(folder.read('notes/out.md')).rejects.toMatchObject({ code: 'path-outside' })
    await expect(folder.read('../outside.md')).rejects.toMatchObject({ code: 'path-invalid' })
    await rm(join(folder.root, 'large.md'))
  })

  test('refuses a root that is not a folder', async () => {
    await expect(openFolder(join(folder.root, 'README.md'))).rejects.toMatchObject({ code: 'not-a-folder' })
    await expect(openFolder(join(folder.root, 'gone'))).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('files outside the workspace’s scope', () => {
  test('hidden files cannot be read by name', async () => {
    const root = await mkdtemp(join(tmpdir(), 'varve-folder-'))
    await mkdir(join(root, '.obsidian'))
    await writeFile(join(root, '.obsidian/secret.md'), 'secret')
    const opened = await openFolder(root)
    await expect(opened.read('.obsidian/secret.md')).rejects.toMatchObject({ code: 'path-invalid' })
    await expect(opened.read('../outside.db')).rejects.toMatchObject({ code: 'path-invalid' })
    await rm(root, { recursive: true })
  })

  test('nor through a link, and the listing says so', async () => {
    const root = await mkdtemp(join(tmpdir(), 'varve-folder-'))
    await mkdir(join(root, '.git'))
    await writeFile(join(root, '.git/config.txt'), 'token')
    await symlink('.git/config.txt', join(root, 'config.txt'))
    const opened = await openFolder(root)
    await expect(opened.read('config.txt')).rejects.toMatchObject({ code: 'path-invalid' })
    const { files, problems } = await opened.list()
    expect(files).toEqual([])
    expect(problems).toEqual(['"config.txt" is a link to a hidden file.'])
    await rm(root, { recursive: true })
  })

  test('endless folders are not followed', async () => {
    const root = await mkdtemp(join(tmpdir(), 'varve-folder-'))
    await mkdir(join(root, 'a/'.repeat(103)), { recursive: true })
    for (const depth of [100, 101]) await writeFile(join(root, 'a/'.repeat(depth), 'x.md'), '')
    const { files, problems } = await (await openFolder(root)).list()
    expect(files.map(({ path }) => path)).toEqual([`${'a/'.repeat(100)}x.md`])
    expect(problems).toEqual([`"${'a/'.repeat(100)}a" is nested too deeply to be looked into.`])
    await rm(root, { recursive: true })
  })
})
