import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App, WorkspaceStatistics } from '@varve/app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAppIn } from '../testing/open-app-in.ts'
import { parseSince } from './stats.ts'
import { runsOn } from '../testing/varve.ts'

let base = ''
let app: App
let chatId = ''

/** Two turns with the same note, in an app that keeps running. */
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'varve-stats-'))
  mkdirSync(join(base, 'vault'))
  writeFileSync(join(base, 'vault', 'plan.md'), '# Plan\n\nThe launch is on 12 December.\n')
  const opened = await openAppIn(base, { name: 'Demo\u001b[31m' })
  app = opened.app
  const { workspaceId } = opened
  chatId = (await app.createChat({ workspaceId })).id
  for (const text of ['When?', 'Where?']) {
    const { answerId } = await app.sendMessage({ workspaceId, chatId, text, attach: ['plan.md'] })
    const events = await app.watchAnswer({ workspaceId, answerId, after: 0 })
    for await (const { event } of events ?? []) if (event.kind === 'done') break
  }
})

afterAll(async () => {
  await app.close()
  rmSync(base, { recursive: true, force: true })
})

const run = runsOn(() => base)
const stats = (options = {}) => run('stats', [], options)

const json = async (options: object): Promise<readonly WorkspaceStatistics[]> =>
  JSON.parse((await stats({ ...options, json: true })).stdout) as readonly WorkspaceStatistics[]

describe('varve stats', () => {
  test('prints tables by day, model, phase and reason while Varve runs', async () => {
    const { stdout, status } = await stats()
    expect(status).toBe(0)
    for (const line of [
      /^Demo\ufffd\[31m: 2 turns$/m,
      /^all +2 +0 /m,
      /^offline +2 +0 /m,
      /^Phase +Count +p50 ms +p95 ms$/m,
      /^hydrate +2 /m,
      /^first-byte +2 /m,
      /^none +1 +0 +The chat began\.$/m,
      /^L5 /m,
      /^Attached: \d+ tokens, 50 % of them as references\.$/m,
      /^Compacted: 0 tokens/m,
      /^Not parsed: 0\.$/m,
    ])
      expect(stdout).toMatch(line)
  })

  test('prints JSON for a chat, for a workspace, since a date', async () => {
    expect(await json({})).toMatchObject([
      { workspaceId: 'demo', statistics: { turns: 2, total: { calls: 2 } } },
    ])
    expect(await json({ workspace: 'demo', chat: chatId, since: '1h' })).toMatchObject([
      { statistics: { turns: 2 } },
    ])
    expect(await json({ workspace: join(base, 'workspaces', 'demo') })).toHaveLength(1)
    expect(await json({ chat: chatId })).toMatchObject([{ statistics: { turns: 2 } }])
    expect(await stats({ chat: 'another' })).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('There is no chat "another".') as string,
    })
  })

  test('refuses invalid arguments with a reason', async () => {
    expect(await stats({ since: 'soon' })).toMatchObject({ status: 2 })
    expect((await stats({ workspace: join(base, 'nowhere') })).stderr).toContain(
      'is no workspace of this data yet',
    )
    const empty = await run('stats', [], { data: join(base, 'empty') })
    expect(empty).toMatchObject({ status: 1, stdout: '' })
    expect(empty.stderr).toContain('There is no database')
  })
})

test('a span counts back from now; a day begins at local midnight', () => {
  const now = Date.UTC(2026, 5, 15)
  expect(parseSince('12h', now)).toBe(now - 12 * 3600_000)
  expect(parseSince('2w', now)).toBe(now - 14 * 86_400_000)
  expect(parseSince('2026-01-31', now)).toBe(new Date(2026, 0, 31).getTime())
  for (const text of ['', '7', '-7d', '2026-13-31', '2026-1-1'])
    expect(() => parseSince(text, now)).toThrow('--since')
})
