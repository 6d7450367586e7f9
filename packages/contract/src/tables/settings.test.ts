import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { chatSettings, settingSchema } from '../settings.ts'
import { CHAT_SETTINGS, describeRefusal } from './settings.ts'

test('docs/settings.md is current', async () => {
  const script = fileURLToPath(new URL('../../../../scripts/write-settings-page.ts', import.meta.url))
  await expect(promisify(execFile)(process.execPath, [script, '--check'])).resolves.toBeDefined()
})

test.each([
  ['temperature', 0, true],
  ['temperature', 2.1, false],
  ['maxOutputTokens', 1.5, false],
  ['reasoningEffort', 'xhigh', true],
  ['reasoningEffort', 'enormous', false],
  ['agent', 'Editor', true],
  ['agent', '../x', false],
  ['areas', ['practice/family'], true],
  ['areas', 'practice/family', false],
  ['guidance', 'on', false],
] as const)('%s may be %j: %s', (name, value, isAllowed) => {
  expect(settingSchema(CHAT_SETTINGS[name], name).safeParse(value).success).toBe(isAllowed)
  expect(chatSettings.safeParse({ [name]: value }).success).toBe(isAllowed)
})

test('a refusal names the setting and its allowed values', () => {
  const { temperature, maxOutputTokens, mode, guidance, agent, areas } = CHAT_SETTINGS
  expect(describeRefusal('temperature', temperature)).toBe('temperature must be a number from 0 to 2.')
  expect(describeRefusal('Output limit', maxOutputTokens)).toBe(
    'Output limit must be a whole number from 1 to 1,000,000.',
  )
  expect(describeRefusal('Mode', mode)).toBe('Mode must be one of ask, plan, act.')
  expect(describeRefusal('Guidance', guidance)).toBe('Guidance must be off.')
  expect(describeRefusal('Agent', agent)).toBe('Agent must be the name of a file, without folders.')
  expect(describeRefusal('Areas', areas)).toBe(
    'Areas must be a list of at most 20 names, such as practice/family.',
  )
})
