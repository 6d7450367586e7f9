import { expect, test } from 'vitest'
import { readNumberSetting } from '../../models/model-settings-form.tsx'
import { settingsFacts, settingsFor } from './models.ts'

test('names changed settings briefly, and omits defaults', () => {
  expect(settingsFacts(undefined)).toEqual([])
  expect(settingsFacts({})).toEqual([])
  expect(settingsFacts({ temperature: 0, maxOutputTokens: 4_000, reasoningEffort: 'xhigh' })).toEqual([
    'effort extra high',
    'temperature 0',
    'at most 4,000 out',
  ])
})

test('sends a model only what it accepts', () => {
  const settings = { temperature: 0.2, maxOutputTokens: 10, reasoningEffort: 'max' } as const
  expect(settingsFor(settings, {})).toEqual({})
  expect(settingsFor(settings, { temperature: {}, reasoningEfforts: ['low'] })).toEqual({ temperature: 0.2 })
  expect(settingsFor(settings, { reasoningEfforts: ['max'] })).toEqual({ reasoningEffort: 'max' })
})

test('sends no temperature with thinking to a model that accepts only one of them', () => {
  const takes = { temperature: { notWhileThinking: true }, reasoningEfforts: ['none', 'low'] } as const
  const warm = { temperature: 0.3 }
  expect(settingsFor({ ...warm, reasoningEffort: 'low' }, takes)).toEqual({ reasoningEffort: 'low' })
  expect(settingsFor(warm, takes)).toEqual(warm)
  // An effort that switches thinking off, and one that the model does not know.
  expect(settingsFor({ ...warm, reasoningEffort: 'none' }, takes)).toEqual({
    ...warm,
    reasoningEffort: 'none',
  })
  expect(settingsFor({ ...warm, reasoningEffort: 'max' }, takes)).toEqual(warm)
})

const heat = { kind: 'number', minimum: 0, maximum: 1 } as const
const length = { kind: 'number', minimum: 1, maximum: 64_000, whole: true } as const

test.each([
  ['0.5', heat, 0.5],
  ['0,5', heat, 0.5],
  [' 0 ', heat, 0],
  ['', heat, null],
  ['64,000', length, 64_000],
  ['4 000', length, 4_000],
] as const)('“%s” is accepted', (text, row, value) => {
  expect(readNumberSetting(text, 'Limit', row)).toEqual({ kind: 'value', value })
})

test.each([
  ['1.5', heat, 'Limit must be a number from 0 to 1.'],
  ['warm', heat, 'Limit must be a number from 0 to 1.'],
  ['-1', heat, 'Limit must be a number from 0 to 1.'],
  ['0', length, 'Limit must be a whole number from 1 to 64,000.'],
  ['1.5', length, 'Limit must be a whole number from 1 to 64,000.'],
  ['Infinity', length, 'Limit must be a whole number from 1 to 64,000.'],
] as const)('“%s” is refused with a reason', (text, row, words) => {
  expect(readNumberSetting(text, 'Limit', row)).toEqual({ kind: 'refused', words })
})
