import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compactToolResult } from './age-tools.ts'
import { LIMITS } from '../../budget/limits.ts'
import { anyText } from '../../budget/testing/any-text.ts'

const MAXIMUM = LIMITS.tools.previewCharacters

describe('compactToolResult', () => {
  test('a short result stays as it is', () => {
    expect(compactToolResult({ tool: 'search', text: '3 hits\n' })).toBe('3 hits\n')
  })

  test('[B-2] a long one becomes its beginning and a hint', () => {
    const text = `first hit\n${'more '.repeat(1000)}`
    const shown = compactToolResult({ tool: 'search', text }, { readTool: 'readArtifact' })
    expect(shown).toMatch(/^first hit\nmore /)
    expect(shown).toMatch(
      /…\n\[Earlier result of search, 5010 characters, shortened; readArtifact reads the whole result\.\]$/,
    )
  })

  test('[L3-2] no tool is named as a way to go on without one', () => {
    const shown = compactToolResult({ tool: 'search', text: 'x'.repeat(5000) })
    expect(shown).toContain('the whole result is kept and can be attached again')
  })

  test('[B-2] any result: bounded, never longer than it was, no half pairs', () => {
    const text = anyText(200).map((part) => part.repeat(12))
    fc.assert(
      fc.property(text, fc.string({ maxLength: 200 }), (result, tool) => {
        const shown = compactToolResult({ tool, text: result }, { readTool: tool })
        expect(shown.length).toBeLessThanOrEqual(Math.min(MAXIMUM, result.length))
        if (result.isWellFormed() && tool.isWellFormed()) expect(shown.isWellFormed()).toBe(true)
      }),
    )
  })
})
