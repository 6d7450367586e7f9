import { type Artifact, createArtifact } from '@varve/engine'
import { pdfArtifact } from '../document/pdf-artifact.ts'
import { readPdf } from '../document/read-pdf.ts'
import { isFresh, readWebPage, staleWarning, type WebPdf, decodeBody } from './read-web-page.ts'
import {
  type WebDependencies,
  type WebReading,
  webAddress,
  type CachedPage,
  cachedPage,
  checkStatus,
} from './web-dependencies.ts'
import { WorkspaceError } from '../workspace-error.ts'
import { type CaptionTrack, findCaptions, type VideoPage } from './find-captions.ts'

const VIDEO = /^https:\/\/www\.youtube\.com\/watch\?v=[A-Za-z0-9_-]{11}$/

const TWEET = /^https?:\/\/(?:www\.|mobile\.)?(?:twitter|x)\.com\/[^/]+\/status(?:es)?\/\d+/

const PARAGRAPH_MS = 30_000

const MAXIMUM_BYTES = 8 * 1024 * 1024

const NO_TRACKS = 'the video offers none, or its page is not shown to readers without an account.'

export interface WebArtifact {
  readonly artifact: Artifact
  readonly fromCache: boolean
  readonly warnings: readonly string[]
}

/** Whatever a web address gives, as an artifact: a page, a post, the transcript of a video, a PDF. */
export async function readWebArtifact(url: string, dependencies: WebDependencies): Promise<WebArtifact> {
  const kind = webKind(url)
  switch (kind) {
    case 'youtube': {
      const { page, fromCache, warnings } = await readYouTube(url, dependencies)
      return { artifact: webArtifact(page, kind), fromCache, warnings }
    }
    case 'url':
    case 'tweet':
      return readPageArtifact(url, kind, dependencies)
    default:
      return kind satisfies never
  }
}

async function readPageArtifact(
  url: string,
  kind: WebKind,
  dependencies: WebDependencies,
): Promise<WebArtifact> {
  const read = await readWebPage(url, dependencies)
  if (read.kind === 'pdf') return readPdfArtifact(read, kind, dependencies)
  return { artifact: webArtifact(read.page, kind), fromCache: read.fromCache, warnings: read.warnings }
}

async function readPdfArtifact(
  pdf: WebPdf,
  kind: WebKind,
  { signal }: WebDependencies,
): Promise<WebArtifact> {
  const text = await readPdf(pdf.bytes, { path: pdf.url, signal })
  // Rendered as a PDF of the workspace is; its name there is not part of the text.
  const { content } = pdfArtifact({ path: 'document.pdf', bytes: pdf.bytes, text })
  const title = text.title === undefined ? {} : { title: text.title }
  const page = await pdf.keep({ markdown: content, images: [], ...title })
  return { artifact: webArtifact(page, kind), fromCache: false, warnings: page.warnings }
}

/** A page as an artifact, under the address that the user named and not where it led. */
function webArtifact(page: CachedPage, kind: WebKind = webKind(page.url)): Artifact {
  const { url, finalUrl, title, byline, published, images, markdown } = page
  return createArtifact({
    kind,
    source: { url },
    title: title === undefined || title.trim() === '' ? undefined : title,
    content: markdown,
    metadata: {
      ...(finalUrl === url ? {} : { finalUrl }),
      ...(byline === undefined ? {} : { byline }),
      ...(published === undefined ? {} : { published }),
      ...(images.length === 0 ? {} : { images }),
    },
  })
}

interface VideoReading extends WebReading {
  /** Where there is none, the text of the page says so, and why. */
  readonly hasTranscript: boolean
}

/**
 * The transcript of a video, with times. Kept for `maximumAge`; if none is available the text says so, so
 * that a title isn't mistaken for the content.
 */
export async function readYouTube(url: string, dependencies: WebDependencies): Promise<VideoReading> {
  const address = webAddress(url)
  if (webKind(address) !== 'youtube')
    throw new WorkspaceError(
      'page-unsupported',
      address,
      `${address} is not the address of a video on YouTube.`,
    )
  const kept = await dependencies.cache.get(address)
  if (kept && isFresh(kept, dependencies))
    return { page: kept, fromCache: true, warnings: [], hasTranscript: true }
  const attempt = await tryVideo(address, dependencies)
  dependencies.signal?.throwIfAborted()
  if (attempt.kind === 'read') {
    await dependencies.cache.put(attempt.page)
    return { page: attempt.page, fromCache: false, warnings: [], hasTranscript: true }
  }
  if (kept) {
    const warnings = [staleWarning(kept, attempt.reason)]
    return { page: kept, fromCache: true, warnings, hasTranscript: true }
  }
  return withoutTranscript(address, { ...attempt, now: dependencies.now() })
}

