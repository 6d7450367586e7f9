import { describe, expect, test } from 'vitest'
import { modelView } from '../testing/model-view.ts'
import { pickModel } from './pick-model.ts'

const offline = modelView({ id: 'offline', location: 'offline' })
const local = modelView({ id: 'ollama/q', location: 'local' })
const cloud = modelView({ id: 'cloud/c' })
const locked = modelView({ id: 'cloud/locked', ready: false })
const models = [offline, local, cloud, locked]

const NONE = { chosen: undefined, answered: undefined, remembered: undefined }

describe('who answers next', () => {
  test('nothing chosen: the model that needs nothing', () => {
    expect(pickModel(models, NONE)).toBe(offline)
    expect(pickModel([cloud, offline], NONE)).toBe(offline)
    expect(pickModel([], NONE)).toBeUndefined()
  })

  test('the choice of this chat, then what answered in it, then the last choice', () => {
    expect(pickModel(models, { chosen: local.id, answered: cloud.id, remembered: offline.id })).toBe(local)
    expect(pickModel(models, { ...NONE, answered: cloud.id, remembered: local.id })).toBe(cloud)
    expect(pickModel(models, { ...NONE, remembered: cloud.id })).toBe(cloud)
  })

  test('a chat keeps a model that waits for its key; a new chat does not begin with one', () => {
    expect(pickModel(models, { ...NONE, answered: locked.id })).toBe(locked)
    expect(pickModel(models, { ...NONE, remembered: locked.id })).toBe(offline)
  })

  test('a chat whose local model is gone is not sent to a cloud', () => {
    expect(pickModel(models, { ...NONE, answered: 'ollama/gone', remembered: cloud.id })).toBe(offline)
  })
})
