import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ModelDownloadView } from '@varve/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { OFFERED_MODELS } from '@varve/contract/tables/offered-models'
import { LocalModels, SOURCE_VARIABLE } from './local-models.ts'
import { installRuntime } from './runtime-part.ts'
import { ggufBytes } from './testing/gguf-bytes.ts'

const [{ id: ID, file: FILE, name: NAME }] = OFFERED_MODELS as readonly [(typeof OFFERED_MODELS)[number]]

/** Large enough to come in several pieces. */
const MODEL = ggufBytes({ elements: 300_000 })
const CUT = 500_000

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

interface Open {
  readonly models: LocalModels
  readonly data: string
  readonly reports: string[]
}

function open(source?: string, data = mkdtempSync(join(tmpdir(), 'varve-models-'))): Open {
  const reports: string[] = []
  const models = new LocalModels({
    dataFolder: data,
    environment: source === undefined ? {} : { [SOURCE_VARIABLE]: source },
    now: () => new Date(0),
    report: (message) => reports.push(message),
  })
  onTestFinished(async () => {
    await models.close()
    rmSync(data, { recursive: true, force: true })
  })
  return { models, data, reports }
}

type Serve = (request: IncomingMessage, response: ServerResponse, served: number) => void

interface Mirror {
  readonly url: string
  readonly asked: string[]
  serve: Serve
  /** Breaks the connection that is open. */
  cut: () => void
}

