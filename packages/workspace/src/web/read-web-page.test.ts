import { hashText } from '@varve/engine/internal'
import { afterEach, describe, expect, test } from 'vitest'
import { WorkspaceError } from '../workspace-error.ts'
import { memoryWebCache } from './testing/memory-web-cache.ts'
import { readWebPage } from './read-web-page.ts'
import { type Reply, type SeenRequest, startWeb, type TestWeb } from './testing/start-web.ts'
import type { CachedPage, WebDependencies, WebReading } from './web-dependencies.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 5)
const prose = 'The river lays down a layer of silt in spring and one of clay in winter. '.repeat(12)
const article = `<!doctype html><html lang="en"><head><title>Varves</title>
<meta name="author" content="Ada Stone"><meta property="article:published_time" content="2025-03-04">
<link rel="stylesheet" href="/style.css"></head><body><nav><a href="/">Home</a><a href="/about">About</a></nav>
<article><h1>Varves</h1><p>${prose}<a href="/more">More</a> and <a href="javascript:steal()">this</a>.</p>
<img src="/lake.png" alt="A lake" width="800" height="600">
<img src="data:image/png;base64,${'A'.repeat(500)}" alt="inline" width="800" height="600">
<img src="data:image/gif;base64,R0lGOD" data-src="data:image/png;base64,BBBBBBBB" width="800" height="600">
<h2>Counting</h2><ul><li>one</li><li>two</li></ul><p>${prose}</p><script>steal()</script></article>
<footer>Imprint</footer></body></html>`

let web: TestWeb

afterEach(() => web.close())

interface Place extends WebDependencies {
  time: number
}

async function place(answer: (request: SeenRequest) => Reply): Promise<Place> {
  web = await startWeb(answer)
  return { fetch: web.fetch, cache: memoryWebCache(), time: START, maximumAge: DAY, now: () => START }
}

const html = (body: string, headers = {}): Reply => ({
  headers: { 'content-type': 'text/html', ...headers },
  body,
})

const words = (headers = {}, body = 'words'): Reply => ({
  headers: { 'content-type': 'text/plain', ...headers },
  body,
})

async function page(url: string, dependencies: Place): Promise<WebReading> {
  const read = await readWebPage(url, { ...dependencies, now: () => dependencies.time })
  if (read.kind !== 'page') throw new Error(`read as ${read.kind}`)
  return read
}

async function refusal(url: string, dependencies: Place): Promise<WorkspaceError> {
  const error: unknown = await page(url, dependencies).catch((thrown: unknown) => thrown)
  if (!(error instanceof WorkspaceError)) throw new Error(`not refused: ${String(error)}`)
  return error
}

describe('a page', () => {
  test('becomes its article as Markdown, with its metadata', async () => {
    const dependencies = await place(() => html(article))
    const { page: read, warnings, fromCache } = await page('https://Site.test/varves#top', dependencies)
    expect(read).toMatchObject({
      url: 'https://site.test/varves',
      title: 'Varves',
      byline: 'Ada Stone',
      images: ['https://site.test/lake.png'],
      fetchedAt: START,
      contentHash: hashText(read.markdown),
    })
    expect(read.published).toContain('2025-03-04')
    expect(read.markdown).toContain('## Counting')
    expect(read.markdown).toContain('- one')
    expect(read.markdown).toContain('[More](https://site.test/more)')
    expect({ warnings, fromCache }).toEqual({ warnings: [], fromCache: false })
  })

  test('brings no script or inline data, and fetches only itself', async () => {
    const dependencies = await place(() => html(article))
    const { page: read } = await page('https://site.test/varves', dependencies)
    expect(read.markdown).not.toMatch(/steal|javascript:|data:|base64|Imprint|About/)
    expect(web.seen.map(({ url }) => url)).toEqual(['http://site.test/varves'])
    expect(web.seen[0]?.headers.cookie).toBeUndefined()
  })

  test('a redirect changes the base of links, not the address of the copy', async () => {
    const dependencies = await place(({ url }) =>
      url.endsWith('/old') ? { status: 301, headers: { location: '/new/place' } } : html(article),
    )
    const { page: read } = await page('http://site.test/old', dependencies)
    expect([read.url, read.finalUrl]).toEqual(['http://site.test/old', 'http://site.test/new/place'])
    expect(await dependencies.cache.get('http://site.test/old')).toEqual(read)
  })
})

