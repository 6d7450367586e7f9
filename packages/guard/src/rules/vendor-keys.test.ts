import { describe, expect, test } from 'vitest'
import { scanText } from '../scan.ts'
import { findVendorKeys } from './vendor-keys.ts'

const MIXED = 'h7KqZ2mXw9RtB4nVc8LsD3yFj6GpQ1eUa5To'
const HEX = '9f3a71c04be8d25610fa7c3e9d84b2650c1fe7a3'

function keys(text: string): readonly string[] {
  return scanText(text)
    .filter(({ type }) => type === 'API_KEY')
    .map(({ start, end }) => text.slice(start, end))
}

describe('keys by prefix', () => {
  test.each([
    `nfp_${MIXED}`,
    `tvly-${MIXED}`,
    `bkua_${HEX}`,
    `sb_secret_${MIXED}`,
    `acme_live_${MIXED}`,
    `pat-eu1-9f3a71c0-4be8-d256-10fa-7c3e9d84b265`,
    `re_h7KqZ2mX_${MIXED.slice(0, 24)}`,
    `glpat-${MIXED.slice(0, 27)}.01.at47e83bt`,
    `whatever_${MIXED}`,
  ])('in the middle of a sentence: %s', (key) => {
    expect(keys(`oops, I pasted ${key} into the channel`)).toEqual([key])
  })

  test.each([
    'api-prod-eu-west-1-worker-7d4b9c6f5d-abc12 restarted',
    'acme-live-status-dashboard-2 is green',
    `sha512-${MIXED}${MIXED}`,
    `styles-${MIXED}.css`,
    'pi_3MtwBwLkdIwHu7ix28a3tqPa succeeded',
    'the documented one is AKIAIOSFODNN7EXAMPLE',
    'k8s secret app-secret-token-x7k2p mounted',
    'docs/next_token_prediction_for_beginners_2',
  ])('other names: %s', (text) => {
    expect(keys(text)).toEqual([])
  })
})

describe('words for keys in other languages', () => {
  test.each(['токен: ', 'API密钥：', 'アクセストークンは', 'secret_key_base: '])('%s', (lead) => {
    expect(keys(`${lead}${MIXED}`)).toEqual([MIXED])
  })
})

test('scans a text of any length, also with a key across two windows', () => {
  const key = `ghp_${MIXED}`
  const far = '/'.repeat(65_536 - 20)
  expect(findVendorKeys(`${far}${key}`)).toMatchObject([
    { start: far.length, end: far.length + key.length, confidence: 0.97 },
  ])
  // As a picture in a note is, written in signs.
  const long = `${'/'.repeat(10_000_000)}${key}`
  expect(findVendorKeys(long)).toMatchObject([{ start: 10_000_000, end: long.length }])
})