/** A mirror on loopback, by default with ranges and a strong ETag. */
async function mirror(serve: Serve = (request, response) => send(request, response)): Promise<Mirror> {
  const asked: string[] = []
  const it: Mirror = { url: '', asked, serve, cut: () => undefined }
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.range ?? 'whole'}`)
    it.cut = () => response.destroy()
    if (request.url?.endsWith('.sha256')) response.writeHead(404).end()
    else it.serve(request, response, asked.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return Object.assign(it, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

interface Sent {
  readonly bytes?: Uint8Array
  readonly etag?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sends so much and no more, and leaves the connection open. */
  readonly upTo?: number
}

function send(request: IncomingMessage, response: ServerResponse, sent: Sent = {}): void {
  const { bytes = MODEL, etag = '"1"', headers = {}, upTo } = sent
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  const isSame = [undefined, etag].includes(request.headers['if-range'] as string | undefined)
  const begin = isSame ? from : 0
  const own = { etag, 'accept-ranges': 'bytes', ...headers }
  if (begin > 0 && begin >= bytes.length) {
    response.writeHead(416, { ...own, 'content-range': `bytes */${bytes.length}` }).end()
    return
  }
  const range = { 'content-range': `bytes ${begin}-${bytes.length - 1}/${bytes.length}` }
  response.writeHead(begin > 0 ? 206 : 200, {
    ...own,
    ...(begin > 0 ? range : {}),
    'content-length': bytes.length - begin,
  })
  if (upTo === undefined) response.end(bytes.subarray(begin))
  else response.write(bytes.subarray(begin, upTo))
}

/** Waits until the download is as wanted; it goes by itself or not at all. */
async function until(
  { models }: Open,
  isSo: (download: ModelDownloadView | undefined) => boolean,
): Promise<ModelDownloadView | undefined> {
  for (;;) {
    const [download] = await models.downloads.list()
    if (isSo(download)) return download
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const isGone = (download: ModelDownloadView | undefined): boolean => download === undefined
const isState = (state: string) => (download: ModelDownloadView | undefined) => download?.state === state

async function refusalOf(work: Promise<unknown>): Promise<{ code: string; message: string }> {
  const error: unknown = await work.catch((thrown: unknown) => thrown)
  if (error instanceof Error && 'code' in error) return { code: String(error.code), message: error.message }
  throw new Error(`not refused: ${JSON.stringify(error)}`)
}

describe('getting a model', () => {
  test('downloads from the mirror, verifies, and lists it', async () => {
    const { url, asked } = await mirror()
    const it = open(url)
    expect(await it.models.show()).toMatchObject({ installed: [], downloads: [], source: url })
    expect(await it.models.get({ model: ID })).toMatchObject({ id: ID, from: new URL(url).host })
    await until(it, isGone)
    expect(asked).toEqual([`/${FILE} whole`, `/${FILE}.sha256 whole`])
    const { installed } = await it.models.show()
    expect(installed).toMatchObject([
      {
        id: ID,
        modelId: `local/${ID}`,
        path: `${ID}.gguf`,
        name: NAME,
        kind: 'chat',
        architecture: 'llama',
        sha256: sha256(MODEL),
        size: MODEL.length,
      },
    ])
    expect(readFileSync(join(it.data, 'models', `${ID}.gguf`))).toEqual(MODEL)
    await it.models.close()
    expect(readdirSync(join(it.data, 'models', 'downloads'))).toEqual([])
    expect((await refusalOf(it.models.get({ model: ID }))).message).toContain('is on this computer already')
  })

  test.each([
    ['a folder', (folder: string) => folder],
    ['a file: address', (folder: string) => pathToFileURL(folder).href],
    ['a pattern', (folder: string) => `${folder}/{file}`],
  ])('copies it from %s', async (_, from) => {
    const it = open()
    const folder = join(it.data, 'stick with spaces')
    mkdirSync(folder)
    writeFileSync(join(folder, FILE), MODEL)
    writeFileSync(join(folder, `${FILE}.sha256`), `${sha256(MODEL)}  ${FILE}\n`)
    await it.models.get({ model: ID, from: from(folder) })
    await until(it, isGone)
    expect((await it.models.show()).installed).toMatchObject([{ id: ID, sha256: sha256(MODEL) }])
  })

  test('accepts any .gguf address, named by its file', async () => {
    const { url } = await mirror()
    const it = open()
    await it.models.get({ model: `${url}/x/My%20Model-Q8.gguf?download=true` })
    await until(it, isGone)
    expect((await it.models.show()).installed).toMatchObject([{ id: 'my-model-q8', name: 'My Model-Q8' }])
  })

  test('follows redirects, and uses the checksum of the first response', async () => {
    const { url } = await mirror((request, response) =>
      request.url === '/hop'
        ? send(request, response)
        : response.writeHead(302, { location: '/hop', 'x-linked-etag': `"${'0'.repeat(64)}"` }).end(),
    )
    const it = open(url)
    await it.models.get({ model: ID })
    const failed = await until(it, isState('failed'))
    expect(failed).toMatchObject({ received: 0, problem: { code: 'model-not-fetched' } })
    expect(failed?.problem?.message).toContain(`its SHA-256 is ${sha256(MODEL)}, and 0000`)
    expect((await it.models.show()).installed).toEqual([])
  })
})

describe('an interrupted download', () => {
  test('resumes after a pause', async () => {
    const it = await mirror((request, response) => send(request, response, { upTo: CUT }))
    const at = open(it.url)
    await at.models.get({ model: ID })
    await until(at, (download) => download?.received === CUT)
    expect(await at.models.downloads.pause(ID)).toMatchObject({ state: 'paused', received: CUT })
    expect((await at.models.show()).installed).toEqual([])
    it.serve = (request, response) => send(request, response)
    await at.models.downloads.resume(ID)
    await until(at, isGone)
    expect(it.asked.slice(0, 2)).toEqual([`/${FILE} whole`, `/${FILE} bytes=${CUT}-`])
    expect((await at.models.show()).installed).toMatchObject([{ sha256: sha256(MODEL) }])
  })

  test('survives a restart, and resumes', async () => {
    const it = await mirror((request, response) => send(request, response, { upTo: CUT }))
    const first = open(it.url)
    await first.models.get({ model: ID })
    await until(first, (download) => download?.received === CUT)
    await first.models.close()
    it.serve = (request, response) => send(request, response)
    const second = open(it.url, first.data)
    expect(await second.models.downloads.list()).toMatchObject([{ id: ID, state: 'paused', received: CUT }])
    await second.models.get({ model: ID })
    await until(second, isGone)
    expect((await second.models.show()).installed).toMatchObject([{ sha256: sha256(MODEL) }])
  })

  test('starts over when the source file has changed', async () => {
    const old = Buffer.from(MODEL).fill(7, 1000)
    const it = await mirror((request, response) =>
      send(request, response, { bytes: old, etag: '"old"', upTo: CUT }),
    )
    const at = open(it.url)
    await at.models.get({ model: ID })
    await until(at, (download) => download?.received === CUT)
    it.cut()
    expect(await until(at, isState('failed'))).toMatchObject({ received: CUT })
    it.serve = (request, response) => send(request, response)
    await at.models.downloads.resume(ID)
    await until(at, isGone)
    expect((await at.models.show()).installed).toMatchObject([{ sha256: sha256(MODEL) }])
  })

  test('retries at once if much had arrived, else waits for the user', async () => {
    const it = await mirror((request, response, served) =>
      send(request, response, { upTo: served === 1 ? 1_100_000 : 1_150_000 }),
    )
    const at = open(it.url)
    await at.models.get({ model: ID })
    for (const part of [1_100_000, 1_150_000]) {
      await until(at, (download) => download?.received === part)
      it.cut()
    }
    const failed = await until(at, isState('failed'))
    expect(it.asked).toEqual([`/${FILE} whole`, `/${FILE} bytes=1100000-`])
    expect(failed?.problem?.message).toMatch(/What came is kept: resume to go on\.$/)
  })

  test('can be cancelled, and leaves nothing', async () => {
    const { url } = await mirror((request, response) => send(request, response, { upTo: CUT }))
    const at = open(url)
    await at.models.get({ model: ID })
    await until(at, (download) => download?.received === CUT)
    await at.models.downloads.cancel(ID)
    expect(await at.models.downloads.list()).toEqual([])
    await at.models.close()
    expect(readdirSync(join(at.data, 'models', 'downloads'))).toEqual([])
  })

  test('asked for twice at once, a model comes once', async () => {
    const { url, asked } = await mirror()
    const at = open(url)
    await Promise.all([at.models.get({ model: ID }), at.models.get({ model: ID })])
    await until(at, isGone)
    await at.models.close()
    expect(asked).toEqual([`/${FILE} whole`, `/${FILE}.sha256 whole`])
    expect((await at.models.show()).installed).toHaveLength(1)
  })

  test('runs one at a time; a queued one can be paused', async () => {
    const { url } = await mirror((request, response) => send(request, response, { upTo: CUT }))
    const at = open(url)
    const second = OFFERED_MODELS[1]?.id ?? ''
    await at.models.get({ model: ID })
    await at.models.get({ model: second })
    await until(at, (download) => download?.received === CUT)
    expect((await at.models.downloads.list()).map(({ state }) => state)).toEqual(['running', 'waiting'])
    expect(await at.models.downloads.pause(second)).toMatchObject({ state: 'paused', received: 0 })
  })
})

describe('errors say what to do', () => {
  const failure = async (serve: Serve): Promise<string> => {
    const { url } = await mirror(serve)
    const at = open(url)
    await at.models.get({ model: ID })
    const failed = await until(at, isState('failed'))
    expect((await at.models.show()).installed).toEqual([])
    return `${failed?.problem?.code}: ${failed?.problem?.message}`
  }

  test.each<readonly [string, Serve, string]>([
    ['a page', (_, response) => response.end('<html>Sign in</html>'), 'sent something else than a model'],
    [
      'no such file',
      (_, response) => response.writeHead(404).end(),
      'answered 404: it does not have the file',
    ],
    [
      'no room on the disk',
      (_, response) => response.writeHead(200, { 'content-length': String(9e14) }).write('GGUF'),
      'disk-full: The rest of the model takes 900000.0 GB',
    ],
    [
      'a compressed body',
      (_, response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x'),
      'comes compressed',
    ],
    [
      'a cut model',
      (request, response) => send(request, response, { bytes: MODEL.subarray(0, -9) }),
      'model-file-invalid: Not a model that Varve can open: at byte',
    ],
    [
      'redirects without end',
      (_, response) => response.writeHead(302, { location: '/' }).end(),
      'redirects again',
    ],
  ])('%s', async (_, serve, words) => {
    expect(await failure(serve)).toContain(words)
  })

  test('a redirect cannot lead to another local address', async () => {
    const hidden = await mirror()
    const words = await failure((_, response) =>
      response.writeHead(302, { location: hidden.url.replace('127.0.0.1', 'localhost') }).end(),
    )
    expect(words).toContain('model-not-fetched')
    expect(hidden.asked).toEqual([])
  })

  test('what comes without a size leaves room on the disk', async (context) => {
    const data = mkdtempSync(join(tmpdir(), 'varve-models-'))
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', data])
    if (mounted.status !== 0) context.skip('A small disk cannot be made here.')
    const more = Buffer.alloc(1_000_000)
    const { url } = await mirror((_, response) => {
      const fill = (): void => {
        while (!response.destroyed && response.write(more));
      }
      response.on('drain', fill).writeHead(200).write(MODEL.subarray(0, 100))
      fill()
    })
    const at = open(url, data)
    onTestFinished(() => void spawnSync('umount', ['--lazy', data]))
    await at.models.get({ model: ID })
    const stopped = await until(at, isState('failed'))
    expect(stopped?.problem?.code).toBe('disk-full')
    const { bavail, bsize } = statfsSync(data)
    expect(bavail * bsize).toBeGreaterThan(48_000_000)
  })

  test('only the user can name an address on this machine', async () => {
    const { url, asked } = await mirror()
    const plan = {
      id: 'x',
      name: 'x',
      source: { kind: 'address', url: `${url}/x.gguf`, named: false },
    } as const
    const at = open()
    await at.models.downloads.start(plan)
    expect(await until(at, isState('failed'))).toMatchObject({ received: 0 })
    expect(asked).toEqual([])
  })

  test.each([
    [{ model: 'none' }, 'Varve offers no model "none"'],
    [{ model: 'http://127.0.0.1:8080/page.html' }, 'must be of a file that ends in .gguf'],
    [{ model: ID, from: 'folder' }, `Models can't come from "folder"`],
    [{ model: ID, from: 'http://user:pass@x.test' }, 'Nothing is fetched from there.'],
    [{ model: ID, from: 'http://169.254.169.254/' }, 'Nothing is fetched from there.'],
  ])('%j is refused', async (wanted, words) => {
    expect((await refusalOf(open().models.get(wanted))).message).toContain(words)
  })

  test('an unreadable list is not overwritten', async () => {
    const { models, data } = open()
    mkdirSync(join(data, 'models'))
    const path = join(data, 'models', 'models.json')
    for (const content of ['{', '{"models":[{"id":"../x"}]}']) {
      writeFileSync(path, content)
      expect((await refusalOf(models.setSettings({ threads: 2 }))).code).toBe('data-corrupt')
      expect(readFileSync(path, 'utf8')).toBe(content)
    }
  })
})