type Attempt =
  | { readonly kind: 'read'; readonly page: WebReading['page'] }
  | { readonly kind: 'failed'; readonly reason: string; readonly video?: VideoPage }

async function tryVideo(url: string, dependencies: WebDependencies): Promise<Attempt> {
  let video: VideoPage | undefined
  try {
    video = findCaptions(await fetchText(url, dependencies))
    const track = chooseTrack(video.tracks)
    if (track === undefined) return { kind: 'failed', reason: NO_TRACKS, video }
    const transcript = renderTranscript(await fetchText(track.url, dependencies))
    if (transcript === undefined) return { kind: 'failed', reason: 'its server gave an empty one.', video }
    const source = track.isGenerated ? `${track.language}, generated from speech` : track.language
    const markdown = `Transcript (${source}):\n\n${transcript}`
    return { kind: 'read', page: videoPage(url, { video, markdown, fetchedAt: dependencies.now() }) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { kind: 'failed', reason, ...(video === undefined ? {} : { video }) }
  }
}

async function fetchText(url: string, { fetch, signal }: WebDependencies): Promise<string> {
  const request = {
    headers: { 'accept-language': 'en' },
    maximumBytes: MAXIMUM_BYTES,
    ...(signal ? { signal } : {}),
  }
  const response = checkStatus(await fetch(url, request))
  return decodeBody(response.body, response.headers.get('content-type'))
}

/** Written by people before generated, in the language that is spoken before any other. */
function chooseTrack(tracks: readonly CaptionTrack[]): CaptionTrack | undefined {
  const spoken = tracks.find(({ isGenerated }) => isGenerated)?.language ?? 'en'
  const written = tracks.filter(({ isGenerated }) => !isGenerated)
  return written.find(({ language }) => language === spoken) ?? written[0] ?? tracks[0]
}

interface VideoText {
  readonly video: VideoPage | undefined
  readonly markdown: string
  readonly fetchedAt: number
}

function videoPage(url: string, { video, markdown, fetchedAt }: VideoText): WebReading['page'] {
  const about = { title: video?.title, byline: video?.author }
  return cachedPage({ url, finalUrl: url, fetchedAt, markdown, images: [], warnings: [], ...about })
}

interface Missing {
  readonly video?: VideoPage
  readonly reason: string
  readonly now: number
}

function withoutTranscript(url: string, { video, reason, now }: Missing): VideoReading {
  const failed = `No transcript of this video could be read: ${reason}`
  const known =
    video?.title === undefined ? 'Nothing else is known of it.' : `Only its title is known: ${video.title}`
  const page = videoPage(url, { video, markdown: `[${failed}]\n\n${known}`, fetchedAt: now })
  return { page, fromCache: false, warnings: [failed], hasTranscript: false }
}

/** A transcript in the form `json3` as paragraphs of half a minute, each with its time; undefined where it holds none. */
export function renderTranscript(source: string): string | undefined {
  const paragraphs: { readonly start: number; text: string }[] = []
  for (const { start, text } of captionLines(source)) {
    const last = paragraphs.at(-1)
    if (last === undefined || start - last.start >= PARAGRAPH_MS) paragraphs.push({ start, text })
    else last.text += ` ${text}`
  }
  if (paragraphs.length === 0) return undefined
  return paragraphs.map(({ start, text }) => `[${clock(start)}] ${text}`).join('\n\n')
}

function* captionLines(source: string): Generator<{ readonly start: number; readonly text: string }> {
  const { events } = parsedObject(source)
  for (const event of Array.isArray(events) ? events : []) {
    const { tStartMs, segs } = asObject(event)
    const parts = (Array.isArray(segs) ? segs : []).map((part) => asObject(part)['utf8'])
    const text = parts
      .filter((part) => typeof part === 'string')
      .join('')
      .replace(/\s+/g, ' ')
      .trim()
    if (text !== '') yield { start: typeof tStartMs === 'number' ? tStartMs : 0, text }
  }
}

type UnknownObject = Readonly<Record<string, unknown>>

function parsedObject(source: string): UnknownObject {
  try {
    return asObject(JSON.parse(source))
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

function asObject(value: unknown): UnknownObject {
  return typeof value === 'object' && value !== null ? (value as UnknownObject) : {}
}

function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const end = String(seconds % 60).padStart(2, '0')
  return hours === 0 ? `${minutes}:${end}` : `${hours}:${String(minutes).padStart(2, '0')}:${end}`
}

type WebKind = 'url' | 'youtube' | 'tweet'

/** What an address leads to, by its spelling alone. Throws where it is no web address. */
export function webKind(url: string): WebKind {
  const normal = webAddress(url)
  if (VIDEO.test(normal)) return 'youtube'
  return TWEET.test(normal) ? 'tweet' : 'url'
}
