import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizeUrl } from './normalize-path.ts'

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

describe('normalizeUrl', () => {
  test.each([
    ['https://Example.ORG', 'https://example.org/'],
    ['http://example.org:80/a', 'http://example.org/a'],
    ['https://example.org:8443/a', 'https://example.org:8443/a'],
    ['https://example.org/A%20b?Q=1&r#top', 'https://example.org/A%20b?Q=1&r'],
    ['https://user:secret@example.org/', 'https://example.org/'],
    ['https://example.org/a/../b', 'https://example.org/b'],
    ['https://youtu.be/dQw4w9WgXcQ?si=x', VIDEO],
    ['http://youtube.com/watch?list=1&v=dQw4w9WgXcQ&t=9', VIDEO],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', VIDEO],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', VIDEO],
    ['https://www.youtube.com/live/dQw4w9WgXcQ?feature=share', VIDEO],
    ['https://www.youtube.com/@channel/videos', 'https://www.youtube.com/@channel/videos'],
    [
      'https://youtube.com.example.org/watch?v=dQw4w9WgXcQ',
      'https://youtube.com.example.org/watch?v=dQw4w9WgXcQ',
    ],
    ['https://www.youtube.com/watch?v=short', 'https://www.youtube.com/watch?v=short'],
  ])('[A-2] %s is %s', (url, expected) => {
    expect(normalizeUrl(url)).toBe(expected)
  })

  test.each(['', 'example.org', '/a', 'https://', 'http://[::1', 'ftp://youtu.be/x', 'javascript:alert(1)'])(
    '[A-2] %j is refused',
    (url) => {
      expect(() => normalizeUrl(url)).toThrow(expect.objectContaining({ code: 'invalid-url' }))
    },
  )

  test('[A-2] normalising again changes nothing', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
        const once = normalizeUrl(url)
        expect(normalizeUrl(once)).toBe(once)
        expect(once).not.toContain('#')
      }),
    )
  })
})
