import type { HttpBindings } from '@hono/node-server'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { Context } from 'hono'
import { getPath } from 'hono/utils/url'
import { ServerError } from '../server-error.ts'

/** One address by which browsers and programs reach this Varve. */
export interface Place {
  /** As a request names it: `127.0.0.1:4747`, `varve.example.org`. */
  readonly host: string
  /** As a browser names the page: `https://varve.example.org`. */
  readonly origin: string
  /** The path at which a proxy offers it, such as `/varve`; empty for a name of its own. */
  readonly base: string
}

export interface ReachOptions {
  /** The address to listen on; without one, this machine only. */
  readonly host?: string | undefined
  /** Names or addresses by which it is reached: `nas.local`, `https://varve.example.org`, `https://example.org/varve`. */
  readonly names?: readonly string[] | undefined
  /** Addresses or networks of proxies whose `X-Forwarded-For` and `X-Forwarded-Host` count. */
  readonly proxies?: readonly string[] | undefined
  readonly password?: string | undefined
}

const LOOPBACK = '127.0.0.1'
const ANYWHERE: Readonly<Record<string, string>> = { '0.0.0.0': LOOPBACK, '::': '::1' }
const LEAST_PASSWORD = 12
/** A path with one of these would be taken for a path of Varve's own. */
const OWN_PATHS: ReadonlySet<string> = new Set(
  'api assets mcp metrics s sign-in v1 w diagram.html index.html'.split(' '),
)

/** Where this Varve listens, by which names it is reached, and which proxies it believes. Checked when it is made. */
export class Reach {
  readonly host: string
  readonly password: string | undefined
  /** Nobody on another machine can ask for anything. */
  readonly isLocal: boolean
  readonly #names: readonly string[]
  readonly #proxies = new BlockList()

  constructor({ host = LOOPBACK, names = [], proxies = [], password }: ReachOptions = {}) {
    if (isIP(host) === 0)
      throw refused(
        `"${host}" is not an address to listen on. Use 0.0.0.0, ::, or an address of this machine.`,
      )
    this.isLocal = isLoopback(host) && names.length === 0
    if (!this.isLocal && password === undefined)
      throw refused('To be reached from other machines, Varve needs a password. Add --password-file.')
    if (password !== undefined && password.length < LEAST_PASSWORD)
      throw refused(`The password has ${password.length} characters. Use at least ${LEAST_PASSWORD}.`)
    this.host = host
    this.password = password
    this.#names = names
    for (const name of names) parsePlace(name, 0)
    for (const proxy of proxies) this.#addProxy(proxy)
  }

  /** The first is the one to tell people; the last two are those of this machine. */
  places(port: number): readonly Place[] {
    return [...this.#names, this.#localHost, LOOPBACK, 'localhost'].map((name) => parsePlace(name, port))
  }

  /** For programs on this machine. */
  localAddress(port: number): string {
    return `http://${this.#localHost}:${port}`
  }

  /** As in an address; who listens everywhere is found on the loopback. */
  get #localHost(): string {
    const host = ANYWHERE[this.host] ?? this.host
    return isIPv6(host) ? `[${host}]` : host
  }

  isProxy(address: string): boolean {
    // An IPv4 client of a socket that takes both kinds.
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    return isIP(plain) !== 0 && this.#proxies.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
  }

  #addProxy(given: string): void {
    const [address = '', bits, ...more] = given.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    const longest = family === 'ipv6' ? 128 : 32
    const prefix = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
    if (isIP(address) === 0 || more.length > 0 || prefix < 0 || prefix > longest)
      throw refused(`"${given}" is not the address of a proxy or of its network, such as 172.18.0.0/16.`)
    this.#proxies.addSubnet(address, prefix, family)
  }
}

/** Which place a request came to, and who sent it. Only what the user has named is believed. */
export class Places {
  readonly reach: Reach
  /** The one to tell people. */
  readonly main: Place
  readonly #byHost: ReadonlyMap<string, Place>

  constructor(reach: Reach, port: number) {
    const places = reach.places(port)
    this.reach = reach
    this.main = places[0] as Place
    this.#byHost = new Map(places.toReversed().map((place) => [place.host, place]))
  }

  find(request: Request, env: unknown): Place | undefined {
    const forwarded = this.#isFromProxy(env) ? lastOf(request.headers.get('x-forwarded-host')) : undefined
    return this.#byHost.get((forwarded ?? request.headers.get('host') ?? '').toLowerCase())
  }

  /** That of a request which has been let in. */
  of(context: Context): Place {
    return this.find(context.req.raw, context.env) ?? this.main
  }

  /** The path below that of its place, whether or not a proxy has taken that away. */
  pathOf(request: Request, env: unknown): string {
    const path = getPath(request)
    const base = this.find(request, env)?.base ?? ''
    return base !== '' && path.startsWith(`${base}/`) ? path.slice(base.length) : path
  }

  /** The address of the client; that of a proxy which isn't known is its own. */
  clientOf({ env, req }: Context): string {
    const forwarded = this.#isFromProxy(env) ? lastOf(req.header('x-forwarded-for')) : undefined
    return forwarded !== undefined && isIP(forwarded) !== 0 ? forwarded : peerOf(env)
  }

  #isFromProxy(env: unknown): boolean {
    return this.reach.isProxy(peerOf(env))
  }
}

/** The other end of the socket; empty without one. */
export function peerOf(env: unknown): string {
  const { incoming } = (env ?? {}) as Partial<HttpBindings>
  return incoming?.socket.remoteAddress ?? ''
}

export function isLoopback(address: string): boolean {
  return /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(address)
}

function parsePlace(name: string, port: number): Place {
  const isBare = !name.includes('://')
  const url = URL.parse(isBare ? `http://${name}` : name)
  const path = url?.pathname.replace(/\/$/, '') ?? ''
  const isSound =
    /^https?:$/.test(url?.protocol ?? '') &&
    /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])$/.test(url?.hostname ?? '') &&
    /^(?:\/[\w.~-]+)*$/.test(path) &&
    [url?.username, url?.password, url?.search, url?.hash].every((part) => part === '')
  if (!url || !isSound)
    throw refused(`"${name}" is no name of a Varve. Use nas.local, https://varve.example.org or the like.`)
  const own = path.split('/').find((part) => OWN_PATHS.has(part))
  if (own !== undefined) throw refused(`Varve has a path "/${own}" of its own: give "${name}" another.`)
  // A name alone means the port that Varve listens on.
  if (isBare && !/:\d+(?:\/|$)/.test(name)) url.port = String(port)
  return { host: url.host, origin: url.origin, base: path }
}

/** The nearest proxy adds to the end; what is before it may be anyone's. */
function lastOf(header: string | null | undefined): string | undefined {
  return header?.split(',').at(-1)?.trim()
}

function refused(message: string): ServerError {
  return new ServerError('reach-refused', message)
}
