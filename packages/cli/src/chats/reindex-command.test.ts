import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { jsonLines, runsOn } from '../testing/varve.ts'

let base = ''
let workspace = ''

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-reindex-command-'))
  workspace = join(base, 'notes')
  mkdirSync(join(workspace, 'Varve/chats'), { recursive: true })
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

const CHAT = [
  '---',
  'varve: 1',
  'id: c1',
  'title: Launch',
  'created: 2026-01-02T03:04:05Z',
  'tags: [varve-chat]',
  '---',
  '',
  '**user**: When?',
  '[Timestamp: 2026/01/02 03:04:05]',
  '',
  '**ai**: In December.',
  '[Timestamp: 2026/01/02 03:04:09]',
  '',
].join('\n')

const varve = runsOn(() => join(base, 'data'))
const run = (options = {}) => varve('reindex', [], { workspace, ...options })

const write = (name: string, content: string | Uint8Array): void =>
  writeFileSync(join(workspace, 'Varve/chats', name), content)

test('restores chats from their files once, and says what is missing', async () => {
  write('launch.md', CHAT)
  const first = await run()
  expect(first.status).toBe(0)
  expect(first.stdout).toMatch(/^Varve\/chats\/launch\.md: added, 1 turn, rebuilt\n {2}/)
  expect(first.stdout).toMatch(/1 chat brought back, 0 known, 1 file\n$/)
  expect((await run()).stdout).toBe('0 chats brought back, 1 known, 1 file\n')
  const [report] = jsonLines(await run({ json: true }))
  expect(report).toMatchObject({ files: [{ path: 'Varve/chats/launch.md', outcome: 'known', chatId: 'c1' }] })
})

test('fails for an unreadable file, and restores the others', async () => {
  write('launch.md', CHAT)
  write('bytes.md', new Uint8Array([0xff, 0]))
  write('evil.md', `${CHAT.replace('id: c1', 'id: c2')}\u001b]0;title\u0007`)
  const { status, stdout, stderr } = await run()
  expect(status).toBe(1)
  expect(stdout).toContain('launch.md: added')
  expect(stdout).toContain('bytes.md: cannot be read')
  expect(stdout).not.toContain('\u001b')
  expect(stderr).toContain('1 of 3 files could not be read')
})

test('refuses a missing folder', async () => {
  expect(await run({ workspace: join(base, 'none') })).toMatchObject({ status: 1, stdout: '' })
})
