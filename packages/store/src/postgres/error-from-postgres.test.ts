import { describe, expect, test } from 'vitest'
import { StoreError } from '../store-error.ts'
import { errorFromPostgres, isConnectionLost } from './error-from-postgres.ts'

const withCode = (code: string, message = 'words') => Object.assign(new Error(message), { code })

describe('a server error', () => {
  test.each([
    ['53100', 'disk-full'],
    ['53200', 'busy'],
    ['53300', 'busy'],
    ['40001', 'busy'],
    ['40P01', 'busy'],
    ['55P03', 'busy'],
    ['57P01', 'busy'],
    ['57P03', 'busy'],
    ['08006', 'busy'],
    ['25006', 'input-output'],
    ['58030', 'input-output'],
    ['23505', 'conflict'],
    ['23503', 'conflict'],
    ['23001', 'conflict'],
    ['22P02', 'conflict'],
    ['XX001', 'corrupt'],
    ['28P01', 'failed'],
    ['3D000', 'failed'],
    ['42P01', 'failed'],
    ['ECONNREFUSED', 'busy'],
    ['ECONNRESET', 'busy'],
  ] as const)('%s is %s, with its message', (code, expected) => {
    const error = errorFromPostgres(withCode(code))
    expect(error).toMatchObject({ code: expected })
    expect(error.message).toContain('words')
  })

  test('without a message is reported by code, and our own errors stay', () => {
    expect(errorFromPostgres(withCode('ECONNREFUSED', '')).message).toContain('ECONNREFUSED')
    const own = new StoreError('conflict', 'x')
    expect(errorFromPostgres(own)).toBe(own)
    expect(errorFromPostgres('odd')).toMatchObject({ code: 'failed' })
  })

  test('distinguishes a lost connection from a server’s answer', () => {
    expect(isConnectionLost(new Error('Connection terminated unexpectedly'))).toBe(true)
    expect(isConnectionLost(withCode('ECONNRESET'))).toBe(true)
    expect(isConnectionLost(withCode('57P01'))).toBe(true)
    expect(isConnectionLost(withCode('53100'))).toBe(false)
    expect(isConnectionLost(withCode('23505'))).toBe(false)
  })
})
