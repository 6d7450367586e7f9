import { describe, expect, test } from 'vitest'
import { type Attempt, canBeLast, impossibleOrder } from './history.ts'

const attempt = (token: string, from: number, until: number): Attempt => ({
  kind: 'record',
  target: 't',
  token,
  from,
  until,
  isDone: true,
})

describe('the checker itself', () => {
  const done = [attempt('a', 1, 2), attempt('b', 3, 6), attempt('c', 4, 5)]

  test('accepts every possible order', () => {
    expect(impossibleOrder(['a', 'b', 'c'], done)).toBeUndefined()
    expect(impossibleOrder(['a', 'c', 'b'], done)).toBeUndefined()
  })

  test('detects lost, duplicate, refused and reordered writes', () => {
    expect(impossibleOrder(['a', 'b'], done)).toBe('c is lost')
    expect(impossibleOrder(['a', 'b', 'c', 'b'], done)).toBe('b is there twice')
    expect(impossibleOrder(['a', 'b', 'c', 'd'], done)).toBe('d was not acknowledged')
    expect(impossibleOrder(['b', 'a', 'c'], done)).toBe('a was done before b began')
  })

  test('detects an overwritten last value', () => {
    expect(canBeLast('b', done)).toBe(true)
    expect(canBeLast('c', done)).toBe(true)
    expect(canBeLast('a', done)).toBe(false)
    expect(canBeLast('x', done)).toBe(false)
  })
})
