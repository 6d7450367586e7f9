import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { preparedStatements } from './prepare-write.ts'

const connection = new DatabaseSync(':memory:')

afterEach(() => connection.close())

test('evicts the least recently used statement', () => {
  const prepare = preparedStatements(connection, 2)
  const [hot, cold] = [prepare('select 1'), prepare('select 2')]
  expect(prepare('select 1')).toBe(hot)
  prepare('select 3')
  expect(prepare('select 1')).toBe(hot)
  expect(prepare('select 2')).not.toBe(cold)
})
