import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CommandHome, commandHome, jsonLines, type Run, spawnVarve, varve } from '../testing/varve.ts'

let home: CommandHome

beforeEach(() => {
  home = commandHome()
})

afterEach(() => home.remove())

/** Of a list that was printed as JSON. */
function firstId({ stdout }: Run): string {
  const [first] = JSON.parse(stdout) as readonly { readonly id: string }[]
  return first?.id ?? ''
}

describe.each([
  ['the database', () => home.inDatabase()],
  ['a folder', () => home.inFolder()],
] as const)('varve files in %s', (_, make) => {
  test('writes, lists, prints, compares, moves, removes and restores', async () => {
    const workspace = await make()
    const json = { workspace, json: true }
    const put = (text: string, options = {}) =>
      home.run('files put', ['notes/a.md', '-'], { workspace, ...options }, { input: text })
    expect(await put('one\n')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('4 bytes') as string,
    })
    const [second] = jsonLines(await put('two\n', { json: true }))
    expect(second).toMatchObject({ path: 'notes/a.md', bytes: 4 })
    expect((await home.run('files ls', [], { workspace })).stdout).toBe('notes/a.md\n')
    expect((await home.run('files cat', ['notes/a.md'], { workspace })).stdout).toBe('two\n')
    const id = firstId(await home.run('files versions', ['notes/a.md'], json))
    expect((await home.run('files cat', ['notes/a.md'], { workspace, id })).stdout).toBe('one\n')
    const diff = await home.run('files diff', ['notes/a.md'], { workspace })
    expect(diff.stdout).toContain('-one\n+two\n')
    await home.run('files restore', [id], { workspace })
    expect((await home.run('files cat', ['notes/a.md'], { workspace })).stdout).toBe('one\n')
    const moved = await home.run('files mv', ['notes/a.md', 'b.md'], { workspace })
    expect(moved.stderr).toBe('')
    const [before] = jsonLines(await home.run('files versions', ['b.md'], json))
    expect(before).toMatchObject([{ path: 'b.md', bytes: 4 }, { path: 'b.md' }])
    const removed = await home.run('files rm', ['b.md'], json)
    expect(jsonLines(removed)).toMatchObject([{ path: 'b.md' }])
    const trashId = firstId(await home.run('files trash', [], json))
    const back = await home.run('files restore', [trashId], { workspace, as: 'c.md' })
    expect(back.stdout).toContain('c.md is back')
    expect((await home.run('files ls', [], { workspace })).stdout).toBe('c.md\n')
    expect((await home.run('files trash', [], { workspace })).stdout).toBe('Nothing.\n')
  })

  test('refuses a changed file, a path outside, a missing file and binary content', async () => {
    const workspace = await make()
    const put = (path: string, options = {}) =>
      home.run('files put', [path, '-'], { workspace, ...options }, { input: 'x' })
    await put('a.md')
    expect(await put('a.md', { expect: 'absent' })).toMatchObject({ status: 1 })
    expect(await put('a.md', { expect: '0'.repeat(64) })).toMatchObject({ status: 1 })
    expect(await put('a.md', { expect: 'nonsense' })).toMatchObject({ status: 2 })
    expect(await put('../a.md')).toMatchObject({ status: 2 })
    expect(await home.run('files cat', ['none.md'], { workspace })).toMatchObject({
      status: 1,
    })
    writeFileSync(join(home.base, 'p.png'), new Uint8Array([255, 254]))
    await home.run('files put', ['p.png', join(home.base, 'p.png')], { workspace })
    expect(await home.run('files cat', ['p.png'], { workspace })).toMatchObject({
      status: 2,
    })
    const output = join(home.base, 'out.png')
    expect(await home.run('files cat', ['p.png'], { workspace, output })).toMatchObject({
      status: 0,
    })
    expect(readFileSync(output)).toEqual(Buffer.from([255, 254]))
  })

  test('refuses to export into a file', async () => {
    const workspace = await make()
    const file = join(home.base, 'taken')
    writeFileSync(file, 'mine')
    const { status, stderr } = await home.run('files export', [file], { workspace })
    expect([status, stderr]).toEqual([1, `varve: The folder ${file} cannot be made: a file is in its way.\n`])
  })

  test('exports into a folder without overwriting anything', async () => {
    const workspace = await make()
    for (const path of ['a.md', 'deep/b.md'])
      await home.run('files put', [path, '-'], { workspace }, { input: path })
    const copy = join(home.base, 'copy')
    expect((await home.run('files export', [copy], { workspace })).stdout).toContain('2 files')
    expect(readFileSync(join(copy, 'deep/b.md'), 'utf8')).toBe('deep/b.md')
    writeFileSync(join(copy, 'a.md'), 'mine')
    const again = await home.run('files export', [copy], { workspace, json: true })
    expect(again).toMatchObject({ status: 1 })
    expect(jsonLines(again)).toMatchObject([{ written: 0, same: 1, problems: [{ path: 'a.md' }] }])
    expect(readFileSync(join(copy, 'a.md'), 'utf8')).toBe('mine')
  })
})

