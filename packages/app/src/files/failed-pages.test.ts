import { expect, test } from 'vitest'
import { FailedPages } from './failed-pages.ts'

const error = new Error('No.')

test('does not fetch a failed page again until its time is up, or it was fetched', () => {
  const failed = new FailedPages()
  failed.put('https://a', { until: 10, error })
  expect([failed.errorOf('https://a', 9), failed.errorOf('https://a', 10)]).toEqual([error, undefined])
  failed.put('https://a', { until: 20, error })
  failed.delete('https://a')
  expect(failed.errorOf('https://a', 11)).toBeUndefined()
})

test('remembers the latest few hundred of the addresses typed letter by letter', () => {
  const failed = new FailedPages()
  const typed = Array.from({ length: 1000 }, (_, length) => `https://${'a'.repeat(length + 1)}`)
  const [first = '', ...others] = typed
  for (const url of others) {
    failed.put(url, { until: 10, error })
    failed.put(first, { until: 10, error })
  }
  const known = typed.filter((url) => failed.errorOf(url, 0))
  expect(known).toEqual([first, ...typed.slice(-299)])
})
