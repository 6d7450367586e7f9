import { WorkspaceError } from '../workspace-error.ts'
import { decodeBody } from './decode-body.ts'
import { type CaptionTrack, findCaptions, type VideoPage } from './find-captions.ts'
import { isFresh, staleWarning } from './read-web-page.ts'
import { renderTranscript } from './render-transcript.ts'
import { webAddress } from './web-address.ts'
import { cachedPage } from './web-cache.ts'
import type { WebDependencies, WebReading } from './web-dependencies.ts'
import { webKind } from './web-kind.ts'
import { checkStatus } from './web-status-error.ts'

export interface VideoReading extends WebReading {
  /** Where there is none, the text of the page says so, and why. */
  readonly hasTranscript: boolean
}

const MAXIMUM_BYTES = 8 * 1024 * 1024
const NO_TRACKS = 'the video offers none, or its page is not shown to readers without an account.'

/**
 * The transcript of a video, with times. One that was read once is kept for `maximumAge`; where none can be
 * read, the text says so in place of it, so that nobody takes a title for what was said.
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
