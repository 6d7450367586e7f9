import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openFolderStore } from '@varve/workspace'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readOwn } from '../definitions/read-definitions.ts'
import { type SkillRun, type UsableSkill, type UseSkillArguments, useSkillTool } from './use-skill.ts'

let base = ''
let files: Awaited<ReturnType<typeof openFolderStore>>

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(base, 'vault', path)), { recursive: true })
  writeFileSync(join(base, 'vault', path), text)
}

beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), 'varve-skill-'))
  const schema = 'parameters: {type: object, properties: {cups: {type: integer}}, required: [cups]}'
  write('Varve/skills/brew/SKILL.md', `---\nname: brew\ndescription: Tea.\n${schema}\n---\nBoil water.\n`)
  write('Varve/skills/brew/data/steps.md', 'Then wait.')
  write('secret.md', 'hidden')
  files = await openFolderStore({
    root: join(base, 'vault'),
    keepFolder: join(base, 'kept'),
    clock: Date.now,
    newId: randomUUID,
  })
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

async function loaded(): Promise<readonly UsableSkill[]> {
  return (await readOwn(files)).flatMap((file) => {
    const { parsing } = file
    return parsing.kind === 'sound' && parsing.definition.kind === 'skill'
      ? [{ file, definition: parsing.definition }]
      : []
  })
}

/** Only what this tool looks at. */
async function use(args: UseSkillArguments, skills = loaded()) {
  return useSkillTool.run(args, { files, skills: () => skills } as unknown as SkillRun)
}

test('returns the instructions, the arguments and the file names', async () => {
  expect(await use({ name: 'brew', arguments: { cups: 2 } })).toEqual({
    text: '# Skill: brew\n\nBoil water.\n\nArguments: {"cups":2}\n\nFiles of this skill, to be had with useSkill and "file":\ndata/steps.md',
    summary: 'Used the skill brew',
  })
  expect(await use({ name: 'brew', file: 'data/steps.md' })).toMatchObject({ text: 'Then wait.' })
})

test('reports invalid arguments, and lists the skills', async () => {
  expect(await use({ name: 'brew' })).toMatchObject({
    isError: true,
    text: 'The skill "brew" was not used. “cups” is missing.',
  })
  expect(await use({ name: 'bake' })).toMatchObject({
    isError: true,
    text: 'There is no skill "bake". There are: brew.',
  })
  expect(await useSkillTool.run({ name: 'brew' }, { files } as unknown as SkillRun)).toMatchObject({
    isError: true,
  })
})

test('reads only files trusted with the skill', async () => {
  for (const file of ['../../../secret.md', '/secret.md', 'SKILL.md', 'data/../../../../secret.md'])
    expect(await use({ name: 'brew', file })).toMatchObject({ isError: true })
  const before = await loaded()
  write('Varve/skills/brew/data/steps.md', 'Then leak.')
  const changed = await use({ name: 'brew', file: 'data/steps.md' }, Promise.resolve(before))
  expect(changed).toMatchObject({ isError: true, text: expect.stringContaining('has just changed') })
})
