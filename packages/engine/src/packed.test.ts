import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')
const DEPENDENCIES = ['@noble', 'diff', 'gpt-tokenizer', 'fast-check', 'pure-rand']

/** A project of somebody else, with what `npm run pack:engine` makes installed. */
let project: string

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'varve-packed-'))
  const modules = join(project, 'node_modules')
  const own = join(modules, '@varve')
  mkdirSync(own, { recursive: true })
  const packed = run(join(ROOT, 'scripts/pack-engine.ts'), [project]).trim()
  execFileSync('tar', ['-xzf', packed, '-C', own])
  renameSync(join(own, 'package'), join(own, 'engine'))
  for (const name of DEPENDENCIES) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  cpSync(resolve(import.meta.dirname, '../examples'), project, { recursive: true })
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
}, 60_000)

afterAll(() => rmSync(project, { recursive: true, force: true }))

function run(script: string, parameters: readonly string[] = []): string {
  return execFileSync(process.execPath, [script, ...parameters], { cwd: project, encoding: 'utf8' })
}

test('installed elsewhere, the examples compile against its types and run as JavaScript', () => {
  const compilerOptions = {
    module: 'NodeNext',
    target: 'ES2022',
    lib: ['ES2023', 'DOM'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    outDir: 'out',
  }
  const names = ['three-turns', 'forecast-cost', 'store-and-continue']
  const files = names.map((name) => `${name}.ts`)
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  run(join(ROOT, 'node_modules/typescript/bin/tsc'), ['-p', '.'])
  for (const name of names) expect(run(join(project, 'out', `${name}.js`))).not.toBe('')
}, 60_000)

test('its other entries load: the tokenizer of OpenAI, and what tests use', () => {
  writeFileSync(
    join(project, 'entries.js'),
    `import * as tokenizer from '@varve/engine/tokenizer-o200k'
     import * as testing from '@varve/engine/testing'
     console.log(Object.keys(tokenizer).length > 0 && Object.keys(testing).length > 0)`,
  )
  expect(run(join(project, 'entries.js')).trim()).toBe('true')
})
