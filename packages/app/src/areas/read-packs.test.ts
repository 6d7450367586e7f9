import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolderStore } from '@varve/workspace'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPacks } from './read-packs.ts'
import { shippedPacksFolder } from './shipped-packs.ts'

let base = ''

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-areas-'))
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

async function openWorkspace(name: string, files: Readonly<Record<string, string | Uint8Array>>) {
  const root = join(base, name)
  for (const [path, content] of Object.entries({ 'note.md': 'A note.', ...files })) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return openFolderStore({ root, keepFolder: join(base, `${name}-kept`), clock: Date.now, newId: randomUUID })
}

test('all built-in packs are present and complete', async () => {
  const { areas, problems } = await readPacks(shippedPacksFolder())
  expect(problems).toEqual([])
  expect(areas.map(({ pack, id }) => `${pack}/${id}`)).toEqual(
    areas.map(({ pack, id }) => `${pack}/${id}`).toSorted(),
  )
  expect(areas.length).toBeGreaterThanOrEqual(65)
})

test('user areas are added, and override built-in ones of the same name', async () => {
  const files = await openWorkspace('own', {
    'Varve/areas/mine/bees.area.md': '---\nname: Bees\nterms: [hive]\n---\nLook at them.',
    'Varve/areas/practice/family.area.md': '---\nname: Ours\nterms: {divorce: 5}\n---\nAsk Ada.',
    'Varve/areas/notes.md': 'No area.',
  })
  const shipped = await readPacks(shippedPacksFolder())
  const { areas, problems } = await readPacks(shippedPacksFolder(), files)
  expect(problems).toEqual([])
  expect(areas.length).toBe(shipped.areas.length + 1)
  expect(areas.find(({ pack }) => pack === 'mine')).toMatchObject({
    id: 'bees',
    guidance: { any: 'Look at them.' },
  })
  expect(areas.find(({ id }) => id === 'family')?.name).toEqual({ any: 'Ours' })
})

test('lists only the areas folder, whatever else is there', async () => {
  const files = await openWorkspace('large', {
    'notes/tides.md': 'No area.',
    'Varve/areas/mine/bees.area.md': '---\nname: Bees\nterms: [hive]\n---\nLook at them.',
  })
  const listed: unknown[] = []
  const list = (folder?: string) => {
    listed.push(folder)
    return files.list(folder)
  }
  const { areas } = await readPacks(shippedPacksFolder(), { read: files.read, list })
  expect(areas.some(({ pack }) => pack === 'mine')).toBe(true)
  expect(listed).toEqual(['Varve/areas'])
  const none = await openWorkspace('none', { 'notes/tides.md': 'No area.' })
  expect((await readPacks(shippedPacksFolder(), none)).problems).toEqual([])
})

test('reports an invalid file with its line, and keeps the built-in area', async () => {
  const files = await openWorkspace('wrong', {
    'Varve/areas/practice/family.area.md': '---\nname: Ours\nterms: {divorce: 50}\n---\n',
    'Varve/areas/mine/odd.area.md': new Uint8Array([0x2d, 0x2d, 0x2d, 0xff]),
  })
  const { areas, problems } = await readPacks(shippedPacksFolder(), files)
  expect(areas.find(({ id }) => id === 'family')?.name['en']).toBe('Family law')
  expect(problems).toEqual([
    { path: 'Varve/areas/mine/odd.area.md', message: expect.stringContaining('UTF-8') },
    { path: 'Varve/areas/practice/family.area.md', line: 3, message: expect.stringContaining('from 1 to 5') },
  ])
})

test('a file with a privacy mark is not used, and says so', async () => {
  const files = await openWorkspace('marked', {
    'Varve/workspace.json': '{"localOnly":["Varve/areas/mine/"]}',
    'Varve/areas/mine/bees.area.md': '---\nname: Bees\nterms: [hive]\n---\nLook at them.',
  })
  const { areas, problems } = await readPacks(shippedPacksFolder(), files)
  expect(areas.some(({ pack }) => pack === 'mine')).toBe(false)
  expect(problems).toEqual([
    { path: 'Varve/areas/mine/bees.area.md', message: expect.stringContaining('is marked local-only') },
  ])
})
