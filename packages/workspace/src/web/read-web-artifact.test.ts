import { afterEach, describe, expect, test } from 'vitest'
import { writeTestPng } from '../document/testing/write-test-image.ts'
import { writeTextPdf } from '../document/testing/write-test-pdf.ts'
import { fetchRemoteImage } from './fetch-remote-image.ts'
import { memoryWebCache } from './testing/memory-web-cache.ts'
import { webKind, readWebArtifact } from './read-web-artifact.ts'
import { type Reply, type SeenRequest, startWeb, type TestWeb } from './testing/start-web.ts'
import type { WebDependencies } from './web-dependencies.ts'

let web: TestWeb

afterEach(() => web.close())

async function place(answer: (request: SeenRequest) => Reply): Promise<WebDependencies> {
  web = await startWeb(answer)
  return { fetch: web.fetch, cache: memoryWebCache(), now: () => 1_000, maximumAge: 1_000 }
}

const text = (body: string): Reply => ({ headers: { 'content-type': 'text/plain' }, body })

describe('[A-2] a web address as an artifact', () => {
  test('is named by the requested address, and can be fetched again', async () => {
    const dependencies = await place(({ url }) =>
      url.endsWith('/b') ? text('words') : { status: 302, headers: { location: '/b' } },
    )
    const { artifact, fromCache } = await readWebArtifact('http://SITE.test:80/a#part', dependencies)
    expect(artifact).toMatchObject({
      kind: 'url',
      key: 'http://site.test/a',
      source: { url: 'http://site.test/a' },
      title: 'site.test/a',
      content: 'words',
      recoverable: true,
      metadata: { finalUrl: 'http://site.test/b' },
    })
    expect(fromCache).toBe(false)
    expect(await readWebArtifact('http://site.test/a', dependencies)).toEqual({
      artifact,
      fromCache: true,
      warnings: [],
    })
  })

  test('a PDF is its text by page, cached like a page', async () => {
    const dependencies = await place(() => ({
      headers: { 'content-type': 'application/pdf' },
      body: writeTextPdf(['First page', 'Second page'], 'A paper'),
    }))
    const { artifact } = await readWebArtifact('http://site.test/paper.pdf', dependencies)
    expect(artifact).toMatchObject({ kind: 'url', key: 'http://site.test/paper.pdf', title: 'A paper' })
    expect(artifact.content).toBe('[page 1]\nFirst page\n\n[page 2]\nSecond page')
    const again = await readWebArtifact('http://site.test/paper.pdf', dependencies)
    expect(again).toEqual({ artifact, fromCache: true, warnings: [] })
    expect(web.seen).toHaveLength(1)
  })

  test('a post has a kind of its own', async () => {
    const dependencies = await place(() => text('a post'))
    const { artifact } = await readWebArtifact('https://x.com/someone/status/123', dependencies)
    expect([artifact.kind, artifact.key]).toEqual(['tweet', 'https://x.com/someone/status/123'])
  })

  test('kinds follow the form of the address', async () => {
    await place(() => ({}))
    expect(
      [
        'https://twitter.com/a/status/1?s=20',
        'https://mobile.twitter.com/a/statuses/1',
        'https://x.com/a',
        'https://notx.com/a/status/1',
        'https://x.com.evil.test/a/status/1',
        'https://youtu.be/dQw4w9WgXcQ',
        'https://www.youtube.com/feed',
        'https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ',
      ].map(webKind),
    ).toEqual(['tweet', 'tweet', 'url', 'url', 'url', 'youtube', 'url', 'url'])
    expect(() => webKind('file:///etc/hostname')).toThrow()
  })
})

describe('a remote picture with the user’s consent', () => {
  const png = writeTestPng(3, 2, () => [1, 2, 3, 255])

  test('is judged by its bytes, whatever its server says', async () => {
    const dependencies = await place(() => ({ headers: { 'content-type': 'text/html' }, body: png }))
    const image = await fetchRemoteImage('http://site.test/pictures/lake.jpg?size=3', dependencies)
    expect(image).toMatchObject({ mediaType: 'image/png', width: 3, height: 2, name: 'lake.jpg' })
    expect(Buffer.from(image.bytes).equals(png)).toBe(true)
  })

  test.each([
    ['page', { headers: { 'content-type': 'image/png' }, body: '<html>' }, 'document-unsupported'],
    [
      'drawing',
      { headers: { 'content-type': 'image/svg+xml' }, body: '<svg></svg>' },
      'document-unsupported',
    ],
    ['missing one', { status: 404, body: png }, 'page-unreachable'],
    ['large one', { body: Buffer.concat([png, Buffer.alloc(1_000)]) }, 'too-large'],
  ] as const)('a %s is refused', async (_words, reply, code) => {
    const { fetch } = await place(() => reply)
    await expect(
      fetchRemoteImage('http://site.test/a.png', { fetch, maximumBytes: 1_000 }),
    ).rejects.toMatchObject({
      code,
    })
  })
})
