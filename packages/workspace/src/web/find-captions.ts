/** One transcript that a video offers. */
export interface CaptionTrack {
  readonly url: string
  readonly language: string
  /** Written by a machine that listened. */
  readonly isGenerated: boolean
}

export interface VideoPage {
  readonly title: string | undefined
  readonly author: string | undefined
  readonly tracks: readonly CaptionTrack[]
}

const MARK = 'ytInitialPlayerResponse'
const MOST_MARKS = 5
const MOST_TRACKS = 200

/** What the page of a video says about it. Everything in it is taken as possibly missing or of another shape. */
export function findCaptions(html: string): VideoPage {
  const response = playerResponse(html)
  const list = field(response, 'captions', 'playerCaptionsTracklistRenderer', 'captionTracks')
  return {
    title: text(field(response, 'videoDetails', 'title')),
    author: text(field(response, 'videoDetails', 'author')),
    tracks: (Array.isArray(list) ? list : []).slice(0, MOST_TRACKS).flatMap(captionTrack),
  }
}

function captionTrack(entry: unknown): readonly CaptionTrack[] {
  const url = URL.parse(text(field(entry, 'baseUrl')) ?? '', 'https://www.youtube.com')
  // A page that could name any address here would choose what is fetched next.
  if (url?.origin !== 'https://www.youtube.com' || url.pathname !== '/api/timedtext') return []
  url.searchParams.set('fmt', 'json3')
  const language = text(field(entry, 'languageCode')) ?? ''
  return [{ url: url.href, language, isGenerated: field(entry, 'kind') === 'asr' }]
}

function playerResponse(html: string): unknown {
  let at = html.indexOf(MARK)
  for (let marks = 0; at !== -1 && marks < MOST_MARKS; marks += 1) {
    const begin = html.indexOf('{', at)
    // Only blanks and assignment signs separate the mark from its value.
    if (begin !== -1 && /^["'\]\s=]{0,20}$/.test(html.slice(at + MARK.length, begin))) {
      const value = parsed(html.slice(begin, objectEnd(html, begin)))
      if (value !== undefined) return value
    }
    at = html.indexOf(MARK, at + MARK.length)
  }
  return undefined
}

/** Past the brace that closes the one at `begin`, not counting those in strings. */
function objectEnd(source: string, begin: number): number {
  let depth = 0
  let quoted = false
  for (let at = begin; at < source.length; at += 1) {
    const character = source[at]
    if (quoted && character === '\\') at += 1
    else if (character === '"') quoted = !quoted
    else if (!quoted && character === '{') depth += 1
    else if (!quoted && character === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return source.length
}

function parsed(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}

function field(value: unknown, ...path: readonly string[]): unknown {
  let found = value
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as Readonly<Record<string, unknown>>)[name]
  }
  return found
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
