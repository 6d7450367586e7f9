import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wantsJson } from './main.ts'
import { VARVE, varve } from './testing/varve.ts'

let base = ''

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-error-json-'))
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

const run = (...args: readonly string[]) => varve(args, { cwd: base, env: { VARVE_HOME: base } })

test('--json: every refusal is JSON too', async () => {
  const missing = await run('stats', '--json')
  expect(missing).toMatchObject({ status: 1, stderr: expect.stringContaining('There is no database') })
  expect(JSON.parse(missing.stdout)).toEqual({
    error: { code: 'disk-failed', message: expect.stringContaining('There is no database at') as string },
  })
  const unread = await run('cost', 'none.jsonl', '--json')
  expect(unread.status).toBe(2)
  expect(JSON.parse(unread.stdout)).toMatchObject({ error: { code: 'input-unreadable' } })
  const unknown = await run('stats', '--json', '--wrong')
  expect(unknown).toMatchObject({ status: 2, stderr: expect.stringContaining("unknown option '--wrong'") })
  expect(JSON.parse(unknown.stdout)).toMatchObject({
    error: { code: 'usage', message: "unknown option '--wrong'" },
  })
})

test('--json: an error after the result prints no second JSON', async () => {
  const found = await run('scan', '--json', '--fail-on', 'low', 'a@acme.io')
  expect(found.status).toBe(3)
  expect(JSON.parse(found.stdout)).toMatchObject({ findings: [{ type: 'EMAIL' }] })
})

test('a rejected option points to the help of its own command', async () => {
  expect((await run('chats', 'ls', '--wrong')).stderr).toContain('Run "varve chats ls --help"')
  expect((await run('chats', 'wrong')).stderr).toContain('Run "varve chats')
})

test('--json after -- is a plain word', () => {
  expect(wantsJson(['search', '--', '--json'])).toBe(false)
  expect(wantsJson(['search', '--json', '--', 'word'])).toBe(true)
})

test.runIf(existsSync('/dev/full'))('a full disk is reported in one line', () => {
  for (const command of ["scan 'a@acme.io'", 'paths', 'stats --json']) {
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', `"$0" "$1" ${command} > /dev/full`, process.execPath, VARVE],
      {
        encoding: 'utf8',
        env: { ...process.env, VARVE_HOME: base },
      },
    )
    expect(status).toBe(1)
    expect(stderr.split('\n').filter((line) => line.includes('the disk is full'))).toHaveLength(1)
    expect(stderr).not.toMatch(/^\s+at /m)
  }
})