describe('other formats', () => {
  test('text and Markdown stay exact, JSON gets a longer fence than its own', async () => {
    const json = '{"a": "``````"}'
    const dependencies = await place(({ url }) => {
      if (url.endsWith('.md'))
        return { headers: { 'content-type': 'text/markdown' }, body: '\n# Head  \n\n- a\r\n' }
      if (url.endsWith('.json')) return { headers: { 'content-type': 'application/json' }, body: json }
      return { headers: { 'content-type': 'text/plain' }, body: '<b>not markup</b>  \n' }
    })
    expect((await page('http://site.test/a.md', dependencies)).page).toMatchObject({
      title: 'Head',
      markdown: '\n# Head  \n\n- a\r\n',
    })
    const fence = '`'.repeat(7)
    const { markdown } = (await page('http://site.test/a.json', dependencies)).page
    expect(markdown).toBe(`${fence}json\n${json}\n${fence}`)
    const text = (await page('http://site.test/a.txt', dependencies)).page
    expect(text.markdown).toBe('<b>not markup</b>  \n')
    expect(text.title).toBeUndefined()
  })

  test('a PDF is passed on as bytes, also if served as octets', async () => {
    const dependencies = await place(({ url }) => ({
      headers: {
        'content-type': url.endsWith('b') ? 'application/octet-stream' : 'application/pdf',
        etag: '"p"',
      },
      body: '%PDF-1.7 rest',
    }))
    for (const path of ['a', 'b']) {
      const read = await readWebPage(`http://site.test/${path}`, dependencies)
      if (read.kind !== 'pdf') throw new Error('not read as a PDF')
      expect(new TextDecoder().decode(read.bytes)).toBe('%PDF-1.7 rest')
      const kept = await read.keep({ markdown: 'text of it', images: [] })
      expect(kept).toMatchObject({ etag: '"p"', markdown: 'text of it' })
      expect(await dependencies.cache.get(`http://site.test/${path}`)).toEqual(kept)
    }
  })

  test.each([
    ['image/png', '\x89PNG', 'image/png'],
    ['application/zip', 'PK', 'application/zip'],
    ['video/mp4', 'x', 'video/mp4'],
    ['application/octet-stream', '\0\0\0', 'not text'],
    ['text/plain', 'a\0b', 'not;'],
    ['constructor', 'words', 'constructor'],
    ['__proto__', 'words', '__proto__'],
  ])('%s is refused with a reason', async (type, body, reason) => {
    const dependencies = await place(() => ({ headers: { 'content-type': type }, body }))
    const error = await refusal('http://site.test/', dependencies)
    expect([error.code, error.message.includes(reason)]).toEqual(['page-unsupported', true])
    expect(error.message).toContain('can be read')
  })

  test('without a type the first bytes decide', async () => {
    const dependencies = await place(({ url }) => ({ body: url.endsWith('html') ? article : 'just words' }))
    expect((await page('http://site.test/html', dependencies)).page.title).toBe('Varves')
    expect((await page('http://site.test/text', dependencies)).page.markdown).toBe('just words')
  })

  test.each(['', '<html><body><script>render()</script><div id=root></div></body></html>', '   '])(
    'a page without text says so: %j',
    async (body) => {
      const dependencies = await place(() => html(body))
      expect((await refusal('http://site.test/', dependencies)).code).toBe('page-unreadable')
    },
  )
})

