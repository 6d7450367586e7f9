import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareRelease, publishRelease, writeChecksums } from './release.ts'

const ROOT = resolve(import.meta.dirname, '..')
let base = ''

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-release-test-'))
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

function copyManifests(): void {
  const files = [
    'package.json',
    'package-lock.json',
    'CHANGELOG.md',
    'README.md',
    ...globSync('{packages/*/package.json,docs/**/*.md}', { cwd: ROOT }),
  ]
  for (const file of files) {
    mkdirSync(dirname(join(base, file)), { recursive: true })
    cpSync(join(ROOT, file), join(base, file))
  }
}

const read = (file: string): string => readFileSync(join(base, file), 'utf8')

test('a release writes its version everywhere, and touches no other package', () => {
  copyManifests()
  const { version } = JSON.parse(read('package.json')) as { readonly version: string }
  const before = JSON.parse(read('package-lock.json')) as {
    readonly packages: Readonly<Record<string, unknown>>
  }
  const changed = prepareRelease(base, '7.8.9', '2027-01-02')
  expect(changed).toEqual(expect.arrayContaining(['CHANGELOG.md', 'package.json', 'package-lock.json']))
  for (const file of ['package.json', ...globSync('packages/*/package.json', { cwd: base })])
    expect([file, read(file).includes(`"${version}"`)]).toEqual([file, false])
  const after = JSON.parse(read('package-lock.json')) as typeof before
  const others = ({ packages }: typeof before) =>
    Object.entries(packages).filter(([path]) => path !== '' && !path.startsWith('packages/'))
  expect(others(after)).toEqual(others(before))
  expect(JSON.stringify(after.packages['packages/ai-sdk'])).toContain('"@varve/engine":"7.8.9"')
  expect(read('CHANGELOG.md')).toMatch(/^## 7\.8\.9 \(2027-01-02\)$/m)
  expect(read('CHANGELOG.md')).not.toContain('Unreleased')
  expect(read('docs/how-to/ci.md')).toContain('@varve/guard@7.8.9')
  for (const file of ['README.md', 'docs/start.md']) expect(read(file)).toContain('varve-7.8.9.tgz')
  expect(() => prepareRelease(base, '7.9.0', '2027-01-03')).toThrow('has no part "## Unreleased"')
  expect(() => prepareRelease(base, 'v8', '2027-01-03')).toThrow('is not a version')
})

test('npm would publish what was packed, without a network, and nothing else', () => {
  const source = join(base, 'source')
  mkdirSync(source)
  writeFileSync(join(source, 'package.json'), JSON.stringify({ name: '@varve/none', version: '0.0.1' }))
  execFileSync('npm', ['pack', '--silent', '--pack-destination', base], {
    cwd: source,
    shell: process.platform === 'win32',
  })
  writeChecksums(base, ['varve-none-0.0.1.tgz'])
  const registry = process.env['npm_config_registry']
  process.env['npm_config_registry'] = 'http://127.0.0.1:9/'
  try {
    expect(publishRelease(base, true)).toEqual(['varve-none-0.0.1.tgz'])
  } finally {
    if (registry === undefined) delete process.env['npm_config_registry']
    else process.env['npm_config_registry'] = registry
  }
  appendFileSync(join(base, 'varve-none-0.0.1.tgz'), 'x')
  expect(() => publishRelease(base, true)).toThrow('is not what was packed')
})