describe('a workspace in the database', () => {
  test('moves with the database', async () => {
    const workspace = await home.inDatabase()
    for (const text of ['one', 'two'])
      await home.run('files put', ['a.md', '-'], { workspace }, { input: text })
    await home.run('files rm', ['a.md'], { workspace })
    const database = join(home.base, 'moved.db')
    expect(await home.run('db move', [database])).toMatchObject({
      status: 0,
    })
    const there = { workspace, database, json: true }
    const id = firstId(await home.run('files trash', [], there))
    await home.run('files restore', [id], there)
    expect((await home.run('files cat', ['a.md'], { workspace, database })).stdout).toBe('two')
    const [versions] = jsonLines(await home.run('files versions', ['a.md'], there))
    expect(versions).toHaveLength(2)
  })

  test('is found by name; an unknown name lists the known ones', async () => {
    const id = await home.inDatabase('My notes')
    const named = await home.run('files ls', [], { workspace: 'My notes' })
    expect(named).toMatchObject({ status: 0, stdout: '' })
    const wrong = await home.run('files ls', [], { workspace: 'other' })
    expect(wrong).toMatchObject({ status: 1, stderr: expect.stringContaining(`${id}  My notes`) as string })
  })

  test('its ids do not work in another workspace', async () => {
    const mine = await home.inDatabase('one')
    const other = await home.inDatabase('two')
    await home.run('files put', ['a.md', '-'], { workspace: mine }, { input: 'secret' })
    const [removed] = jsonLines(await home.run('files rm', ['a.md'], { workspace: mine, json: true }))
    const { id } = removed as { id: string }
    expect(await home.run('files restore', [id], { workspace: other })).toMatchObject({
      status: 1,
      stdout: '',
    })
    expect(await home.run('files cat', ['a.md'], { workspace: other, id })).toMatchObject({
      status: 1,
      stdout: '',
    })
  })
})

test('has help, and requires a workspace', async () => {
  const help = await varve(['files', '--help'])
  for (const name of ['ls', 'cat', 'put', 'rm', 'mv', 'versions', 'diff', 'restore', 'trash', 'export'])
    expect(help.stdout).toMatch(new RegExp(`^  ${name} `, 'm'))
  expect(await varve(['files', 'ls', '--data', home.base])).toMatchObject({ status: 2 })
  const made = await varve(['files', 'create', 'Whole', '--data', home.base, '--json'])
  expect(jsonLines(made)).toMatchObject([{ name: 'Whole', kind: 'database' }])
  const put = ['files', 'put', 'a.md', '--workspace', 'Whole', '--data', home.base]
  expect(await varve(put, { input: 'text' })).toMatchObject({ status: 0 })
  expect((await varve(['files', 'cat', 'a.md', '--workspace', 'Whole', '--data', home.base])).stdout).toBe(
    'text',
  )
})

test('a workspace is named by its folder with or without ./, its id, a unique beginning of the id, or its name', async () => {
  const id = await home.inDatabase('Mine')
  const notes = await home.inFolder()
  writeFileSync(join(notes, 'a.md'), 'Manatees.')
  const inBase = { cwd: home.base, env: { VARVE_HOME: home.base } }
  const bare = spawnVarve(['files', 'ls', '--workspace', 'notes'], inBase)
  expect(bare).toMatchObject({ status: 0, stdout: 'a.md\n' })
  const list = (workspace: string) => home.run('files ls', [], { workspace })
  expect((await list(notes)).stdout).toBe('a.md\n')
  for (const workspace of [id, id.slice(0, 8), 'Mine'])
    expect(await list(workspace)).toMatchObject({ status: 0, stdout: '' })
  const short = await list(id.slice(0, 3))
  expect(short).toMatchObject({ status: 1, stdout: '' })
  expect(short.stderr).toContain(`  ${id}  Mine`)
  const index = await home.run('index', [], { workspace: 'Mine' })
  expect(index.stderr).toContain('is in the database')
  const never = spawnVarve(['chats', 'ls', '--workspace', 'notes/'], inBase)
  expect(never.stderr).toContain('is no workspace of this data yet: "varve workspaces add" makes it one')
})
