import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDownloadFetch } from '@varve/net'
import { z } from 'zod'
import { AppError } from '../app-error.ts'
import { refuseBaseUrl } from '../models/check-base-url.ts'

/** Where one model file comes from. */
export const sourceSchema = z.union([
  z.object({
    kind: z.literal('address'),
    url: z.string(),
    /** The user gave this address, so it may be on this machine or its network. */
    named: z.boolean(),
  }),
  z.object({ kind: z.literal('file'), path: z.string() }),
])

export type ModelSource = z.infer<typeof sourceSchema>

/** No byte for so long, and the connection counts as broken. */
const SILENCE_MILLISECONDS = 60_000

/**
 * The address of a model's file at a source: an address or a folder with `{repo}` and `{file}` for the model.
 * Without `{file}`, the file name is appended.
 */
export async function sourceOf(
  source: string,
  { repo, file }: { readonly repo: string; readonly file: string },
  named: boolean,
): Promise<ModelSource> {
  const fill = (text: string) => text.replaceAll('{repo}', repo).replaceAll('{file}', file)
  const hasFile = source.includes('{file}')
  if (/^https?:/i.test(source)) {
    const whole = hasFile ? fill(source) : `${fill(source).replace(/(?<!\/)\/+$/, '')}/${file}`
    return addressSource(whole, named)
  }
  const folder = /^file:/i.test(source) ? pathOfUrl(source.replace(/[{}]/g, encodeURIComponent)) : source
  if (!isAbsolute(folder))
    throw new AppError(
      'message-invalid',
      `Models can't come from "${source.slice(0, 200)}". Give an address that begins with http, or the whole path of a folder.`,
    )
  return { kind: 'file', path: hasFile ? fill(folder) : join(fill(folder), file) }
}

/** The file at an address that the user gave. */
export async function addressSource(url: string, named: boolean): Promise<ModelSource> {
  const refused = await refuseBaseUrl(url)
  if (refused !== undefined)
    throw new AppError('message-invalid', `Nothing is fetched from there. ${refused}`)
  return { kind: 'address', url: new URL(url).href, named }
}

function pathOfUrl(url: string): string {
  try {
    return fileURLToPath(url)
  } catch (cause) {
    throw new AppError('message-invalid', `${url.slice(0, 200)} is no path of a folder on this machine.`, {
      cause,
    })
  }
}

/** The host or the folder; never a query, in which a key may be. */
export function sourceLabel(source: ModelSource): string {
  return source.kind === 'file' ? source.path : new URL(source.url).host
}

export interface OpenedSource {
  readonly body: AsyncIterable<Uint8Array>
  /** The place in the file at which the body begins. */
  readonly begin: number
  readonly total: number | undefined
  readonly validator: string | undefined
  readonly sha256: string | undefined
}

interface OpenOptions {
  /** So much is there already. */
  readonly begin: number
  /** Of the version that it is of; undefined if a checksum will tell. */
  readonly validator: string | undefined
  readonly signal: AbortSignal
}

/** Opens a file from `begin` on if it is still the same one, else from the start. */
export async function openSource(source: ModelSource, options: OpenOptions): Promise<OpenedSource> {
  return source.kind === 'file' ? openFile(source.path, options) : openAddress(source, options)
}

async function openFile(path: string, { begin, validator, signal }: OpenOptions): Promise<OpenedSource> {
  const stats = await stat(path).catch((cause: unknown) => {
    throw new AppError('model-not-fetched', `There is no file ${path}. Check where models come from.`, {
      cause,
    })
  })
  if (!stats.isFile()) throw new AppError('model-not-fetched', `${path} is not a file.`)
  const version = `${stats.size}-${stats.mtimeMs}`
  const start = validator === version && begin <= stats.size ? begin : 0
  return {
    body:
      start === stats.size ? none() : createReadStream(path, { start, signal, highWaterMark: 256 * 1024 }),
    begin: start,
    total: stats.size,
    validator: version,
    sha256: undefined,
  }
}