describe('models on this computer', () => {
  test('opens a file in place, and keeps it when the model is removed', async () => {
    const { models, data } = open()
    const path = join(data, 'Own Model.gguf')
    writeFileSync(path, MODEL)
    const opened = await models.open(path)
    expect(opened).toMatchObject({ id: 'own-model', path, name: 'Tiny', fit: 'fits' })
    expect(await models.open(path)).toEqual(opened)
    expect((await models.show()).installed).toHaveLength(1)
    await models.remove('own-model')
    expect((await models.show()).installed).toEqual([])
    expect(existsSync(path)).toBe(true)
  })

  test('reports a missing file', async () => {
    const { models, data } = open()
    const path = join(data, 'a.gguf')
    writeFileSync(path, MODEL)
    await models.open(path)
    rmSync(path)
    expect((await models.show()).installed).toMatchObject([{ id: 'a', missing: true }])
  })

  test('deletes a downloaded file with its model', async () => {
    const { url } = await mirror()
    const at = open(url)
    await at.models.get({ model: ID })
    await until(at, isGone)
    await at.models.remove(ID)
    expect(readdirSync(join(at.data, 'models'))).toEqual(['downloads', 'models.json'])
    expect((await refusalOf(at.models.remove(ID))).code).toBe('file-not-found')
  })

  test('stores settings, resets with null, and refuses an invalid source', async () => {
    const { models } = open()
    expect(await models.setSettings({ threads: 2, stateLimit: 1 })).toEqual({ threads: 2, stateLimit: 1 })
    expect(await models.setSettings({ threads: null })).toEqual({ stateLimit: 1 })
    expect((await refusalOf(models.setSettings({ modelSource: 'ftp://x' }))).code).toBe('message-invalid')
  })
})

describe('the model runtime', () => {
  test('is found beside Varve', async () => {
    expect((await open().models.show()).runtime).toMatchObject({ state: 'ready', version: '3.22.1' })
  })

  test('is installed with npm; if npm fails, its reason and the command are shown', async () => {
    const { data } = open()
    const missing = await refusalOf(installRuntime(data, { environment: { PATH: '/nowhere' } }))
    expect(missing.message).toMatch(
      /^npm isn't there.*or run: npm install --prefix .*node-llama-cpp@3\.22\.1/,
    )
    const npm = join(data, 'npm-cli.cjs')
    writeFileSync(
      npm,
      `console.error('npm error code ENOTFOUND\\nnpm error network no registry'); process.exit(1)`,
    )
    const failed = await refusalOf(installRuntime(data, { environment: { npm_execpath: npm } }))
    expect(failed).toMatchObject({ code: 'model-runtime-failed' })
    expect(failed.message).toMatch(/^npm couldn't fetch it: network no registry\. /)
  })
})
