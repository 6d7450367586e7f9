import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, RULE_VERSION, type WorkspaceAudit } from '@varve/app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAppIn } from '../testing/open-app-in.ts'
import { describeAuditEntry } from './audit.ts'
import { runsOn } from '../testing/varve.ts'

const CARD = '4111 1111 1111 1111'
const NOW = Date.UTC(2026, 5, 15, 12)
let base = ''
let app: App
let chatId = ''
let now = NOW - 10 * 86_400_000

/** Rules changed ten days ago and a card redacted now, in an app that keeps running. */
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'varve-audit-'))
  mkdirSync(join(base, 'vault'))
  writeFileSync(join(base, 'vault', 'plan.md'), '# Plan\n')
  const opened = await openAppIn(base, { name: 'Demo\u001b[31m', now: () => now })
  app = opened.app
  const { workspaceId } = opened
  const { policy } = await app.readGuard({ workspaceId })
  await app.setGuard({ workspaceId, policy: { ...policy, guardLocal: true, decisions: { EMAIL: 'redact' } } })
  now = NOW
  chatId = (await app.createChat({ workspaceId })).id
  const text = `Pay with ${CARD}.`
  const decision = { action: 'redact' } as const
  const { answerId } = await app.sendMessage({ workspaceId, chatId, text, attach: [], decision })
  const events = await app.watchAnswer({ workspaceId, answerId, after: 0 })
  for await (const { event } of events ?? []) if (event.kind === 'done') break
})

afterAll(async () => {
  await app.close()
  rmSync(base, { recursive: true, force: true })
})

const run = runsOn(() => base)
const audit = (options = {}) => run('audit', [], options, { now: () => NOW })

const json = async (options: object): Promise<readonly WorkspaceAudit[]> =>
  JSON.parse((await audit({ ...options, json: true })).stdout) as readonly WorkspaceAudit[]

describe('varve audit', () => {
  test('prints a table, oldest first, while Varve runs: types and counts, never values', async () => {
    const { stdout, status } = await audit()
    expect(status).toBe(0)
    expect(stdout.split('\n')).toEqual([
      'Demo\ufffd[31m: 2 entries',
      '',
      expect.stringMatching(/^No {2}When +Who +What$/),
      expect.stringMatching(/^─+ /),
      ' 1  2026-06-05T12:00:00Z  user  rules changed; sensitivity normal; always EMAIL redact',
      ` 2  2026-06-15T12:00:00Z  user  redacted 1 CREDIT_CARD; to offline; chat ${chatId}; rules ${RULE_VERSION}`,
      '',
    ])
    expect(stdout).not.toContain('1111')
  })

  test('prints JSON for one workspace, since a date', async () => {
    const [all] = await json({})
    expect(all).toMatchObject({
      workspaceId: 'demo',
      entries: [
        { sequence: 1, action: 'guard-rules' },
        { sequence: 2, action: 'guard', at: '2026-06-15T12:00:00.000Z' },
      ],
    })
    expect(JSON.stringify(all)).not.toContain('1111')
    expect((await json({ workspace: 'demo', since: '7d' }))[0]?.entries).toHaveLength(1)
    expect(await json({ workspace: join(base, 'workspaces', 'demo') })).toHaveLength(1)
    const { stdout } = await audit({ since: '2026-06-16' })
    expect(stdout).toBe('Demo\ufffd[31m: 0 entries\n')
  })

  test('refuses invalid arguments with a reason', async () => {
    expect(await audit({ since: 'soon' })).toMatchObject({ status: 2, stdout: '' })
    expect(await audit({ database: 'mysql://x' })).toMatchObject({ status: 2, stdout: '' })
    expect((await audit({ workspace: join(base, 'nowhere') })).stderr).toContain(
      'is no workspace of this data yet',
    )
    const empty = await run('audit', [], { data: join(base, 'empty') })
    expect([empty.status, empty.stdout]).toEqual([1, ''])
    expect(empty.stderr).toContain('There is no database')
  })
})

test('prints an action of a later version by its name; a damaged entry does not stop the list', () => {
  expect(describeAuditEntry({ action: 'key-set', detail: { provider: 'openai' } })).toBe(
    'key-set {"provider":"openai"}',
  )
  expect(describeAuditEntry({ action: 'guard', detail: { redacted: 3, models: [null, 'm'] } })).toBe('to m')
  expect(describeAuditEntry({ action: 'guard-rules', detail: null })).toBe('rules changed')
  expect(describeAuditEntry({ action: 'did', detail: null })).toBe('did')
  expect(describeAuditEntry({ action: 'tool-rules', detail: { allow: 1, ask: 0 } })).toBe(
    'rules for tools changed; 1 allow, 0 ask',
  )
})
