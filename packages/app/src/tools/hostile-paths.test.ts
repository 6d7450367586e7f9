import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOSTILE_PATHS } from './testing/hostile-paths.ts'
import { CANARY, STORE_KINDS, toolWorkspace, type ToolWorkspace } from './testing/tool-workspace.ts'

const CALLS: readonly ((path: string) => readonly [tool: string, args: unknown])[] = [
  (path) => ['read', { path }],
  (path) => ['ls', { path }],
  (path) => ['getFileTree', { folder: path }],
  (path) => ['grep', { pattern: CANARY, path }],
  (path) => ['glob', { pattern: path }],
  (path) => ['find', { name: 'canary', folder: path }],
  (path) => ['write', { path, content: 'hostile' }],
  (path) => ['edit', { path, edits: [{ old: CANARY, new: 'hostile' }] }],
  (path) => ['touch', { path }],
  (path) => ['mkdir', { path }],
  (path) => ['mv', { from: 'notes/a.md', to: path }],
  (path) => ['mv', { from: path, to: 'stolen.md' }],
  (path) => ['rm', { path }],
]

/** The short run takes every third; the full run all of them. */
const EVERY = process.env['VARVE_TEST_SHARE'] === 'full' ? 1 : 6
const PATHS = HOSTILE_PATHS.filter((_, index) => index % EVERY === 0)

const naughty = fileURLToPath(new URL('../../../../../shared/data/badinput/blns.json', import.meta.url))

describe.each(STORE_KINDS)('hostile paths on a workspace in a %s', (kind) => {
  let it: ToolWorkspace
  let outside: Readonly<Record<string, string>>

  beforeAll(async () => {
    it = await toolWorkspace(kind)
    outside = await it.outside()
    expect(Object.values(outside)).toHaveLength(4)
    if (kind === 'folder') {
      const around = join(it.root, '..')
      for (const [name, target] of [
        ['out-file.md', join(around, 'secret.md')],
        ['out-folder', join(around, 'outside')],
        ['up', around],
        ['loop.md', join(it.root, 'loop.md')],
        ['dangling.md', join(around, 'new.md')],
      ] as const)
        symlinkSync(target, join(it.root, name))
    }
  })
  afterAll(() => it.remove())

  /** Every tool on a path, rules aside: nothing from outside is given, and nothing outside is changed. */
  async function attack(path: string): Promise<void> {
    await it.put('notes/a.md', 'inside')
    for (const make of CALLS) {
      const [tool, args] = make(path)
      const { text, summary } = await it.call(tool, args)
      // What a model asks for is in what it is told; what it did not know does not.
      expect(`${text} ${summary}`.replaceAll(/Found "CANARY-7Q"|"CANARY-7Q"/g, '')).not.toContain(CANARY)
      expect(`${text} ${summary}`).not.toContain(join(it.root, '..'))
    }
  }

  test(`${PATHS.length} of ${HOSTILE_PATHS.length} paths × ${CALLS.length} calls reach nothing outside`, async ({
    task,
  }) => {
    Object.assign(task.meta, { tried: PATHS.length * CALLS.length })
    for (const path of PATHS) await attack(path)
    expect(await it.outside()).toEqual(outside)
  }, 120_000)

  test('nor do combinations of their parts', async () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      'notes',
      'a.md',
      'up',
      'vault',
      'secret.md',
      '%2e',
      '\0',
      ' ',
    )
    const path = fc.array(piece, { minLength: 1, maxLength: 7 }).map((pieces) => pieces.join(''))
    await fc.assert(fc.asyncProperty(path, attack), { numRuns: 180 / EVERY })
    expect(await it.outside()).toEqual(outside)
  }, 120_000)

  test('nor do naughty strings', async ({ skip }) => {
    if (!existsSync(naughty)) skip('needs ../shared/data/badinput beside the repository')
    const strings = JSON.parse(readFileSync(naughty, 'utf8')) as readonly string[]
    for (const text of strings.filter((_, index) => index % (5 * EVERY) === 0)) await attack(`${text}.md`)
    expect(await it.outside()).toEqual(outside)
  }, 120_000)
})
