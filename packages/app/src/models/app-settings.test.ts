import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { AppSettings, loadAppSettings } from './app-settings.ts'

function configFile(content: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'varve-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'config.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}

test('app settings are stored beside the user’s models, and read at the next start', async () => {
  const path = configFile({ models: [{ id: 'own/one' }], note: 'mine' })
  const settings = new AppSettings(await loadAppSettings(path, () => undefined), path)
  await settings.change({ model: 'own/one', webSearch: 'http://127.0.0.1:8888' })
  await settings.change({ webSearch: null })
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    models: [{ id: 'own/one' }],
    note: 'mine',
    model: 'own/one',
  })
  expect(await loadAppSettings(path, () => undefined)).toEqual({ model: 'own/one' })
})

test('an invalid value is reported with its file, and refused when set', async () => {
  const path = configFile({ model: 7, webSearch: 'http://search.example' })
  const reported: string[] = []
  expect(await loadAppSettings(path, (message) => reported.push(message))).toEqual({
    webSearch: 'http://search.example',
  })
  expect(reported).toEqual([expect.stringMatching(/config\.json: model must be a text/)])
  await expect(new AppSettings({}, path).change({ model: '' })).rejects.toMatchObject({
    code: 'message-invalid',
  })
})

test('an unreadable file is not overwritten', async () => {
  const path = configFile({})
  writeFileSync(path, '{ "models": [')
  await expect(new AppSettings({}, path).change({ model: 'a' })).rejects.toThrow(/not valid JSON/)
  expect(readFileSync(path, 'utf8')).toBe('{ "models": [')
})
