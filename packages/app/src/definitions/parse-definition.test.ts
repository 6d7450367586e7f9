import type { DefinitionKind } from '@varve/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDefinitionName, pathOf, placeOf } from './definition-place.ts'
import { parseDefinition } from './parse-definition.ts'
import { readShipped } from './read-definitions.ts'
import { TOOLS } from '../tools/tools.ts'

const parse = (kind: DefinitionKind, id: string, lines: readonly string[]) =>
  parseDefinition(lines.join('\n'), { kind, id })

const problems = (kind: DefinitionKind, lines: readonly string[]) => {
  const parsing = parse(kind, 'x', lines)
  return parsing.kind === 'unsound' ? parsing.problems : []
}

describe('parseDefinition', () => {
  test('an agent with all its fields', () => {
    const front = ['name: The editor', 'description: Edits.', 'model: openai/gpt-5.6', 'runner: agent']
    const more = [
      'tools: [read, edit, read]',
      'skills:',
      '  - a',
      'temperature: 0.5',
      'maxTokens: 900',
      'history: recall',
      'summaries: extract',
    ]
    expect(
      parse('agent', 'editor', ['---', ...front, ...more, 'tags: [mine]', '---', '', 'You edit.', '']),
    ).toEqual({
      kind: 'sound',
      definition: {
        kind: 'agent',
        id: 'editor',
        name: 'The editor',
        description: 'Edits.',
        model: 'openai/gpt-5.6',
        runner: 'agent',
        tools: ['read', 'edit'],
        skills: ['a'],
        temperature: 0.5,
        maxTokens: 900,
        history: 'recall',
        summaries: 'extract',
        body: 'You edit.',
      },
    })
  })

  test('an unknown tool is an error with its line; tools of servers are not checked', () => {
    const lines = ['---', 'name: E', 'description: D', 'tools:', '  - read', '  - flyToMoon']
    expect(
      problems('agent', [...lines, '  - mcp__files', '  - mcp__files__list', '  - 7', '---', 'Hi']),
    ).toEqual([
      { line: 6, message: 'There is no tool "flyToMoon".' },
      { line: 9, message: 'A tool is a name.' },
    ])
  })

  test('reports every error with its line', () => {
    const lines = ['---', 'name: E', 'description: D', 'runner: fast', 'temperature: 3', 'tool: [read]']
    expect(problems('agent', [...lines, 'skills:', '  - ok', '  - 7', '---', 'Hi'])).toEqual([
      { line: 4, message: 'runner must be one of auto, chat, vault-qa, agent, plus.' },
      { line: 5, message: 'temperature must be a number from 0 to 2.' },
      { line: 6, message: '"tool" is not known here.' },
      { line: 9, message: 'A skill must be a text.' },
    ])
  })

  test.each([
    ['no front matter', ['You edit.'], 1, 'three dashes'],
    ['no end of it', ['---', 'name: x'], 1, 'closing line'],
    ['a missing name', ['---', 'description: d', '---', 'b'], 2, '"name" is missing.'],
    ['no persona', ['---', 'name: x', 'description: d', '---', ' '], 2, 'persona is missing'],
    ['a name that stands twice', ['---', 'name: x', 'name: y', '---', 'b'], 3, 'unique'],
    ['broken YAML', ['---', 'name: x', 'description: [a', '---', 'b'], 3, ''],
    ['an alias', ['---', 'name: &a x', 'description: *a', '---', 'b'], 3, 'Aliases'],
    ['a list in place of names', ['---', '- a', '---', 'b'], 2, 'names with values'],
    ['what nests too deep', ['---', 'name: x', `tools: ${'['.repeat(40)}`, '---', 'b'], 3, 'deep'],
  ])('%s', (_, lines, line, words) => {
    expect(problems('agent', lines)[0]?.line).toBe(line)
    expect(problems('agent', lines)[0]?.message).toContain(words)
  })

  test('a skill is named by its folder, and its parameters are a schema without patterns', () => {
    const skill = (...front: readonly string[]) => ['---', ...front, '---', 'Do it.']
    expect(parse('skill', 'x', skill('name: x', 'description: d', 'license: MIT', 'own: 1')).kind).toBe(
      'sound',
    )
    expect(problems('skill', skill('name: y', 'description: d'))).toEqual([
      { line: 2, message: 'The name must be that of the folder or file, "x".' },
    ])
    const schema = ['parameters:', '  type: object', '  properties:', '    a:', '      type: text']
    expect(
      problems(
        'skill',
        skill('name: x', 'description: d', ...schema, '      pattern: (a+)+$', '  required: [b]'),
      ),
    ).toEqual([
      { line: 9, message: '"pattern" is not read in a schema here.' },
      { line: 8, message: expect.stringContaining('A type is one of') },
      { line: 10, message: '"b" is required and is no property.' },
    ])
  })

  test('a template needs no front matter; a project pins paths, folders and tags only', () => {
    expect(parse('template', 'ask', ['Tell me about {{thing}}.'])).toMatchObject({
      definition: { name: 'ask', description: '', body: 'Tell me about {{thing}}.' },
    })
    const project = (pinned: string) => ['---', 'name: P', `pinned: ${pinned}`, '---', 'Be brief.']
    expect(parse('project', 'p', project('[a.md, folder/, "#tag"]'))).toMatchObject({
      definition: { pinned: ['a.md', 'folder/', '#tag'], models: [] },
    })
    for (const bad of ['https://a.example', '../out.md', 'chat:1', '"#"'])
      expect(problems('project', project(`[${bad}]`))).toEqual([
        { line: 3, message: expect.stringContaining('can be pinned') },
      ])
  })

  test('reads or refuses any file without throwing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<DefinitionKind>('agent', 'skill', 'template', 'project'),
        fc.array(
          fc.oneof(fc.string(), fc.constantFrom('---', 'name: x', 'tools: [', '- a: {', '? x', '&a *a')),
        ),
        (kind, lines) => {
          const parsing = parse(kind, 'x', ['---', ...lines])
          if (parsing.kind === 'unsound')
            for (const { line } of parsing.problems) {
              expect(line).toBeGreaterThan(0)
              expect(line).toBeLessThanOrEqual(lines.join('\n').split(/\r\n|\r|\n/).length + 2)
            }
        },
      ),
    )
  })
})

