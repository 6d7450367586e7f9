import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolderTools } from '@varve/app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPaths } from '../paths.ts'
import { jsonLines, type Run, runsOn, spawnVarve, varve } from '../testing/varve.ts'

let base = ''
let workspace = ''

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-folder-command-'))
  workspace = join(base, 'notes')
  const files: Readonly<Record<string, string>> = {
    'plan.md': '# Plan\n\nThe launch is on 12 December. See [[budget]].\n\n![[team]]\n\n#project\n',
    'money/budget.md': '# Budget\n\nWe have 400 euros for the harbour lights.\n\n#project/money\n',
    'team.md': 'Ada and Grace.\n',
    'list.md': '```dataview\nLIST FROM #project\n```\n',
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(workspace, path, '..'), { recursive: true })
    writeFileSync(join(workspace, path), text)
  }
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

const pathsOf = () => findPaths({ env: { VARVE_HOME: join(base, 'home') }, home: base, platform: 'linux' })

const run = runsOn(() => join(base, 'home'))

describe('varve index', () => {
  test('describes a folder as text and as JSON', async () => {
    const { status, stdout } = await run('index', [], { workspace })
    expect(status).toBe(0)
    expect(stdout).toMatch(/^4 files, 4 of them notes, \d+ words\n/)
    const [json] = jsonLines(await run('index', [], { workspace, json: true, rebuild: true }))
    expect(json).toMatchObject({ files: 4, notes: 4, links: 2, unresolvedLinks: 0, tags: 2, problems: [] })
  })

  test('names a path that is not a folder', async () => {
    const file = join(workspace, 'team.md')
    const { status, stderr } = await run('index', [], { workspace: file })
    expect([status, stderr]).toEqual([1, `varve: ${file} is not a folder, so it can be no workspace.\n`])
  })

  test('--embeddings finds a paraphrase until they are switched off', async () => {
    const kitchen = join(base, 'kitchen')
    mkdirSync(kitchen)
    writeFileSync(join(kitchen, 'loaf.md'), 'A recipe for a loaf with yeast and flour.')
    const index = async (embeddings?: 'built-in' | 'off') => {
      const options = { workspace: kitchen, json: true, ...(embeddings ? { embeddings } : {}) }
      return jsonLines(await run('index', [], options))[0]
    }
    const options = { workspace: kitchen, k: 10, json: true }
    const search = async () => (await run('search', ['How do I bake bread?'], options)).stdout
    expect(await index()).toMatchObject({ embeddings: 'off' })
    expect(await search()).not.toContain('loaf.md')
    const on = { state: 'ready', vectorsDone: 1, vectorsTotal: 1 }
    expect(await index('built-in')).toMatchObject({ embeddings: on })
    expect(await index()).toMatchObject({ embeddings: on })
    // A search does not wait for ever until the model is loaded, which takes long on a busy machine.
    await expect.poll(search).toContain('loaf.md')
    expect(await index('off')).toMatchObject({ embeddings: 'off' })
    expect(await search()).not.toContain('loaf.md')
  })

  test('reports a missing folder', async () => {
    const none = { workspace: join(base, 'none') }
    for (const [command, ...words] of [['index'], ['search', 'lantern'], ['artifacts', 'note.md']])
      expect(await run(command ?? '', words, none)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining('is not there') as string,
      })
  })
})

// Root looks into everything.
describe.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('unreadable paths', () => {
  const notes = (name: string, mode: number): string => {
    const folder = join(base, name)
    mkdirSync(folder)
    writeFileSync(join(folder, 'note.md'), 'A lantern.')
    chmodSync(folder, mode)
    return folder
  }
  const commands = (closed: string): readonly Parameters<typeof run>[] => [
    ['index', [], { workspace: closed }],
    ['search', ['lantern'], { workspace: closed, k: 5 }],
    ['search', [], { workspace: closed, k: 5, jsonl: true }],
    ['artifacts', ['note.md'], { workspace: closed }],
    ['doctor', [], { workspace: closed, repair: true }],
  ]

  test.each([
    ['closed', 0o000],
    ['seen-from-outside', 0o444],
  ])('a folder that is %s is an error of every command, not an empty folder', async (name, mode) => {
    const folder = notes(name, mode)
    const stderr = `varve: The folder ${folder} cannot be read: you may not look into it.\n`
    for (const [command, words, options] of commands(folder))
      expect(await run(command, words, options, { input: '{"query":"lantern"}\n' })).toMatchObject({
        status: 2,
        stdout: '',
        stderr,
      })
    chmodSync(folder, 0o755)
  })

  test('a search without hits mentions the files that could not be read', async () => {
    const folder = notes('mixed', 0o755)
    writeFileSync(join(folder, 'secret.md'), 'A lighthouse.', { mode: 0o000 })
    const search = (word: string) => run('search', [word], { workspace: folder, k: 5 })
    expect((await search('lantern')).stderr).toBe('')
    expect(await search('lighthouse')).toMatchObject({
      status: 0,
      stderr:
        'varve: Nothing was found.\nvarve: 1 file or folder could not be read: varve index says which, and why.\n',
    })
  })
})

