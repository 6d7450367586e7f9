import { EngineError } from '../engine-error.ts'

/** A path relative to the workspace: NFC, `/` only, no `.` or `..` left in it. */
export function normalizePath(path: string): string {
  const unified = path.normalize('NFC').replaceAll('\\', '/')
  if (unified.includes('\0')) throw refuse(path, 'contains a NUL character')
  // A drive letter is absolute on one system and would be a folder name on the next.
  if (/^(?:\/|[A-Za-z]:(?:\/|$))/.test(unified)) throw refuse(path, 'is absolute')
  const segments: string[] = []
  for (const segment of unified.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) throw refuse(path, 'leaves the workspace')
  }
  if (segments.length === 0) throw refuse(path, 'names nothing')
  const normalized = segments.join('/')
  // `a/../C:/x` resolves to a path that is absolute only after the climb.
  if (/^[A-Za-z]:(?:\/|$)/.test(normalized)) throw refuse(path, 'is absolute')
  return normalized
}

function refuse(path: string, reason: string): EngineError {
  return new EngineError('invalid-path', `The path ${JSON.stringify(path.slice(0, 200))} ${reason}.`)
}

const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/
const VIDEO_HOSTS: ReadonlySet<string> = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'www.youtube-nocookie.com',
])

/** One spelling per address: host in lower case, no default port, no fragment, no credentials; a video by its id. */
export function normalizeUrl(url: string): string {
  if (!URL.canParse(url))
    throw new EngineError('invalid-url', `${JSON.stringify(url.slice(0, 200))} is not an absolute URL.`)
  const parsed = new URL(url)
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')
    throw new EngineError('invalid-url', `${JSON.stringify(url.slice(0, 200))} is not a web address.`)
  const id = videoId(parsed)
  if (id !== undefined) return `https://www.youtube.com/watch?v=${id}`
  parsed.hash = ''
  // A key is shown, logged and sent to models: it never carries a password.
  parsed.username = ''
  parsed.password = ''
  return parsed.href
}

function videoId(url: URL): string | undefined {
  const candidate = url.hostname === 'youtu.be' ? url.pathname.split('/')[1] : idOnVideoHost(url)
  return candidate !== undefined && VIDEO_ID.test(candidate) ? candidate : undefined
}

function idOnVideoHost(url: URL): string | undefined {
  if (!VIDEO_HOSTS.has(url.hostname)) return undefined
  const [, place, id] = url.pathname.split('/')
  if (place === 'watch') return url.searchParams.get('v') ?? undefined
  return place === 'embed' || place === 'shorts' || place === 'live' || place === 'v' ? id : undefined
}
