import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadReplayModels } from './replay-models.ts'

function configOf(text: string): { readonly path: string; readonly said: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'varve-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'config.json')
  writeFileSync(path, text)
  return { path, said: [] }
}

test('prices of a configuration file apply in a replay', async () => {
  const own = { models: [{ id: 'anthropic/claude-sonnet-4-5', price: { input: 77, output: 99 } }] }
  const { path, said } = configOf(JSON.stringify(own))
  const config = { path, report: (message: string) => void said.push(message) }
  const models = await loadReplayModels({ provider: 'anthropic', config })
  expect(models.find().spec.profile.price).toMatchObject({ input: 77, output: 99 })
  expect(said).toEqual([])
})

test('reports faults of the file, and uses the catalogue', async () => {
  const { path, said } = configOf('{')
  const config = { path, report: (message: string) => void said.push(message) }
  const models = await loadReplayModels({ provider: 'anthropic', config })
  const plain = await loadReplayModels({ provider: 'anthropic' })
  expect(models.find().spec.profile).toEqual(plain.find().spec.profile)
  expect(said).toEqual([expect.stringContaining('cannot be read')])
})

test('an unknown model gets the prices of the default one, which is named', async () => {
  const models = await loadReplayModels({ provider: 'openai-5.6' })
  expect(models.find('foo').standIn).toBe('gpt-5.6')
  expect(models.find('foo').spec.profile.price).toEqual(models.find().spec.profile.price)
  expect(models.find()).not.toHaveProperty('standIn')
})