describe('varve search', () => {
  test('shows identical passages once, with all their files', async () => {
    const folder = join(workspace, '..', 'copies')
    mkdirSync(join(folder, 'old'), { recursive: true })
    const text = 'The heron waits by the weir until the tide turns, and leaves at noon.'
    for (const path of ['heron.md', 'old/heron.md']) writeFileSync(join(folder, path), text)
    const search = (json: boolean) => run('search', ['heron'], { workspace: folder, k: 5, json })
    expect((await search(false)).stdout.match(/heron waits/g)).toHaveLength(1)
    expect((await search(false)).stdout).toMatch(/\(also in (?:old\/)?heron\.md\)/)
    expect(JSON.parse((await search(true)).stdout)).toMatchObject({
      hits: [{ copies: [expect.any(String)] }],
    })
  })

  test('prints places an editor can open, with the surrounding text', async () => {
    const { status, stdout } = await run('search', ['harbour', 'lights'], { workspace, k: 5 })
    expect(status).toBe(0)
    expect(stdout).toMatch(/^money\/budget\.md:\d+-\d+ {2}Budget\n {4}.*harbour lights/)
  })

  test('lists linked notes last and marks them; each passage is on one line', async () => {
    writeFileSync(join(workspace, 'quay.md'), 'The quay leads\nto the [[team]].')
    const { stdout } = await run('search', ['quay'], { workspace, k: 5 })
    rmSync(join(workspace, 'quay.md'))
    expect(stdout.split('\n')).toEqual([
      'quay.md:1-2',
      '    The quay leads to the [[team]].',
      'team.md:1-1  (linked from what was found)',
      '    Ada and Grace.',
      '',
    ])
  })

  test('--jsonl answers line by line; an invalid line gets its error and the rest continues', async () => {
    const lines = [
      '\ufeff{"id":1,"query":"launch"}',
      'nonsense',
      '',
      '{"id":3}',
      '{"id":4,"query":"launch","exclude":["plan.md"]}',
      '{"id":5,"query":"#project","k":2}',
      '{"id":6,"query":"launch","k":101}',
    ]
    const result = await run('search', [], { workspace, k: 1, jsonl: true }, { input: lines.join('\n') })
    expect(result.status).toBe(1)
    const [first, bad, missing, excluded, two, many] = jsonLines(result)
    expect(first).toMatchObject({
      id: 1,
      hits: [{ path: 'plan.md', lines: [1, 7], score: expect.any(Number) }],
    })
    expect(bad).toMatchObject({ id: null, error: expect.stringContaining('JSON') })
    expect(missing).toEqual({ id: 3, error: '"query" must be a text.' })
    expect(JSON.stringify(excluded)).not.toContain('plan.md')
    expect(two).toMatchObject({ hits: [expect.anything(), expect.anything()] })
    expect(many).toEqual({ id: 6, error: '"k" must be a whole number from 1 to 100.' })
  })

  test('a word with a leading minus is not an option; options may come before and after it', async () => {
    const env = { VARVE_HOME: join(base, 'home') }
    const search = async (...words: readonly string[]) =>
      (await varve(['search', '--workspace', workspace, ...words], { env })).stdout
    expect((await varve(['search', 'launch', '--jsom'], { env })).status).toBe(2)
    expect(await search('#project', 'euros', '--json')).toContain('budget.md')
    expect(await search('project', '-k', '5', '-harbour', '--json')).not.toContain('budget.md')
    expect(JSON.parse(await search('-harbour', 'launch', '--json'))).toMatchObject({
      hits: [{ path: 'plan.md' }],
    })
    writeFileSync(join(workspace, 'cook.md'), 'The launch of the kitchen.')
    expect(await search('launch', '-kitchen', '--json')).not.toContain('cook.md')
    const without = await search('-k', '3', '--', '-kitchen')
    expect(without.match(/^\S+:\d/gm)).toHaveLength(3)
    expect(without).not.toContain('cook.md')
    rmSync(join(workspace, 'cook.md'))
  })

  test('- reads the query from standard input', async () => {
    const { stdout } = await run('search', ['-'], { workspace, k: 1 }, { input: 'harbour\n' })
    expect(stdout).toContain('money/budget.md')
  })

  test('reports an index that another process has paused as incomplete', async () => {
    const waiting = join(base, 'waiting')
    mkdirSync(waiting)
    writeFileSync(join(waiting, 'one.md'), 'first lantern')
    const options = { root: waiting, dataFolder: pathsOf().data, clock: { now: Date.now }, newId: randomUUID }
    const keeper = await openFolderTools(options)
    try {
      await keeper.ready()
      await keeper.index.pause()
      writeFileSync(join(waiting, 'two.md'), 'second lantern')
      const search = { workspace: waiting, k: 10, json: true }
      const found = await run('search', ['lantern'], search)
      expect(jsonLines(found)).toMatchObject([{ hits: [{ path: 'one.md' }], incomplete: true }])
      expect(found.stderr).toContain('The index is paused by the Varve that keeps it')
    } finally {
      await keeper.close()
    }
  })

  test('an empty query is a usage error', async () => {
    const { status } = await run('search', [' '], { workspace, k: 2 })
    expect(status).toBe(2)
  })
})

