import { expect, test } from 'vitest'
import { StoreError } from '../store-error.ts'
import { checkSqliteVersion } from './open-connection.ts'

test.each(['3.51.3', '3.51.10', '3.52.0', '3.100.0', '4.0.0'])('SQLite %s is new enough', (version) => {
  expect(() => checkSqliteVersion(version)).not.toThrow()
})

test.each(['3.51.2', '3.50.9', '3.9.100', '2.99.99', '', 'unknown'])('SQLite %j is refused', (version) => {
  expect(() => checkSqliteVersion(version)).toThrow(StoreError)
})
