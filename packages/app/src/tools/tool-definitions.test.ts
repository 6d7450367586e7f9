import { hashText, stableJson } from '@varve/engine/internal'
import { describe, expect, test } from 'vitest'
import { toolDefinitions } from './tool-definitions.ts'
import { TOOLS } from './tools.ts'
import { toolsFor } from './tools-for.ts'

const names = (choice: Parameters<typeof toolsFor>[0]): readonly string[] =>
  toolsFor(choice).map(({ name }) => name)

describe('tool definitions', () => {
  test('[L-1] have the same bytes in any order of tools, with sorted names', () => {
    const definitions = toolDefinitions(TOOLS)
    expect(JSON.stringify(definitions)).toBe(JSON.stringify(toolDefinitions(TOOLS.toReversed())))
    expect(JSON.stringify(definitions.map(({ parameters }) => parameters))).toBe(
      stableJson(definitions.map(({ parameters }) => parameters)),
    )
    const sorted = definitions.map(({ name }) => name)
    expect(sorted).toEqual([...sorted].sort())
    expect(new Set(sorted).size).toBe(22)
  })

  test('describe what they accept, and accept nothing else', () => {
    for (const { description, parameters } of toolDefinitions(TOOLS)) {
      expect(description.length).toBeGreaterThan(20)
      expect(parameters).toMatchObject({ type: 'object', additionalProperties: false })
      expect(parameters).not.toHaveProperty('$schema')
    }
  })

  test('say how the page shows a call', () => {
    expect(TOOLS.filter(({ look }) => look === undefined)).toEqual([])
  })

  test('[P-3] change only on purpose: any change ends every epoch', () => {
    const size = JSON.stringify(toolDefinitions(TOOLS)).length
    expect(size).toBeLessThan(13_000)
    expect(hashText(stableJson(toolDefinitions(TOOLS)))).toMatchInlineSnapshot(
      `"2ee9e0a542a0473da39bd81e1faf0e14058225df2a34753ac3cd63202397a5bb"`,
    )
  })
})

describe('toolsFor', () => {
  test('ask only reads, plan adds the plan, act has all', () => {
    const reading = [
      'askUser',
      'find',
      'getFileTree',
      'glob',
      'grep',
      'localSearch',
      'ls',
      'read',
      'readArtifact',
    ]
    expect(names({ mode: 'ask' })).toEqual([...reading, 'searchChats', 'timeRange', 'useSkill'])
    expect(names({ mode: 'plan' })).toEqual(
      [...reading, 'plan', 'searchChats', 'timeRange', 'useSkill'].sort(),
    )
    expect(names({ mode: 'act', web: { search: true } })).toEqual(TOOLS.map(({ name }) => name))
  })

  test('web search is off by default, and a selection only narrows', () => {
    expect(names({ mode: 'act' })).not.toContain('webSearch')
    expect(names({ mode: 'act', web: { pages: false } })).not.toContain('fetchUrl')
    expect(names({ mode: 'ask', allow: ['write', 'read'] })).toEqual(['read'])
  })
})