describe('the cached copy', () => {
  test('is used without a request while fresh', async () => {
    const dependencies = await place(() => words())
    const first = await page('http://site.test/a', dependencies)
    dependencies.time += DAY - 1
    expect(await page('http://site.test/a', dependencies)).toEqual({ ...first, fromCache: true })
    expect(web.seen).toHaveLength(1)
    dependencies.time += 1
    expect((await page('http://site.test/a', dependencies)).fromCache).toBe(false)
    expect(web.seen).toHaveLength(2)
  })

  test('is not made fresh by a clock set back', async () => {
    const dependencies = await place(() => words())
    await page('http://site.test/a', dependencies)
    dependencies.time -= 10 * DAY
    await page('http://site.test/a', dependencies)
    expect(web.seen).toHaveLength(2)
  })

  test('is revalidated by ETag and date, and fresh again', async () => {
    const modified = 'Mon, 05 Jan 2026 00:00:00 GMT'
    const dependencies = await place(({ headers }) =>
      headers['if-none-match'] === '"v1"' && headers['if-modified-since'] === modified
        ? { status: 304 }
        : words({ etag: '"v1"', 'last-modified': modified }),
    )
    const first = await page('http://site.test/a', dependencies)
    dependencies.time += 2 * DAY
    const second = await page('http://site.test/a', dependencies)
    expect(second).toEqual({ ...first, page: { ...first.page, fetchedAt: START + 2 * DAY }, fromCache: true })
    dependencies.time += DAY - 1
    await page('http://site.test/a', dependencies)
    expect(web.seen).toHaveLength(2)
  })

  test('is replaced by a changed page', async () => {
    let version = 1
    const dependencies = await place(() => words({ etag: `"${version}"` }, `v${version}`))
    await page('http://site.test/a', dependencies)
    version = 2
    dependencies.time += DAY
    const second = await page('http://site.test/a', dependencies)
    expect(second.page.markdown).toContain('v2')
    expect((await dependencies.cache.get('http://site.test/a'))?.etag).toBe('"2"')
  })

  test('is used with a warning if the server is unreachable or failing', async () => {
    let status = 200
    const dependencies = await place(() => ({ ...words(), status }))
    const first = await page('http://site.test/a', dependencies)
    dependencies.time += 3 * DAY
    status = 503
    const busy = await page('http://site.test/a', dependencies)
    expect(busy.page).toEqual(first.page)
    expect(busy.warnings).toEqual([
      'This is the copy of 2026-01-05; the page could not be read again: its server answered with 503.',
    ])
    const offline: Place = { ...dependencies, fetch: () => Promise.reject(new Error('No connection.')) }
    expect((await page('http://site.test/a', offline)).warnings[0]).toContain('No connection.')
    status = 404
    expect((await refusal('http://site.test/a', dependencies)).code).toBe('page-unreachable')
  })

  test('without one, the fetch error is reported', async () => {
    const dependencies = await place(() => ({ status: 500 }))
    expect((await refusal('http://site.test/a', dependencies)).message).toContain('answered with 500')
    const refused = new Error('site.test resolves to a private address; only public ones are fetched.')
    const guarded: Place = { ...dependencies, fetch: () => Promise.reject(refused) }
    const error = await refusal('http://site.test/a', guarded)
    expect([error.code, error.cause, error.message.includes('private address')]).toEqual([
      'page-unreachable',
      refused,
      true,
    ])
  })

  test('an abort is an abort, cached or not', async () => {
    const dependencies = await place(() => words())
    await page('http://site.test/a', dependencies)
    dependencies.time += 2 * DAY
    const signal = AbortSignal.abort(new Error('stopped'))
    await expect(page('http://site.test/a', { ...dependencies, signal })).rejects.toThrow('stopped')
  })

  test('survives a JSON store, and a server with an odd ETag', async () => {
    const stored = new Map<string, string>()
    const dependencies = {
      ...(await place(() => words({ etag: '"\u00e9"' }))),
      cache: {
        get: (url: string) => {
          const text = stored.get(url)
          return Promise.resolve(text === undefined ? undefined : (JSON.parse(text) as CachedPage))
        },
        put: (kept: CachedPage) => {
          stored.set(kept.url, JSON.stringify(kept))
          return Promise.resolve()
        },
      },
    }
    const first = await page('http://site.test/a', dependencies)
    expect(first.page.etag).toBeUndefined()
    expect((await page('http://site.test/a', dependencies)).page).toEqual(first.page)
  })
})
