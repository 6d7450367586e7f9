import { describe, expect, test } from 'vitest'
import { modelView } from '../testing/model-view.ts'
import { pickModels } from './use-chosen-models.ts'

const offline = modelView({ id: 'offline', location: 'offline' })
const local = modelView({ id: 'ollama/q', location: 'local' })
const cloud = modelView({ id: 'cloud/c' })
const locked = modelView({ id: 'cloud/locked', ready: false })
const models = [offline, local, cloud, locked]

const NONE = { chosen: [], answered: undefined, remembered: undefined }

describe('the next model', () => {
  test('by default: the model that needs no key', () => {
    expect(pickModels(models, NONE)).toEqual([offline])
    expect(pickModels([cloud, offline], NONE)).toEqual([offline])
    expect(pickModels([], NONE)).toEqual([])
  })

  test('the chat’s choice, then its last answer, then the last choice', () => {
    expect(pickModels(models, { chosen: [local.id], answered: cloud.id, remembered: offline.id })).toEqual([
      local,
    ])
    expect(pickModels(models, { ...NONE, answered: cloud.id, remembered: local.id })).toEqual([cloud])
    expect(pickModels(models, { ...NONE, remembered: cloud.id })).toEqual([cloud])
  })

  test('the agent’s or project’s model, unless one was chosen', () => {
    expect(pickModels(models, { ...NONE, defined: [local.id, cloud.id], answered: cloud.id })).toEqual([
      local,
    ])
    expect(pickModels(models, { ...NONE, defined: [locked.id, local.id], answered: cloud.id })).toEqual([
      local,
    ])
    expect(pickModels(models, { ...NONE, defined: [local.id], chosen: [cloud.id] })).toEqual([cloud])
    expect(pickModels(models, { ...NONE, defined: ['gone', locked.id], answered: cloud.id })).toEqual([cloud])
  })

  test('a chat keeps a model that lacks a key; a new chat does not start with one', () => {
    expect(pickModels(models, { ...NONE, answered: locked.id })).toEqual([locked])
    expect(pickModels(models, { ...NONE, remembered: locked.id })).toEqual([offline])
  })

  test('a chat whose local model is gone does not go to the cloud', () => {
    expect(pickModels(models, { ...NONE, answered: 'ollama/gone', remembered: cloud.id })).toEqual([offline])
  })

  test('several answer in the chosen order; missing ones are skipped', () => {
    const chosen = [cloud.id, 'gone', offline.id]
    expect(pickModels(models, { ...NONE, chosen, answered: local.id })).toEqual([cloud, offline])
    expect(pickModels(models, { ...NONE, chosen: ['gone'], answered: local.id })).toEqual([local])
  })
})
