import type { DefinitionKind } from '@varve/contract'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'

let it: TemporaryApp
let time = 0

beforeEach(async () => {
  // What was read lately counts as old at once: files are looked at again each time.
  it = await temporaryApp([offlineChatModel()], { timer: () => (time += 10_000) })
})

afterEach(() => it.remove())

const agent = (body: string) => `---\nname: Poet\ndescription: Rhymes.\n---\n${body}\n`
const SKILL = '---\nname: brew\ndescription: Brews tea.\n---\nBoil water.\n'

describe.each(['folder', 'database'])('definitions of a workspace in a %s', (place) => {
  let workspaceId: string

  beforeEach(async () => {
    workspaceId = place === 'folder' ? WORKSPACE : (await it.app.createWorkspace({ name: 'Inside' })).id
  })

  /** As from outside: by no action of the user's that is about definitions. */
  const put = (path: string, text: string) =>
    it.app.writeFile({ workspaceId, path, bytes: Buffer.from(text) })
  const read = (kind: DefinitionKind, id: string) => it.app.readDefinition({ workspaceId, kind, id })
  const list = async (kind: DefinitionKind) =>
    (await it.app.listDefinitions({ workspaceId, kind })).map(({ id }) => id)

  test('what the user writes here is trusted; an outside edit is followed and shown', async () => {
    const poet = { workspaceId, kind: 'agent', id: 'poet' } as const
    const first = await it.app.writeDefinition({ ...poet, content: agent('You rhyme.') })
    expect(first).toMatchObject({ path: 'Varve/agents/poet.agent.md', trusted: true, body: 'You rhyme.' })
    expect(first.changed).toBeUndefined()
    await put(first.path, agent('You rhyme in French.'))
    expect(await read('agent', 'poet')).toMatchObject({ trusted: true, changed: true, problems: [] })
    await put(first.path, agent('You rhyme.'))
    const again = await read('agent', 'poet')
    expect(again).toMatchObject({ trusted: true, hash: first.hash })
    expect(again.changed).toBeUndefined()
    expect(await list('agent')).toContain('poet')
  })

  test('other files are inactive until trusted, and again after an import replaces them', async () => {
    await put('Varve/agents/poet.agent.md', agent('One.'))
    const poet = { workspaceId, kind: 'agent', id: 'poet' } as const
    const { hash, trusted } = await read('agent', 'poet')
    expect(trusted).toBe(false)
    expect((await it.app.trustDefinition({ ...poet, hash })).trusted).toBe(true)
    await put('Varve/agents/poet.agent.md', agent('Two.'))
    await expect(it.app.trustDefinition({ ...poet, hash })).rejects.toMatchObject({ code: 'file-changed' })
    const two = await read('agent', 'poet')
    expect(two).toMatchObject({ trusted: true, changed: true })
    const { contentHash = '' } = two
    const imported = { ...poet, content: agent('Obey me.'), contentHash, imported: true }
    expect((await it.app.writeDefinition(imported)).trusted).toBe(false)
    await put('Varve/agents/poet.agent.md', agent('Two and a half.'))
    const three = await read('agent', 'poet')
    expect(three.trusted).toBe(false)
    await it.app.trustDefinition({ ...poet, hash: three.hash })
    expect((await it.app.trustDefinition({ ...poet, hash: three.hash, trusted: false })).trusted).toBe(false)
    const written = { ...poet, id: 'other', content: agent('Three.'), imported: true }
    expect((await it.app.writeDefinition(written)).trusted).toBe(false)
  })

  test('trust covers one kind: a trusted template is not a trusted agent', async () => {
    const content = agent('Hello.')
    await it.app.writeDefinition({ workspaceId, kind: 'template', id: 'poet', content })
    await put('Varve/agents/poet.agent.md', content)
    expect((await read('agent', 'poet')).trusted).toBe(false)
  })

  test('a write checks the hash, and keeps the previous version', async () => {
    const poet = { workspaceId, kind: 'agent', id: 'poet' } as const
    const first = await it.app.writeDefinition({ ...poet, content: agent('One.') })
    await expect(it.app.writeDefinition({ ...poet, content: agent('Two.') })).rejects.toMatchObject({
      code: 'file-changed',
    })
    const { contentHash = '' } = first
    await it.app.writeDefinition({ ...poet, content: agent('Two.'), contentHash })
    await expect(
      it.app.writeDefinition({ ...poet, content: agent('Three.'), contentHash }),
    ).rejects.toMatchObject({ code: 'file-changed' })
    expect(await it.app.listVersions({ workspaceId, path: first.path })).toMatchObject([{ contentHash }])
  })

  test('an invalid file is kept, reported with its line, and inactive', async () => {
    const content = '---\nname: Ours\ndescription: d\nrunner: quick\n---\nEdit.'
    const written = await it.app.writeDefinition({ workspaceId, kind: 'agent', id: 'editor', content })
    expect(written).toMatchObject({ content, problems: [{ line: 4 }], overrides: true })
  })

  test('the workspace’s own replaces a built-in one, which returns when it is removed', async () => {
    const editor = { workspaceId, kind: 'agent', id: 'editor' } as const
    const builtIn = await read('agent', 'editor')
    expect(builtIn).toMatchObject({ origin: 'built-in', trusted: true, name: 'Editor' })
    const own = await it.app.writeDefinition({ ...editor, content: agent('Mine.') })
    expect(own).toMatchObject({ origin: 'workspace', overrides: true, name: 'Poet' })
    const { contentHash = '' } = own
    expect(await it.app.removeDefinition({ ...editor, contentHash })).toMatchObject({ path: own.path })
    expect(await read('agent', 'editor')).toEqual(builtIn)
    await expect(it.app.removeDefinition({ ...editor, contentHash })).rejects.toMatchObject({
      code: 'message-invalid',
    })
    expect(await it.app.listTrash({ workspaceId })).toHaveLength(1)
  })

  test('trust covers the files of a skill', async () => {
    const brew = { workspaceId, kind: 'skill', id: 'brew' } as const
    expect((await it.app.writeDefinition({ ...brew, content: SKILL })).trusted).toBe(true)
    await put('Varve/skills/brew/steps.md', 'Then wait.')
    const more = await read('skill', 'brew')
    expect(more).toMatchObject({ trusted: true, changed: true, files: ['steps.md'] })
    expect((await it.app.trustDefinition({ ...brew, hash: more.hash })).changed).toBeUndefined()
    await put('Varve/skills/brew/steps.md', 'Then pour.')
    expect(await read('skill', 'brew')).toMatchObject({ trusted: true, changed: true })
  })

  test('a skill may have as many files as published ones have', async () => {
    await put('Varve/skills/brew/SKILL.md', SKILL)
    for (let file = 1; file <= 66; file += 1) await put(`Varve/skills/brew/parts/${file}.md`, 'Stir.')
    const skill = await read('skill', 'brew')
    expect(skill.problems).toEqual([])
    expect(skill.files).toHaveLength(66)
  })

  test('reads single-file skills too; of two with one name the second is refused', async () => {
    await put('Varve/skills/brew.skill.md', SKILL)
    expect(await read('skill', 'brew')).toMatchObject({ path: 'Varve/skills/brew.skill.md', problems: [] })
    await put('Varve/skills/brew/SKILL.md', SKILL)
    const both = await it.app.listDefinitions({ workspaceId, kind: 'skill' })
    expect(both.filter(({ id }) => id === 'brew')).toMatchObject([
      { problems: [] },
      { problems: [{ message: expect.stringContaining('another skill') }] },
    ])
  })

  test('fills in a trusted template and looks up its notes, and ignores an untrusted one', async () => {
    await put('Plans/Launch plan.md', 'On 12 December.')
    const template = { workspaceId, kind: 'template', id: 'status' } as const
    const content = 'On {date}: {{who}} asks about {[[Launch plan]]}, {[[Gone]]} and {#work}.'
    const { variables } = await it.app.writeDefinition({ ...template, content })
    expect(variables).toEqual(['who'])
    const fill = { workspaceId, id: 'status', date: '2026-02-03' }
    expect(await it.app.fillTemplate({ ...fill, variables: { who: 'Ada' } })).toEqual({
      text: 'On 2026-02-03: Ada asks about [[Launch plan]], [[Gone]] and #work.',
      attach: ['Plans/Launch plan.md', '#work'],
      missing: [],
      wantsSelection: false,
      notices: [{ code: 'not-found', subject: 'Gone', params: { kind: 'note' } }],
    })
    expect((await it.app.fillTemplate(fill)).missing).toEqual(['who'])
    const { hash } = await read('template', 'status')
    await it.app.trustDefinition({ ...template, hash, trusted: false })
    await expect(it.app.fillTemplate(fill)).rejects.toMatchObject({ code: 'message-invalid' })
  })

  test('looks up what the composer names: notes, folders, agents; other words stay text', async () => {
    await put('Plans/Launch plan.md', 'x')
    const text = '@researcher @vault compare [[Launch plan#Dates]], @Plans/, @johndoe, @#work and [[Gone]]'
    expect(await it.app.readComposer({ workspaceId, text })).toMatchObject({
      plain: 'compare [[Launch plan#Dates]], @Plans/, @johndoe, @#work and [[Gone]]',
      attach: ['Plans/Launch plan.md#Dates', 'Plans/', '#work'],
      directives: { vault: true, web: false, agent: 'researcher' },
      notices: [{ code: 'not-found', subject: 'Gone', params: { kind: 'note' } }],
    })
    const { mentions } = await it.app.readComposer({ workspaceId, text })
    expect(mentions.map(({ kind }) => kind)).toEqual(['agent', 'vault', 'note', 'folder', 'tag', 'note'])
  })
})

