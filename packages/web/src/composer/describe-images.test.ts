import { expect, test } from 'vitest'
import { describeImages } from './composer.tsx'

test('names each host once before fetching from it', () => {
  expect(describeImages(['https://a.org/x.png'])).toEqual({ count: '1 image', hosts: 'a.org' })
  expect(
    describeImages(['https://a.org/x.png', 'https://a.org/y.png', 'http://b.org:8080/z.png', 'https://[bad']),
  ).toEqual({ count: '4 images', hosts: 'a.org, b.org:8080 and https://[bad' })
  const many = Array.from({ length: 6 }, (_, at) => `https://h${at}.org/x.png`)
  expect(describeImages(many).hosts).toBe('h0.org, h1.org, h2.org and 3 more hosts')
})
