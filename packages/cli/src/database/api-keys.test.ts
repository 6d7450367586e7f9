import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { type ApiKeyView, type NewApiKeyView, openApp } from '@varve/app'
import { listen } from '@varve/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findCheckout } from '../call.ts'
import { noteRunning } from '../start/running.ts'
import { runsOn } from '../testing/varve.ts'

let base = ''

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-api-keys-'))
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

const run = runsOn(() => base)

async function listed(): Promise<readonly ApiKeyView[]> {
  return JSON.parse((await run('api-keys list', [], { json: true })).stdout) as readonly ApiKeyView[]
}

describe('varve api-keys', () => {
  test('a key is created, printed once, listed without its secret, and revoked by name', async () => {
    expect((await run('api-keys list')).stdout).toBe('There is no API key.\n')
    const made = await run('api-keys add', ['My editor'], { model: 'openai/*', limit: '5' })
    expect(made.stdout).toMatch(/^sk-varve-[\w-]{43}\n$/)
    expect(made.stderr).toContain('won’t be shown again')
    const [key] = await listed()
    expect(key).toMatchObject({ name: 'My editor', access: 'write', models: ['openai/*'], limitUSD: 5 })
    const table = (await run('api-keys list')).stdout
    expect(table).toMatch(/My editor +[\w-]{4} +write, openai\/\*, up to \$5\.000 +never +open +\$0/)
    expect(table).not.toContain(made.stdout.trim())
    expect((await run('api-keys revoke', ['My editor'])).status).toBe(0)
    expect((await listed())[0]).toHaveProperty('revokedAt')
    expect(await run('api-keys revoke', ['My editor'])).toMatchObject({ status: 2, stdout: '' })
  })

  test('limits a key to a workspace by name, and refuses an unknown one', async () => {
    await run('api-keys add', ['first'])
    await run('files create', ['Mine'])
    expect((await run('api-keys add', ['for one'], { read: true, workspace: 'Mine' })).status).toBe(0)
    const key = (await listed()).find(({ name }) => name === 'for one')
    expect(key).toMatchObject({ access: 'read', workspaces: [expect.any(String)] })
    expect(key?.workspaces).not.toContain('Mine')
    const refused = await run('api-keys add', ['x'], { workspace: 'nobodys' })
    expect(refused).toMatchObject({ status: 1, stdout: '' })
    expect(refused.stderr).toContain('There is no workspace "nobodys"')
  })

  test.each(['0', '-1', 'much'])('a limit of %s is refused', async (limit) => {
    expect((await run('api-keys add', ['x'], { limit })).status).toBe(2)
  })

  test('a running Varve creates and revokes keys, and a revoked key stops working at once', async () => {
    const { demoVault: vault, demoName: name } = findCheckout()
    const report = (): void => undefined
    const { app, workspaceId } = await openApp({
      database: join(base, 'varve.db'),
      dataFolder: base,
      demo: { vault, name },
      clock: { now: Date.now },
      newId: randomUUID,
      report,
    })
    const { port, key, close } = await listen({ app, workspaceId, page: base, port: 0, report })
    const forget = noteRunning(base, { address: `http://127.0.0.1:${port}`, key })
    try {
      const made = JSON.parse((await run('api-keys add', ['Live'], { json: true })).stdout) as NewApiKeyView
      const call = () =>
        fetch(`http://127.0.0.1:${port}/api/models`, { headers: { authorization: `Bearer ${made.key}` } })
      expect((await call()).status).toBe(200)
      expect((await listed())[0]).toHaveProperty('usedAt')
      expect((await run('api-keys revoke', [made.apiKey.id.slice(0, 8)])).status).toBe(0)
      expect((await call()).status).toBe(401)
    } finally {
      forget()
      await close()
      await app.close()
    }
  })
})
