import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Given, varve } from '../testing/varve.ts'
import { changesSince, isNewer } from './self-update.ts'

const CHANGELOG = `# Changelog

## 0.3.0 (2027-02-01)
- New things.

## 0.2.0 (2027-01-01)
- Older things.

## 0.1.0 (2026-12-01)
- Everything.
`

test('what is new is what the changelog says above the installed version', () => {
  expect(changesSince(CHANGELOG, '0.2.0')).toBe('## 0.3.0 (2027-02-01)\n- New things.')
  expect(changesSince(CHANGELOG, '0.1.0')).toContain('Older things.')
  expect(changesSince(CHANGELOG, '0.1.0')).not.toContain('Everything')
  expect(changesSince(CHANGELOG, '0.0.9')).toBe('## 0.3.0 (2027-02-01)\n- New things.')
  expect(changesSince('', '0.1.0')).toBe('It does not say what is new.')
})

test.each([
  ['0.2.0', '0.1.0', true],
  ['0.10.0', '0.9.9', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.2.0', false],
  ['1.0.0', '1.0.0-beta.1', true],
  ['1.0.0-beta.1', '1.0.0', false],
])('%s is newer than %s: %s', (version, than, is) => expect(isNewer(version, than)).toBe(is))

describe.skipIf(process.platform === 'win32')('with a registry that has a newer version', () => {
  let base = ''
  let registry: Server
  let prefix = ''
  let env: NodeJS.ProcessEnv = {}

  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'varve-update-test-'))
    const source = join(base, 'source')
    mkdirSync(source)
    const manifest = { name: 'varve', version: '0.3.0', bin: { varve: 'varve.js' } }
    writeFileSync(join(source, 'package.json'), JSON.stringify(manifest))
    writeFileSync(join(source, 'varve.js'), '#!/usr/bin/env node\nconsole.log("0.3.0")\n')
    writeFileSync(join(source, 'CHANGELOG.md'), CHANGELOG)
    execFileSync('npm', ['pack', '--silent', '--pack-destination', base], { cwd: source })
    const tarball = readFileSync(join(base, 'varve-0.3.0.tgz'))
    registry = createServer((request, response) => {
      if (request.url?.endsWith('.tgz')) return response.end(tarball)
      if (request.url !== '/varve') return response.writeHead(404).end('{}')
      const dist = {
        tarball: `http://${request.headers.host}/varve-0.3.0.tgz`,
        integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
      }
      const versions = { '0.3.0': { ...manifest, dist } }
      return response.end(JSON.stringify({ name: 'varve', 'dist-tags': { latest: '0.3.0' }, versions }))
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => registry.once('listening', resolve))
    env = {
      PATH: process.env['PATH'],
      HOME: base,
      VARVE_HOME: join(base, 'home'),
      npm_config_cache: join(base, 'cache'),
      npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
    }
  })

  afterAll(() => {
    registry.close()
    rmSync(base, { recursive: true, force: true })
  })

  beforeEach(() => {
    prefix = mkdtempSync(join(base, 'prefix-'))
  })

  const update = (
    args: readonly string[],
    version = '0.1.0',
    root = 'lib/node_modules/varve',
    more: Given = {},
  ) => {
    const web = join(prefix, root, 'packages/web')
    mkdirSync(web, { recursive: true })
    return varve(['self-update', ...args], {
      env,
      checkout: { version, web, engine: base, demoVault: base, demoName: 'Demo' },
      ...more,
    })
  }
  const isInstalled = () => existsSync(join(prefix, 'lib/node_modules/varve/varve.js'))

  test('it says what changes and installs nothing unless it is told to', async () => {
    for (const args of [[], ['--check'], ['--check', '--yes']]) {
      const { status, stdout } = await update(args)
      expect([status, stdout]).toEqual([
        0,
        expect.stringContaining('Varve 0.3.0 is available; this is 0.1.0.'),
      ])
      expect(stdout).toContain('- Older things.')
      expect(stdout).toContain('varve self-update --yes')
      expect(isInstalled()).toBe(false)
    }
  })

  test('with --yes the newer version takes the place of this one', async () => {
    const { stdout, status } = await update(['--yes', '--json'])
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ installed: '0.1.0', latest: '0.3.0', updated: true })
    expect(execFileSync(join(prefix, 'bin/varve'), { encoding: 'utf8' })).toBe('0.3.0\n')
  })

  test.each([
    ['y\n', true],
    ['n\n', false],
    ['', false],
  ])('a person who answers %j decides', async (input, is) => {
    const person = { isTyped: true, isScreen: true, input }
    const { status } = await update([], '0.1.0', undefined, person)
    expect([status, isInstalled()]).toEqual([0, is])
  })

  test('the newest version is left alone', async () => {
    expect((await update(['--yes'], '0.3.0')).stdout).toBe('Varve 0.3.0 is the newest version.\n')
    expect((await update(['--yes'], '0.4.0')).stdout).toBe('Varve 0.4.0 is the newest version.\n')
  })

  test.each([
    ['node_modules/varve', 'npm install varve@latest'],
    ['_npx/1/node_modules/varve', 'npx varve@latest'],
  ])('what npm has not installed for everyone is left alone: %s', async (root, advice) => {
    expect(await update(['--yes'], '0.1.0', root)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(advice),
    })
  })

  test('a checkout is told how to update itself', async () => {
    mkdirSync(join(prefix, 'clone/packages/cli/src'), { recursive: true })
    const { status, stderr } = await update(['--check'], '0.1.0', 'clone')
    expect([status, stderr]).toEqual([1, expect.stringContaining('git pull && npm ci')])
  })

  test.skipIf(process.getuid?.() === 0)('a folder that cannot be written to is named', async () => {
    const modules = join(prefix, 'lib/node_modules')
    mkdirSync(join(modules, 'varve/packages/web'), { recursive: true })
    chmodSync(modules, 0o555)
    expect(await update(['--yes'])).toMatchObject({ status: 1, stderr: expect.stringContaining(modules) })
    chmodSync(modules, 0o755)
  })

  test('a registry that does not answer is an error that says so', async () => {
    const gone = { ...env, npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' }
    const { status, stderr } = await update(['--yes'], '0.1.0', undefined, { env: gone })
    expect([status, stderr]).toEqual([1, expect.stringContaining('npm view failed')])
  })
})
