import { expect, test } from 'vitest'
import { labelBeside } from './models.ts'

test('does not repeat a name', () => {
  expect(labelBeside({ name: 'Offline', label: 'offline: extracts' })).toBe('extracts')
  expect(labelBeside({ name: 'Reader', label: 'offline: extracts' })).toBe('offline: extracts')
  expect(labelBeside({ name: 'Offline', label: '' })).toBe('')
})
