import type { ChatSettingsView } from '@varve/contract'
import { expect, test } from 'vitest'
import { plainAgain } from './use-new-chat.ts'
import { withChanges } from '../models/use-chat-settings.ts'

test('a new chat is in no project and has no agent, whatever was set for one that was never sent', () => {
  const set: readonly ChatSettingsView[] = [{ project: 'move' }, { agent: 'editor' }, { runner: 'agent' }]
  for (const one of set) {
    const settings = { ...one, temperature: 0.2 }
    const change = plainAgain(settings)
    expect(withChanges(settings, change ? [change] : [])).toEqual({ temperature: 0.2 })
  }
})

test('a plain one is left as it is', () => {
  expect(plainAgain({ temperature: 0.2 })).toBeUndefined()
})