test('a definition is found where it is written', () => {
  const kinds = fc.constantFrom<DefinitionKind>('agent', 'skill', 'template', 'project')
  fc.assert(
    fc.property(kinds, fc.string().filter(isDefinitionName), (kind, id) => {
      expect(placeOf(pathOf({ kind, id }))).toEqual({ kind, id })
    }),
  )
  expect(placeOf('Varve/skills/x.skill.md')).toEqual({ kind: 'skill', id: 'x' })
  for (const other of [
    'agents/x.agent.md',
    'Varve/agents/x.md',
    'Varve/agents/a/x.agent.md',
    'Varve/skills/SKILL.md',
  ])
    expect(placeOf(other)).toBeUndefined()
})

test('built-in definitions are valid: five agents with existing tools, and four skills', async () => {
  const shipped = await readShipped()
  expect(
    shipped.flatMap(({ parsing, path }) => (parsing.kind === 'unsound' ? [path, parsing.problems] : [])),
  ).toEqual([])
  const named = (kind: DefinitionKind) => shipped.filter((file) => file.kind === kind).map(({ id }) => id)
  expect(named('agent')).toEqual([
    'assistant',
    'editor',
    'legal-and-business-adviser',
    'researcher',
    'vault-librarian',
  ])
  expect(named('skill')).toEqual(['compare-documents', 'contract-review', 'meeting-notes', 'weekly-review'])
  const tools = new Set([...TOOLS.map(({ name }) => name), 'useSkill'])
  for (const { parsing } of shipped)
    if (parsing.kind === 'sound' && parsing.definition.kind === 'agent') {
      const { tools: allowed = [], skills = [] } = parsing.definition
      expect(allowed.filter((tool) => !tools.has(tool))).toEqual([])
      expect(allowed).toEqual(allowed.toSorted())
      expect(skills.filter((skill) => !named('skill').includes(skill))).toEqual([])
    }
})
