import type { ChatSettingsView } from '@varve/contract'
import { expect, test } from 'vitest'
import { plainAgain } from './use-new-chat.ts'
import { withChanges } from '../models/use-chat-settings.ts'

test('a new chat has no project and no agent, whatever an unsent one had', () => {
  const set: readonly ChatSettingsView[] = [{ project: 'move' }, { agent: 'editor' }, { runner: 'agent' }]
  for (const one of set) {
    const settings = { ...one, temperature: 0.2 }
    const change = plainAgain(settings)
    expect(withChanges(settings, change ? [change] : [])).toEqual({ temperature: 0.2 })
  }
})

test('leaves a plain one unchanged', () => {
  expect(plainAgain({ temperature: 0.2 })).toBeUndefined()
})
