import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CommandHome, commandHome, varve } from '../testing/varve.ts'

let home: CommandHome

beforeEach(() => {
  home = commandHome()
})

afterEach(() => home.remove())

const POET = '---\nname: Poet\ndescription: Rhymes.\n---\nYou rhyme.\n'

const put = (workspace: string, path: string, text: string) =>
  home.run('files put', [path, '-'], { workspace }, { input: text })

describe.each([
  ['the database', () => home.inDatabase()],
  ['a folder', () => home.inFolder()],
] as const)('varve agents in %s', (_, make) => {
  test('lists, shows and checks', async () => {
    const workspace = await make()
    await put(workspace, 'Varve/agents/poet.agent.md', POET)
    const list = await home.run('agents ls', [], { workspace })
    expect(list.stdout).toMatch(/^poet +workspace, not trusted +Rhymes\.$/m)
    expect(list.stdout).toMatch(/^editor +Varve +Improves/m)
    const shown = await home.run('agents show', ['poet'], { workspace })
    expect(shown).toMatchObject({ status: 0, stdout: POET })
    const check = () => home.run('agents check', [], { workspace })
    expect((await check()).status).toBe(0)
    await put(workspace, 'Varve/skills/broken/SKILL.md', '---\nname: broken\ndescription: b\n---\n')
    const doubtful =
      '---\nname: D\ndescription: d\nmodel: openai/none\nskills: [meeting-notes, juggling, broken]\n---\nd'
    await put(workspace, 'Varve/agents/doubtful.agent.md', doubtful)
    const warned = await check()
    expect(warned.stdout).toContain('doubtful.agent.md:4: warning: No model "openai/none" is known.')
    expect(warned.stdout).toContain('doubtful.agent.md:5: warning: There is no skill "juggling".')
    expect(warned.stdout).toContain('doubtful.agent.md:5: warning: The skill "broken" can\'t be used')
    expect(warned.stdout).not.toContain('meeting-notes')
    expect(warned.stdout).toContain('0 with mistakes, 1 with warnings.')
    expect(warned.status).toBe(0)
    await put(workspace, 'Varve/agents/bad.agent.md', '---\nname: B\ndescription: b\nrunner: no\n---\nb')
    const checked = await check()
    expect(checked.stdout).toContain('Varve/agents/bad.agent.md:4: runner must be one of')
    expect(checked.status).toBe(1)
  })
})

test('without a workspace: lists the built-in ones as JSON', async () => {
  const { status, stdout } = await varve(['skills', 'ls', '--json'], { env: { VARVE_HOME: home.base } })
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject([
    { kind: 'skill', id: 'compare-documents', origin: 'built-in', problems: [] },
    { id: 'contract-review', parameters: { required: ['side'] } },
    { id: 'meeting-notes' },
    { id: 'weekly-review' },
  ])
})

test('reports unknown names, and neutralises terminal escapes', async () => {
  const missing = await home.run('projects show', ['x'])
  expect(missing).toMatchObject({ status: 1, stderr: 'varve: There is no project "x".\n' })
  mkdirSync(join(home.base, 'notes', 'Varve', 'agents'), { recursive: true })
  writeFileSync(
    join(home.base, 'notes/Varve/agents/evil.agent.md'),
    '---\nname: E\ndescription: "a\\u001b[31mred"\n---\nb',
  )
  const workspace = join(home.base, 'notes')
  const { stdout } = await home.run('agents ls', [], { workspace })
  expect(stdout).not.toContain('\u001b')
})
