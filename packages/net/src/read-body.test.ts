import type { ServerResponse } from 'node:http'
import {
  createGzip,
  deflateRawSync,
  deflateSync,
  brotliCompressSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FetchLimits, createGuardedFetch } from './create-guarded-fetch.ts'
import { NetError } from './net-error.ts'
import { startServer, type TestServer } from './testing/start-server.ts'

const compressors = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  'deflate-raw': deflateRawSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
} as const
const encodings = Object.keys(compressors) as (keyof typeof compressors)[]
const headerOf = (encoding: string): string => encoding.replace('-raw', '')

let server: TestServer
let answer: (response: ServerResponse) => void

beforeAll(async () => {
  server = await startServer((_request, response) => answer(response))
})

afterAll(() => server.close())

async function fetchBody(limits: Partial<FetchLimits>, maximumBytes?: number): Promise<Uint8Array> {
  const fetch = createGuardedFetch({ allow: () => true, limits })
  const request = maximumBytes === undefined ? {} : { maximumBytes }
  return (await fetch(`http://127.0.0.1:${server.port}/`, request)).body
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof NetError)) throw new Error(`not a NetError: ${String(error)}`)
  return error.code
}

function send(body: Uint8Array, encoding: string): void {
  answer = (response) => response.writeHead(200, { 'content-encoding': encoding }).end(body)
}

describe('[bombs] bodies', () => {
  test('any compression round-trips', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 5_000 }),
        fc.constantFrom(...encodings),
        async (body, encoding) => {
          send(compressors[encoding](body), headerOf(encoding))
          expect(await fetchBody({})).toEqual(body)
        },
      ),
      { numRuns: 30 },
    )
  })

  test.each(encodings)(
    'a bomb in %s is cut at the limit, and within it the same body is read',
    async (encoding) => {
      const size = 8 * 1024 * 1024
      const bomb = compressors[encoding](new Uint8Array(size))
      expect(bomb.byteLength).toBeLessThan(20_000)
      send(bomb, headerOf(encoding))
      expect(await codeOf(fetchBody({ decompressedBytes: size - 1 }))).toBe('too-large')
      expect((await fetchBody({ decompressedBytes: size })).byteLength).toBe(size)
    },
  )

  test('a nested bomb is cut in the middle', async () => {
    send(gzipSync(gzipSync(new Uint8Array(16 * 1024 * 1024))), 'gzip, gzip')
    expect(await codeOf(fetchBody({ decompressedBytes: 1024 * 1024 }))).toBe('too-large')
    // The middle is large and the end is nothing: only a count between the stages sees it.
    const middle = Buffer.concat(Array.from({ length: 100_000 }).fill(gzipSync('')) as Buffer[])
    send(gzipSync(middle), 'gzip, gzip')
    expect(await codeOf(fetchBody({ decompressedBytes: 1024 * 1024 }))).toBe('too-large')
  })

  test('an endless bomb is cut while streaming, with its connection', async () => {
    let closed: Promise<unknown> = Promise.resolve()
    answer = (response) => {
      const gzip = createGzip()
      closed = new Promise((resolve) => response.once('close', resolve))
      response.writeHead(200, { 'content-encoding': 'gzip' })
      gzip.pipe(response)
      const feed = (): void => {
        while (!response.destroyed && gzip.write(Buffer.alloc(65_536)));
      }
      gzip.on('drain', feed)
      feed()
    }
    expect(await codeOf(fetchBody({ decompressedBytes: 4 * 1024 * 1024 }))).toBe('too-large')
    await closed
  })

  test('a body over the limit is refused by its length, or cut without one', async () => {
    answer = (response) => response.writeHead(200, { 'content-length': '2000' }).write('x')
    expect(await codeOf(fetchBody({ bytes: 1_999 }))).toBe('too-large')
    answer = (response) => {
      const timer = setInterval(() => response.write(Buffer.alloc(10_000)), 1)
      response.once('close', () => clearInterval(timer))
    }
    expect(await codeOf(fetchBody({ bytes: 100_000 }))).toBe('too-large')
  })

  test('a request can lower the limits but not raise them', async () => {
    answer = (response) => response.end(Buffer.alloc(1_000))
    expect(await codeOf(fetchBody({}, 999))).toBe('too-large')
    expect((await fetchBody({}, 1_000)).byteLength).toBe(1_000)
    expect(await codeOf(fetchBody({ bytes: 999 }, 5_000))).toBe('too-large')
  })

  test.each(encodings)('damaged %s is reported, cut or garbled', async (encoding) => {
    const whole = compressors[encoding](
      Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7919) % 251)),
    )
    send(whole.subarray(0, whole.byteLength - 20), headerOf(encoding))
    expect(await codeOf(fetchBody({}))).toBe('bad-encoding')
    send(Buffer.alloc(500, 0xff), headerOf(encoding))
    expect(await codeOf(fetchBody({}))).toBe('bad-encoding')
  })

  test('unknown or too many encodings are refused', async () => {
    send(Buffer.from('x'), 'compress')
    expect(await codeOf(fetchBody({}))).toBe('bad-encoding')
    send(gzipSync(gzipSync(gzipSync('x'))), 'gzip, gzip, gzip')
    expect(await codeOf(fetchBody({}))).toBe('bad-encoding')
    send(Buffer.from('plain'), 'identity')
    expect(await fetchBody({})).toEqual(new Uint8Array(Buffer.from('plain')))
  })

  test('zstd with a window over 8 MiB is refused', async () => {
    // A frame header without a content size, and a window of 2^27 bytes.
    send(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, (27 - 10) << 3, 0x01, 0x00, 0x00]), 'zstd')
    expect(await codeOf(fetchBody({}))).toBe('bad-encoding')
    send(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, (20 - 10) << 3, 0x01, 0x00, 0x00]), 'zstd')
    expect((await fetchBody({})).byteLength).toBe(0)
  })
})