describe('varve artifacts', () => {
  const artifacts = (names: readonly string[]): Promise<Run> =>
    run('artifacts', names, { workspace, json: true })
  const keysOf = (result: Run): unknown =>
    (jsonLines(result)[0] as { readonly artifacts: readonly { readonly key: string }[] }).artifacts.map(
      ({ key }) => key,
    )

  test('a note brings its embeds; a tag or a folder brings its notes and a listing', async () => {
    expect(keysOf(await artifacts(['plan.md']))).toEqual(['plan.md', 'team.md'])
    expect(keysOf(await artifacts(['#project']))).toEqual(['money/budget.md', 'plan.md', 'tag:project'])
    expect(keysOf(await artifacts(['money/']))).toEqual(['money/budget.md', 'folder:money'])
    expect(keysOf(await artifacts(['list.md']))).toEqual([
      'list.md',
      expect.stringMatching(/^list\.md#query=/),
    ])
    expect(keysOf(await artifacts(['plan.md#L3-3']))).toEqual([expect.stringMatching(/^plan\.md#L3-3@/)])
  })

  test('skips a deleted note with a warning, refuses a path outside, finds a moved note', async () => {
    const gone = await artifacts(['plan.md', 'gone.md'])
    expect(gone.status).toBe(1)
    expect(keysOf(gone)).toEqual(['plan.md', 'team.md'])
    expect(jsonLines(gone)[0]).toMatchObject({
      warnings: ['"gone.md" is not there and was left out.'],
      absent: ['gone.md'],
    })
    expect((await artifacts(['gone.md'])).status).toBe(1)
    expect((await artifacts(['plan.md', 'plan.md', 'team.md'])).status).toBe(0)
    expect(jsonLines(await artifacts(['../secret.md']))[0]).toMatchObject({ error: { code: 'path-refused' } })
    const moved = await artifacts(['old/budget.md'])
    expect(keysOf(moved)).toEqual(['money/budget.md'])
    expect(moved.stdout).toContain('was taken in its place')
  })

  test('an invalid reference does not affect the others', async () => {
    const both = await artifacts(['team.md', '../secret.md', '# #', 'no-such-folder/'])
    expect(both).toMatchObject({ status: 1, stderr: expect.stringContaining('../secret.md') as string })
    expect(keysOf(both)).toEqual(['team.md'])
    expect(jsonLines(both)[0]).toMatchObject({ absent: ['# #', '../secret.md', 'no-such-folder/'] })
    const lines = await run(
      'artifacts',
      [],
      { workspace, jsonl: true },
      { input: '{"id":"a","attach":["team.md","../secret.md"]}\n' },
    )
    expect(lines.status).toBe(1)
    expect(jsonLines(lines)[0]).toMatchObject({ artifacts: [{ key: 'team.md' }], absent: ['../secret.md'] })
  })

  test('refuses a web page and says what to do instead', async () => {
    const page = await artifacts(['https://example.org/'])
    expect(page).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('Save the page as a file') as string,
    })
    expect(page.stdout).not.toContain('switched off')
  })

  test('--jsonl has the documented fields', async () => {
    const result = await run(
      'artifacts',
      [],
      { workspace, jsonl: true },
      { input: '{"id":"a","attach":["team.md"]}\n{"id":"b","attach":"team.md"}\n' },
    )
    expect(result.status).toBe(1)
    expect(jsonLines(result)).toEqual([
      {
        id: 'a',
        artifacts: [
          {
            key: 'team.md',
            kind: 'note',
            title: 'team',
            contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
            tokens: expect.any(Number),
            recoverable: true,
            images: 0,
          },
        ],
      },
      { id: 'b', error: '"attach" must be a list of names.' },
    ])
  })
})

test('varve doctor finds an intact index intact, in place and in a process of its own', async () => {
  expect(await run('doctor', [], { workspace })).toMatchObject({
    status: 0,
    stdout: 'The index is sound: 4 files.\n',
  })
  const env = { VARVE_HOME: join(base, 'home') }
  const { status, stdout } = spawnVarve(['doctor', '-w', '.', '--json'], { cwd: workspace, env })
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toEqual({ problems: [], remaining: [], files: 4 })
})
