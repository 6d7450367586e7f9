import { describe, expect, test } from 'vitest'
import {
  formatBytes,
  formatClock,
  formatCountdown,
  formatDuration,
  formatMoney,
  formatTokens,
  formatTokensShort,
  shortHash,
} from './format.ts'
import { formatPrice } from '../../models/model-surface.tsx'

describe('figures', () => {
  test('tokens in full and in short', () => {
    expect(formatTokens(27_126)).toBe('27,126')
    expect(
      [842, 2_400, 11_806, 99_949, 99_950, 180_000, 999_499, 999_500, 1_200_000].map(formatTokensShort),
    ).toEqual(['842', '2.4k', '11.8k', '99.9k', '100k', '180k', '999k', '1M', '1.2M'])
  })

  test('never rounds a price to nothing', () => {
    expect([0, 1.204, 0.0412, 0.0004, 0.00000123].map(formatMoney)).toEqual([
      '$0',
      '$1.20',
      '$0.041',
      '$0.0004',
      '$0.000001',
    ])
  })

  test('shows prices per million tokens, in and out', () => {
    const prices = [undefined, [0, 0], [2, 10], [0.1, 0.5], [1.25, 2.5], [0.435, 0.87], [0.075, 0.3]] as const
    const models = prices.map((pair) => (pair ? { price: { input: pair[0], output: pair[1] } } : {}))
    expect(models.map(formatPrice)).toEqual([
      'free',
      'free',
      '$2 / $10',
      '$0.10 / $0.50',
      '$1.25 / $2.50',
      '$0.435 / $0.87',
      '$0.075 / $0.30',
    ])
  })

  test('sizes', () => {
    expect([842, 999, 1_000, 12_440, 999_949, 999_950, 1_900_000].map(formatBytes)).toEqual([
      '842\u00a0B',
      '999\u00a0B',
      '1\u00a0kB',
      '12.4\u00a0kB',
      '999.9\u00a0kB',
      '1\u00a0MB',
      '1.9\u00a0MB',
    ])
  })

  test('times', () => {
    expect([420, 59_940, 59_960, 72_000].map(formatDuration)).toEqual([
      '0.4\u00a0s',
      '59.9\u00a0s',
      '1\u00a0min 0\u00a0s',
      '1\u00a0min 12\u00a0s',
    ])
    expect([252_000, 6_001, 0, -5].map(formatCountdown)).toEqual(['4:12', '0:07', '0:00', '0:00'])
    expect([3_599_000, 3_600_000, 86_399_000].map(formatCountdown)).toEqual([
      '59:59',
      '1\u00a0h',
      '23\u00a0h',
    ])
    expect(formatClock(new Date(2026, 10, 15, 9, 5).toISOString())).toBe('09:05')
    expect(formatClock('never')).toBe('')
  })

  test('shortens a hash to its two ends', () => {
    expect(shortHash('sha256:c4f10000000000009a2e')).toBe('c4f1…9a2e')
    expect(shortHash('c4f1')).toBe('c4f1')
  })
})
