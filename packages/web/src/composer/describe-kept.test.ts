import type { KeptView } from '@varve/contract'
import { expect, test } from 'vitest'
import { countKept, describeKept } from './context-row.tsx'

const kept = (status: KeptView['status']): KeptView => ({
  key: 'rent.md',
  title: 'Rent',
  tokens: 2_400,
  sinceTurn: 3,
  status,
})

test('says when a kept note’s file has changed, moved or gone', () => {
  expect(describeKept(kept('current'))).toBe('2.4k, since turn 3')
  expect(describeKept(kept('changed'))).toBe('2.4k, since turn 3, file changed')
  expect(describeKept(kept('missing'))).toBe('2.4k, since turn 3, file gone')
})

test('counts only changed and missing files', () => {
  expect(countKept([kept('current')])).toBe('1 kept')
  expect(countKept([kept('current'), kept('changed'), kept('missing')])).toBe('3 kept, 1 changed, 1 gone')
})
