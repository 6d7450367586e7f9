import { type App, type ActingKey, AppError } from '@varve/app'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import { parseBody } from '../reading/parse-body.ts'
import { ServerError } from '../server-error.ts'
import { hashOf, isSame, newSecret } from './secrets.ts'
import { KnownBrowsers } from './browsers.ts'
import type { Place, Places } from './reach.ts'
import { isIPv6 } from 'node:net'

/** How long a sign-in link stays valid. */
export const LINK_MINUTES = 15
/** Only someone with the key of this run makes links; this bounds one who makes too many. */
const MOST_LINKS = 100
const MOST_SESSIONS = 1000

/** A browser that has signed in. Neither half opens anything without the other. */
interface Session {
  /** In an HttpOnly cookie: no script reads it, but browsers send it to every port of this machine. */
  readonly cookie: string
  /** In the page's own storage, which no other port can read: it travels in the addresses that the page calls. */
  readonly pageKey: string
}

/** Who may come in: browsers by a one-time link or the password, and programs of this user by the key of this run. */
export class Sessions {
  /** Written to a file that only this user can read; no browser ever has it. */
  readonly key = newSecret()
  readonly browsers: KnownBrowsers
  /** Undefined where no password was set. */
  readonly password: PasswordCheck | undefined
  readonly #now: () => number
  /** When each unused link ends, by the hash of its token. */
  readonly #links = new Map<string, number>()
  readonly #sessions = new Map<string, Session>()

  /** `browsers` is the file of those that are known after a restart. */
  constructor(now: () => number, browsers?: string, password?: string) {
    this.#now = now
    this.password = password === undefined ? undefined : new PasswordCheck(password, now)
    this.browsers = new KnownBrowsers(browsers, now)
  }

