import { afterEach, describe, expect, test } from 'vitest'
import { findCaptions } from './find-captions.ts'
import { memoryWebCache } from './testing/memory-web-cache.ts'
import { renderTranscript, readYouTube, readWebArtifact } from './read-web-artifact.ts'
import { type Reply, type SeenRequest, startWeb, type TestWeb } from './testing/start-web.ts'
import type { WebDependencies } from './web-dependencies.ts'

const ID = 'dQw4w9WgXcQ'
const CANONICAL = `https://www.youtube.com/watch?v=${ID}`
const TRACK = 'https://www.youtube.com/api/timedtext?v=x&lang='

function watchPage(tracks: readonly object[], title = 'A talk on {layers} "and" \\ more'): string {
  const response = {
    videoDetails: { title, author: 'Geo Channel' },
    captions: { playerCaptionsTracklistRenderer: { captionTracks: tracks } },
  }
  return `<html><script>var ytInitialPlayerResponse = null;</script><script>var ytInitialPlayerResponse = ${JSON.stringify(response)};var meta = {};</script></html>`
}

const transcript = JSON.stringify({
  events: [
    { tStartMs: 0 },
    { tStartMs: 1_000, segs: [{ utf8: 'Hello ' }, { utf8: 'there' }] },
    { tStartMs: 2_000, segs: [{ utf8: '\n' }] },
    { tStartMs: 5_000, segs: [{ utf8: 'and\nwelcome' }] },
    { tStartMs: 61_000, segs: [{ utf8: 'later' }] },
    { tStartMs: 3_661_000, segs: [{ utf8: 'much later' }] },
    { segs: 'odd' },
    null,
  ],
})

let web: TestWeb

afterEach(() => web.close())

async function place(answer: (request: SeenRequest) => Reply): Promise<WebDependencies> {
  web = await startWeb(answer)
  return { fetch: web.fetch, cache: memoryWebCache(), now: () => 1_000_000, maximumAge: 1_000 }
}

const video =
  (tracks: readonly object[], captions: string = transcript) =>
  ({ url }: SeenRequest): Reply => ({ body: url.includes('/api/timedtext') ? captions : watchPage(tracks) })

describe('a video', () => {
  test.each([`https://youtu.be/${ID}?t=3`, `https://m.youtube.com/shorts/${ID}`, CANONICAL])(
    '[A-2] %s is its transcript under the canonical address',
    async (url) => {
      const dependencies = await place(video([{ baseUrl: `${TRACK}en`, languageCode: 'en' }]))
      const { artifact, warnings } = await readWebArtifact(url, dependencies)
      expect(artifact).toMatchObject({
        kind: 'youtube',
        key: CANONICAL,
        title: 'A talk on {layers} "and" \\ more',
        metadata: { byline: 'Geo Channel' },
      })
      expect(artifact.content).toBe(
        'Transcript (en):\n\n[0:01] Hello there and welcome\n\n[1:01] later\n\n[1:01:01] much later',
      )
      expect(warnings).toEqual([])
      expect(web.seen.map(({ url: seen }) => seen.replace('http:', 'https:'))).toEqual([
        CANONICAL,
        `${TRACK}en&fmt=json3`,
      ])
    },
  )

  test('prefers human transcripts, and the spoken language', async () => {
    const track = (languageCode: string, kind?: string): object => ({
      baseUrl: `/api/timedtext?lang=${languageCode}${kind ?? ''}`,
      languageCode,
      ...(kind === undefined ? {} : { kind }),
    })
    for (const [tracks, chosen] of [
      [[track('de'), track('fr', 'asr'), track('fr')], 'lang=fr&'],
      [[track('en', 'asr'), track('de')], 'lang=de&'],
      [[track('ja'), track('en')], 'lang=en&'],
      [[track('ko', 'asr')], 'lang=koasr&'],
    ] as const) {
      const dependencies = await place(video(tracks))
      await readYouTube(CANONICAL, dependencies)
      expect(web.seen.at(-1)?.url).toContain(chosen)
      await web.close()
    }
    await place(() => ({}))
  })

  test.each([
    ['no tracks', video([]), 'offers none'],
    ['an empty answer', video([{ baseUrl: TRACK }], ''), 'empty'],
    [
      'an answer without words',
      video([{ baseUrl: TRACK }], '{"events":[{"segs":[{"utf8":"\\n"}]}]}'),
      'empty',
    ],
    ['an answer that is no JSON', video([{ baseUrl: TRACK }], '<html>'), 'empty'],
    ['a track elsewhere', video([{ baseUrl: 'https://evil.test/api/timedtext' }]), 'offers none'],
    ['a track elsewhere on the site', video([{ baseUrl: '/redirect?to=evil' }]), 'offers none'],
  ])('with %s says that there is no transcript, and gives the title', async (_words, answer, reason) => {
    const dependencies = await place(answer)
    const reading = await readYouTube(CANONICAL, dependencies)
    expect(reading.hasTranscript).toBe(false)
    expect(reading.page.markdown).toContain('No transcript of this video could be read')
    expect(reading.page.markdown).toContain(reason)
    expect(reading.page.markdown).toContain('Only its title is known: A talk on {layers}')
    expect(reading.warnings).toHaveLength(1)
    expect(web.seen.every(({ url }) => url.startsWith('http://www.youtube.com/'))).toBe(true)
    expect(await dependencies.cache.get(CANONICAL)).toBeUndefined()
  })

  test('unreachable says why, and an old transcript is used', async () => {
    const dependencies = await place(video([{ baseUrl: TRACK, languageCode: 'en' }]))
    const failing = { ...dependencies, fetch: () => Promise.reject(new Error('No connection.')) }
    const missing = await readYouTube(CANONICAL, failing)
    expect(missing.page.markdown).toContain('No connection.')
    expect(missing.page.title).toBeUndefined()
    const first = await readYouTube(CANONICAL, dependencies)
    const later = { now: () => 1_001_000 }
    expect(await readYouTube(CANONICAL, failing)).toEqual({ ...first, fromCache: true })
    const stale = await readYouTube(CANONICAL, { ...failing, ...later })
    expect(stale.page).toEqual(first.page)
    expect(stale.warnings[0]).toMatch(/^This is the copy of 1970-01-01; .*No connection\.$/)
  })

  test('refuses other addresses', async () => {
    const dependencies = await place(() => ({}))
    await expect(readYouTube('https://www.youtube.com/feed', dependencies)).rejects.toMatchObject({
      code: 'page-unsupported',
    })
    expect(web.seen).toEqual([])
  })

  test('hostile pages and transcripts give nothing rather than fail', async () => {
    await place(() => ({}))
    const nothing = { title: undefined, author: undefined, tracks: [] }
    for (const page of [
      '',
      'ytInitialPlayerResponse = {',
      `ytInitialPlayerResponse = ${'{"a":'.repeat(100_000)}`,
      'ytInitialPlayerResponse = {"captions": 3, "videoDetails": {"title": 7}}',
      'ytInitialPlayerResponse = {"__proto__": {"captions": {}}}',
      'ytInitialPlayerResponse'.repeat(50_000),
      `ytInitialPlayerResponse = {"a":"${'\\"{'.repeat(50_000)}`,
    ])
      expect(findCaptions(page)).toEqual(nothing)
    for (const text of ['', 'null', '[]', '{"events":{}}', '{"events":[[],1,{"segs":[{"utf8":1}]}]}'])
      expect(renderTranscript(text)).toBeUndefined()
  })
})
