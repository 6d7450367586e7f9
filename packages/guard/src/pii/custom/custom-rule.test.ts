import { describe, expect, test } from 'vitest'
import { compileCustomRule, customType } from './custom-rule.ts'

const found = (name: string, pattern: string, text: string) =>
  compileCustomRule({ name, pattern })(text).map(({ type, start, end }) => [type, text.slice(start, end)])

describe('a rule of one’s own', () => {
  test('finds its text however it is spaced and broken, in capitals or not', () => {
    const spaced = ['Harbour Street', 'HARBOUR  STREET', 'harbour\nstreet', 'Harbour\u00a0Street']
    for (const text of spaced)
      expect(found('Client', 'Harbour Street', `At ${text}.`)).toEqual([['CUSTOM_CLIENT', text]])
    expect(found('Client', 'Harbour Street', 'HarbourStreet')).toEqual([])
    expect(found('Client', 'Harbour', 'Harbours')).toEqual([])
  })

  test('is named with accents too; its placeholders are of plain capitals', () => {
    expect(customType('Été chez Øya')).toBe('CUSTOM_ETE_CHEZ_YA')
    expect(found('été', 'Lyon', 'Lyon')).toEqual([['CUSTOM_ETE', 'Lyon']])
    for (const name of ['日本', 'Ø', '1 st', 'a'.repeat(41)])
      expect(() => compileCustomRule({ name, pattern: 'Lyon' })).toThrow(/needs a name of letters/)
  })
})