  /** A token that signs one browser in, once. */
  newLink(): string {
    const token = newSecret()
    this.#links.set(hashOf(token), this.#now() + LINK_MINUTES * 60_000)
    dropOldest(this.#links, MOST_LINKS)
    return token
  }

  /** The session that the token opens; undefined where it is wrong, used or too old. */
  redeem(token: string): Session | undefined {
    const name = hashOf(token)
    const ends = this.#links.get(name)
    this.#links.delete(name)
    return ends === undefined || ends <= this.#now() ? undefined : this.open()
  }

  /** The session of a browser that has shown who it is. */
  open(): Session {
    const opened = { cookie: newSecret(), pageKey: newSecret() }
    this.#sessions.set(hashOf(opened.cookie), opened)
    dropOldest(this.#sessions, MOST_SESSIONS)
    return opened
  }

  /** The session of this cookie, regardless of other credentials. */
  find(cookie: string | undefined): Session | undefined {
    return cookie === undefined ? undefined : this.#sessions.get(hashOf(cookie))
  }
}

/** An address that signs one browser in, once. */
export function signInUrl(sessions: Sessions, { origin, base }: Place, workspace?: string): string {
  const path = workspace === undefined ? '/' : `/w/${encodeURIComponent(workspace)}/`
  return `${origin}${base}${path}?token=${sessions.newLink()}`
}

/** Cookies know no ports: the name keeps two servers on one machine apart. */
export function cookieName(port: number): string {
  return `varve-session-${port}`
}

const PAGE_KEY = /^\/s\/([\w-]{1,100})(?=\/)/

/** The path without the page's key, which prefixes a page's calls. */
export function pathWithoutKey(places: Places, request: Request, env: unknown): string {
  return places.pathOf(request, env).replace(PAGE_KEY, '')
}

export interface SessionOptions {
  readonly app: Pick<App, 'actWith' | 'findApiKey'>
  readonly sessions: Sessions
  readonly places: Places
  readonly port: number
}

/**
 * Signs a browser in by its link, and lets in who has signed in. A cookie alone opens the page and none of the
 * user's data: another server on this machine that a browser visits receives the same cookie.
 */
export function session(options: SessionOptions): MiddlewareHandler {
  const { app, sessions, places } = options
  const name = cookieName(options.port)
  return async (context, next) => {
    const { path, method } = context.req
    if (path === SIGN_IN && method === 'POST') return signIn(context, options)
    const known = sessions.find(getCookie(context, name))
    const token = isPlace(path) && method === 'GET' ? context.req.query('token') : undefined
    if (token !== undefined) {
      const opened = sessions.redeem(token)
      if (opened) {
        giveCookie(context, options, opened)
        // Nothing behind the # is ever sent to a server.
        return context.redirect(`${places.of(context).base}${path}#key=${opened.pageKey}`, 303)
      }
      // A browser that comes back to its used link is still signed in.
      if (known) return context.redirect(`${places.of(context).base}${path}`, 303)
    }
    // The page itself is the same for everyone, and holds the way to sign in.
    const isPage = method === 'GET' && token === undefined && !/^\/(?:api|v1|mcp|s)(?:\/|$)/.test(path)
    if (isPage || isAllowed(context, options, known)) return next()
    const sent = bearerOf(context)
    const key = await app.findApiKey(sent)
    if (!key)
      throw new ServerError(
        'unauthorized',
        sent === ''
          ? 'Not signed in. Run "varve open" for a sign-in link, or send an API key as a bearer token.'
          : 'This API key is not known here, or was revoked. Make one with "varve api-keys add".',
      )
    requireInScope(context.req, key)
    return app.actWith(key, next)
  }
}

/** Paths of the page: the root and a workspace. Everything else in the page is behind a `#`. */
export function isPlace(path: string): boolean {
  return path === '/' || /^\/w\/[^/]+\/?$/.test(path)
}

const SIGN_IN = '/sign-in'

const signInSchema = z.strictObject({
  signed: z
    .strictObject({
      browser: z.string().max(100),
      challenge: z.string().max(100),
      signature: z.string().max(200),
    })
    .optional(),
  password: z.string().max(1000).optional(),
})

/** A new session for the password, or for the signature of a known browser; else what there is to sign. */
async function signIn(context: Context, options: SessionOptions): Promise<Response> {
  const { sessions, places } = options
  const { signed, password } = await parseBody(context, signInSchema)
  if (password !== undefined) requirePassword(context, options, password)
  else if (!signed)
    return context.json({
      challenge: sessions.browsers.newChallenge(),
      hasPassword: sessions.password !== undefined,
    })
  else if (!sessions.browsers.check(signed, places.of(context).origin))
    throw new ServerError(
      'unauthorized',
      'This browser is not signed in. Run "varve open" for a sign-in link.',
    )
  const opened = sessions.open()
  giveCookie(context, options, opened)
  return context.json({ pageKey: opened.pageKey })
}

function requirePassword(context: Context, { sessions, places }: SessionOptions, password: string): void {
  const result = sessions.password?.check(password, places.clientOf(context)) ?? 'wrong'
  if (result === 'wrong') throw new ServerError('unauthorized', 'The password is wrong.')
  if (result === 'right') return
  context.header('Retry-After', String(result.wait))
  throw new ServerError(
    'too-many-attempts',
    `Too many wrong passwords. Try again in ${Math.ceil(result.wait / 60)} minutes.`,
  )
}

function giveCookie(context: Context, { places, port }: SessionOptions, { cookie }: Session): void {
  const { origin, base } = places.of(context)
  const secure = origin.startsWith('https:')
  const path = `${base}/`
  setCookie(context, cookieName(port), cookie, { httpOnly: true, sameSite: 'Strict', path, secure })
}

function isAllowed(
  { req, env }: Context,
  { sessions, places }: SessionOptions,
  known: Session | undefined,
): boolean {
  if (isSame(req.header('authorization') ?? '', `Bearer ${sessions.key}`)) return true
  if (!known) return false
  const given = PAGE_KEY.exec(places.pathOf(req.raw, env))?.[1]
  return given !== undefined && isSame(given, known.pageKey)
}

/** As clients of OpenAI send it, or as those of Anthropic do. */
function bearerOf({ req }: Context): string {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(req.header('authorization') ?? '') ?? []
  return bearer ?? req.header('x-api-key') ?? ''
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const name of map.keys()) {
    if (map.size <= most) return
    map.delete(name)
  }
}

/** Doors to everything: no API key opens them, whatever its scope. */
const NEVER = /^\/api\/(?:api-keys|browsers|sign-in-links)(?:\/|$)/

/** Other assistants only look, whatever the method. */
const READS = /^\/mcp(?:\/|$)/

/** What every key may read, since it says nothing of a workspace but which there are, and those are only its own. */
const OUTSIDE_WORKSPACES: ReadonlySet<string> = new Set([
  '/api/openapi.json',
  '/api/models',
  '/api/workspaces',
])

/** What a workspace allows: who is bound by it may not loosen it. */
const RULES =
  /^\/api\/workspaces\/[^/]+\/(?:guard$|tool-rules$|settings$|index\/embeddings$|mcp\/|instructions\/trust$|definitions\/.*\/trust$)/

/**
 * Refuses what an API key is not for. Which workspaces and models there are for it is seen to in the app, where ids
 * are looked up.
 */
function requireInScope(
  { method, path }: { readonly method: string; readonly path: string },
  { scope }: ActingKey,
): void {
  const isReading = method === 'GET' || method === 'HEAD'
  if (NEVER.test(path)) throw refused('No API key makes keys or signs browsers in.')
  if (scope.access === 'read' && !isReading && !READS.test(path)) throw refused('This API key only reads.')
  const isWhole = scope.workspaces === undefined && scope.models === undefined && scope.limitUSD === undefined
  if (isWhole || !/^\/api(?:\/|$)/.test(path)) return
  const [, inside] = /^\/api\/workspaces\/[^/]+(\/.*)?$/.exec(path) ?? []
  const isInside = inside !== undefined && inside !== '/'
  if (isInside && (isReading || !RULES.test(path))) return
  if (isReading && (OUTSIDE_WORKSPACES.has(path) || /^\/api\/workspaces\/[^/]+\/?$/.test(path))) return
  throw refused('This API key is limited, and this is not within its limits.')
}

function refused(message: string): AppError {
  return new AppError('out-of-scope', message)
}

const WINDOW_MILLISECONDS = 5 * 60_000
const MOST_OF_ONE = 5
/** Of all clients together: many addresses cost somebody who guesses little. */
const MOST_OF_ALL = 50

/** What came of an attempt to sign in; `wait` is in seconds. */
type PasswordResult = 'right' | 'wrong' | { readonly wait: number }

/** Compares passwords in constant time, and lets nobody guess many. */
export class PasswordCheck {
  readonly #password: string
  readonly #now: () => number
  /** Wrong passwords of the last minutes; there are never more than `MOST_OF_ALL`. */
  #failures: readonly { readonly client: string; readonly at: number }[] = []

  constructor(password: string, now: () => number) {
    this.#password = password
    this.#now = now
  }

  /** A client that has to wait learns nothing, whatever it sends. */
  check(given: string, address: string): PasswordResult {
    const now = this.#now()
    const client = networkOf(address)
    this.#failures = this.#failures.filter(({ at }) => now - at < WINDOW_MILLISECONDS)
    const own = this.#failures.filter((failure) => failure.client === client)
    const until = own.length >= MOST_OF_ONE ? own : this.#failures.length >= MOST_OF_ALL ? this.#failures : []
    const [oldest] = until
    if (oldest) return { wait: Math.ceil((oldest.at + WINDOW_MILLISECONDS - now) / 1000) }
    if (isSame(given, this.#password)) return 'right'
    this.#failures = [...this.#failures, { client, at: now }]
    return 'wrong'
  }
}

/** Who has one address of IPv6 has a network of them. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const first = head.split(':').filter((part) => part !== '')
  const last = tail?.split(':').filter((part) => part !== '') ?? []
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