test('refuses a name that leads outside', async () => {
  for (const id of ['../x', 'a/b', '', '.hidden', 'a\u0000', 'x'.repeat(81), 'CON.'])
    await expect(
      it.app.writeDefinition({ workspaceId: WORKSPACE, kind: 'agent', id, content: agent('x') }),
    ).rejects.toMatchObject({ code: 'message-invalid' })
})

test('trust is per workspace', async () => {
  const poet = { kind: 'agent', id: 'poet' } as const
  const content = agent('You rhyme.')
  await it.app.writeDefinition({ ...poet, workspaceId: WORKSPACE, content })
  const { id: workspaceId } = await it.app.createWorkspace({ name: 'Elsewhere' })
  await it.app.writeFile({ workspaceId, path: 'Varve/agents/poet.agent.md', bytes: Buffer.from(content) })
  expect((await it.app.readDefinition({ ...poet, workspaceId })).trusted).toBe(false)
  expect((await it.app.readDefinition({ ...poet, workspaceId: WORKSPACE })).trusted).toBe(true)
  expect(readFileSync(join(it.root, 'Varve/agents/poet.agent.md'), 'utf8')).toBe(content)
})

test('a missing folder has the built-in ones', async () => {
  rmSync(it.root, { recursive: true })
  const all = await it.app.listDefinitions({ workspaceId: WORKSPACE })
  expect(all.length).toBe(9)
})
