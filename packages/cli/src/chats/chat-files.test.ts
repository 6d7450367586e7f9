import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jsonLines, runsOn } from '../testing/varve.ts'

let folder = ''
const path = (name: string): string => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'varve-chat-file-'))
  writeFileSync(path('empty.md'), '---\nvarve: 1\nid: abc\ntitle: Nothing yet\ntags: [varve-chat]\n---\n')
  writeFileSync(
    path('typed.md'),
    '---\nvarve: 1\nid: abc\ntitle: T\ntags: []\n---\n\n**user**: Hello\n\n**ai**: \u009bHi\n',
  )
  writeFileSync(
    path('plugin.md'),
    '---\nepoch: 1\n---\n\n**user**: Hello\n[Timestamp: 2026/01/02 03:04:05]\n',
  )
  writeFileSync(path('latin.md'), Buffer.from([0xff, 0xfe, 0x41]))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const varve = runsOn(() => folder)
const run = (files: readonly string[], options = { check: true } as object, input = '') =>
  varve('chat-file', files, { ...options }, { input })

describe('varve chat-file --check', () => {
  test('reports "same" for a file that round-trips', async () => {
    expect(await run([path('empty.md')])).toEqual({
      status: 0,
      stdout: `${path('empty.md')}: same\n`,
      stderr: '',
    })
  })

  test('reports the first difference and what changed, then continues with the other files', async () => {
    const { status, stdout, stderr } = await run([path('typed.md'), path('plugin.md'), path('empty.md')])
    expect(status).toBe(1)
    expect(stdout).toContain(
      'typed.md: line 9, column 1\n  found   "\\n"\n  written "[Timestamp: unknown]\\n"',
    )
    expect(stdout).toContain('line 8: A turn without its comment')
    expect(stdout).toContain('plugin.md: line 2, column 1 (a chat of the Obsidian plugin')
    expect(stdout).toContain('empty.md: same')
    expect(stdout).not.toContain('\u009b')
    expect(stderr).toContain('2 of 3 files are not the same')
  })

  test('--json prints one line per file, with counts and reports', async () => {
    const { status, ...rest } = await run([path('empty.md'), path('plugin.md')], { check: true, json: true })
    expect(status).toBe(1)
    expect(jsonLines({ status, ...rest })).toMatchObject([
      {
        file: path('empty.md'),
        same: true,
        form: 'varve',
        turns: 0,
        problems: [],
        gaps: [],
        quarantined: [],
      },
      { same: false, form: 'plugin', turns: 1, difference: { line: 2, column: 1 } },
    ])
  })

  test('names missing files and files that are not text, with exit code 2', async () => {
    const { status, stdout } = await run([path('none.md'), path('latin.md'), path('empty.md')])
    expect(status).toBe(2)
    expect(stdout).toContain('there is no such file')
    expect(stdout).toContain('latin.md is not UTF-8 text')
    expect(stdout).toContain('empty.md: same')
  })

  test('reads standard input, and requires an action', async () => {
    expect(
      (await run(['-'], { check: true }, '---\nvarve: 1\nid: a\ntitle: b\ntags: []\n---\n')).stdout,
    ).toBe('-: same\n')
    expect((await run([path('empty.md')], {})).status).toBe(2)
  })
})