async function openAddress(
  source: Extract<ModelSource, { readonly kind: 'address' }>,
  options: OpenOptions,
): Promise<OpenedSource> {
  const { begin, validator, signal } = options
  const range: Record<string, string> = begin > 0 ? { range: `bytes=${begin}-` } : {}
  if (begin > 0 && validator !== undefined) range['if-range'] = validator
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(new SilenceError()), SILENCE_MILLISECONDS)
  try {
    const { response, hops } = await fetchFrom(source)(source.url, {
      headers: range,
      signal: AbortSignal.any([signal, silence.signal]),
    })
    const place = placeOf(response, begin)
    if (place === 'elsewhere') {
      await response.body?.cancel()
      clearTimeout(timer)
      return await openAddress(source, { ...options, begin: 0 })
    }
    return {
      ...place,
      body: place.begin === place.total ? none() : untilSilent(response, timer),
      validator: validatorOf(response.headers),
      sha256: hops.map(checksumIn).find((sum) => sum !== undefined),
    }
  } catch (error) {
    clearTimeout(timer)
    throw error
  }
}

function fetchFrom({ url, named }: Extract<ModelSource, { readonly kind: 'address' }>) {
  return createDownloadFetch({ named: named ? [url] : [] })
}

class SilenceError extends Error {
  override readonly message = `Nothing came for ${SILENCE_MILLISECONDS / 1000} seconds`
}

async function* untilSilent(response: Response, timer: NodeJS.Timeout): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response.body ?? []) {
      timer.refresh()
      yield chunk
    }
  } finally {
    clearTimeout(timer)
  }
}

async function* none(): AsyncGenerator<Uint8Array> {}

type Place = Pick<OpenedSource, 'begin' | 'total'>

/** Which part of the file a response contains; `elsewhere` if it doesn't fit what is here. */
function placeOf({ status, headers }: Response, begin: number): Place | 'elsewhere' {
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity')
    throw new AppError(
      'model-not-fetched',
      'The file comes compressed, although it was asked for as it is. Try another source.',
    )
  const [, from, all] = /^bytes (?:(\d+)-\d+|\*)\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? []
  if (status === 200) return { begin: 0, total: numberIn(headers.get('content-length')) }
  if (status === 206 && Number(from) === begin) return { begin, total: numberIn(all ?? null) }
  if (status === 416 && Number(all) === begin) return { begin, total: begin }
  if ((status === 206 || status === 416) && begin > 0) return 'elsewhere'
  throw new AppError(
    'model-not-fetched',
    `The source answered ${status}${STATUS_WORDS[status] ?? ''}. ${WHAT_NOW}`,
  )
}

const WHAT_NOW = 'Try again later, or choose another source.'

const STATUS_WORDS: Readonly<Record<number, string>> = {
  401: ': it wants a sign-in',
  403: ': it refuses to give the file',
  404: ': it does not have the file',
  410: ': it no longer has the file',
  429: ': it has had too many requests',
}

function numberIn(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** A weak ETag may belong to other bytes, so it can't be used to resume. */
function validatorOf(headers: Headers): string | undefined {
  const tag = headers.get('etag')
  return tag !== null && /^"[^"]*"$/.test(tag) ? tag : (headers.get('last-modified') ?? undefined)
}

/** Hugging Face names the SHA-256 of a large file in the first hop. */
function checksumIn(headers: Headers): string | undefined {
  return /^"?([0-9a-f]{64})"?$/i.exec(headers.get('x-linked-etag') ?? '')?.[1]
}

const LONGEST_CHECKSUM_FILE = 4_096

/** The checksum in the file of the same name and `.sha256`, if there is one. */
export async function publishedChecksum(
  source: ModelSource,
  signal: AbortSignal,
): Promise<string | undefined> {
  const text = await (source.kind === 'file'
    ? readFile(`${source.path}.sha256`, 'utf8').catch(() => '')
    : readSmall(source, signal))
  return /^\\?([0-9a-f]{64})(?:\s|$)/i.exec(text.trim())?.[1]
}

async function readSmall(
  source: Extract<ModelSource, { readonly kind: 'address' }>,
  signal: AbortSignal,
): Promise<string> {
  const url = new URL(source.url)
  url.pathname += '.sha256'
  const ended = AbortSignal.any([signal, AbortSignal.timeout(SILENCE_MILLISECONDS)])
  const { response } = await fetchFrom(source)(url.href, { signal: ended })
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > LONGEST_CHECKSUM_FILE) return ''
  }
  return response.ok ? text : ''
}
