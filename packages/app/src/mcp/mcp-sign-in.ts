import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import type { Hash } from '@varve/engine/internal'
import type { AppContext } from '../app-context.ts'
import { AppError, toAppError } from '../app-error.ts'
import type { McpServerEntry } from '../tools/mcp-entry.ts'
import { MCP_LIMITS } from './mcp-limits.ts'
import { openTransport } from './open-transport.ts'

/** What a server's authorization server gave: all of it is sealed with the key of this machine. */
interface SignedIn {
  client?: OAuthClientInformationMixed | undefined
  tokens?: OAuthTokens | undefined
  discovery?: OAuthDiscoveryState | undefined
}

interface SignInPlace {
  readonly workspaceId: string
  /** Of the entry: one that was changed is signed in to again. */
  readonly hash: Hash
}

type Ports = Pick<AppContext, 'store' | 'sealer' | 'report'>

const settingName = (hash: Hash): string => `mcp-sign-in:${hash}`

/** How the connection to a server comes in and renews that; undefined where nobody has signed in. */
export async function storedSignIn(
  ports: Ports,
  place: SignInPlace,
): Promise<OAuthClientProvider | undefined> {
  const signedIn = await loadSignIn(ports, place)
  if (!signedIn?.tokens) return undefined
  const { UnauthorizedError } = await import('@modelcontextprotocol/sdk/client/auth.js')
  return provider(signedIn, {
    redirectUrl: 'http://127.0.0.1/callback',
    onChanged: () => saveSignIn(ports, place, signedIn),
    onRedirect: () => {
      throw new UnauthorizedError('The sign-in has ended.')
    },
  })
}

/** Forgets what a server gave. */
export async function dropSignIn({ store }: Pick<Ports, 'store'>, place: SignInPlace): Promise<void> {
  const name = settingName(place.hash)
  if ((await store.settings.get(place.workspaceId, name)) === undefined) return
  await store.commit([store.settings.set(place.workspaceId, name, null)])
}

async function loadSignIn(
  { store, sealer, report }: Ports,
  { workspaceId, hash }: SignInPlace,
): Promise<SignedIn | undefined> {
  const name = settingName(hash)
  const sealed = await store.settings.get(workspaceId, name)
  if (typeof sealed !== 'string') return undefined
  try {
    return JSON.parse(await sealer.unseal(Buffer.from(sealed, 'base64'), { workspaceId, name })) as SignedIn
  } catch (error) {
    report(`The sign-in of an MCP server can't be opened: ${toAppError(error).message}`)
    return undefined
  }
}

async function saveSignIn(
  { store, sealer }: Ports,
  { workspaceId, hash }: SignInPlace,
  signedIn: SignedIn,
): Promise<void> {
  const name = settingName(hash)
  const sealed = await sealer.seal(JSON.stringify(signedIn), { workspaceId, name })
  await store.commit([store.settings.set(workspaceId, name, Buffer.from(sealed).toString('base64'))])
}

interface ProviderOptions {
  readonly redirectUrl: string
  readonly state?: string
  readonly onChanged: () => Promise<void>
  readonly onRedirect: (url: URL) => void
}

/** The client asks for no secret of its own: what protects a code on its way is PKCE. */
function provider(
  signedIn: SignedIn,
  { redirectUrl, state, onChanged, onRedirect }: ProviderOptions,
): OAuthClientProvider {
  let verifier = ''
  return {
    redirectUrl,
    clientMetadata: {
      client_name: 'Varve',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    ...(state === undefined ? {} : { state: () => state }),
    clientInformation: () => signedIn.client,
    saveClientInformation: (client) => {
      signedIn.client = client
    },
    tokens: () => signedIn.tokens,
    saveTokens: (tokens) => {
      signedIn.tokens = tokens
      return onChanged()
    },
    redirectToAuthorization: onRedirect,
    saveCodeVerifier: (codeVerifier) => {
      verifier = codeVerifier
    },
    codeVerifier: () => verifier,
    discoveryState: () => signedIn.discovery,
    saveDiscoveryState: (discovery) => {
      signedIn.discovery = discovery
    },
    invalidateCredentials: (scope) => {
      if (scope === 'all' || scope === 'client') signedIn.client = undefined
      if (scope === 'all' || scope === 'tokens') signedIn.tokens = undefined
      if (scope === 'all' || scope === 'discovery') signedIn.discovery = undefined
      return onChanged()
    },
  }
}

export interface SignInFlow {
  /** Where the user signs in, in a browser. */
  readonly url: string
  /** Resolves when the server can be used; rejects with a reason for the user. */
  readonly ended: Promise<void>
}

interface FlowOptions {
  readonly workspaceId: string
  readonly server: McpServerEntry
  readonly signal: AbortSignal
}

/**
 * Begins to sign in: registers Varve with the authorization server that the MCP server names, and waits on a port of
 * this machine for the browser to come back with a code (RFC 8252). It waits for minutes and for one code only.
 */
export async function beginSignIn(context: AppContext, options: FlowOptions): Promise<SignInFlow> {
  const { workspaceId, server, signal } = options
  const { mcp, timer } = context
  const { entry, name, hash } = server
  if (entry.kind !== 'http') throw new AppError('not-confirmed', `"${name}" is a program: it has no sign-in.`)
  const state = randomBytes(24).toString('base64url')
  const callback = await listenForCode({ name, state, signal })
  const signedIn: SignedIn = {}
  let url: URL | undefined
  try {
    const [{ Client }, { StreamableHTTPClientTransport }, { UnauthorizedError }] = await Promise.all([
      import('@modelcontextprotocol/sdk/client/index.js'),
      import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
      import('@modelcontextprotocol/sdk/client/auth.js'),
    ])
    const transport = await openTransport({
      entry,
      cwd: context.home,
      environment: mcp.environment,
      timer,
      onErrorOutput: () => undefined,
      onBroken: () => undefined,
      signIn: provider(signedIn, {
        redirectUrl: callback.url,
        state,
        // Nothing of it is kept before the code has been exchanged.
        onChanged: () => Promise.resolve(),
        onRedirect: (to) => {
          url = to
        },
      }),
    })
    const client = new Client({ name: 'varve', version: '1' })
    try {
      await client.connect(transport, { timeout: MCP_LIMITS.connect, signal })
      await client.close()
      throw new AppError('not-confirmed', `"${name}" can be used without signing in.`)
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error
    }
    if (!url || !(transport instanceof StreamableHTTPClientTransport))
      throw new AppError('mcp-failed', `"${name}" names no page to sign in at.`)
    if (!/^https?:$/.test(url.protocol))
      throw new AppError('mcp-failed', `"${name}" names ${url.protocol} as the page to sign in at.`)
    const ended = callback.exchange(async (code) => {
      await transport.finishAuth(code)
      await saveSignIn(context, { workspaceId, hash }, signedIn)
    })
    return { url: url.href, ended }
  } catch (error) {
    callback.close()
    if (error instanceof AppError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError('mcp-failed', `The sign-in of "${name}" failed: ${reason.slice(0, 300)}`, {
      cause: error,
    })
  }
}

interface CodeListener {
  readonly url: string
  /** Hands over the code when it comes; the browser is told what came of it. */
  readonly exchange: (act: (code: string) => Promise<void>) => Promise<void>
  readonly close: () => void
}

/** Listens on the loopback only, and takes only what names this sign-in. */
async function listenForCode({
  name,
  state,
  signal,
}: Pick<FlowOptions, 'signal'> & { readonly name: string; readonly state: string }): Promise<CodeListener> {
  const waiting = Promise.withResolvers<{ readonly code: string; readonly response: ServerResponse }>()
  // Where nobody waits for it yet.
  waiting.promise.catch(() => undefined)
  const server = createServer((request, response) => {
    // Any program and any page may call this port, and with what is no address.
    const url = URL.parse(request.url ?? '/', 'http://127.0.0.1')
    if (url?.pathname !== '/callback' || url.searchParams.get('state') !== state)
      return showPage(response, 404, 'There is nothing here.')
    const [code, error] = [url.searchParams.get('code'), url.searchParams.get('error')]
    if (code !== null) return waiting.resolve({ code, response })
    const reason = url.searchParams.get('error_description') ?? error ?? 'no code came back'
    showPage(response, 400, `${name} was not connected: ${reason}`)
    waiting.reject(
      new AppError('mcp-failed', `The sign-in of "${name}" was refused: ${reason.slice(0, 300)}`),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const giveUp = (): void =>
    waiting.reject(new AppError('mcp-failed', `Nobody finished the sign-in of "${name}". Start it again.`))
  const timeout = setTimeout(giveUp, MCP_LIMITS.signIn).unref()
  signal.addEventListener('abort', giveUp, { once: true })
  const close = (): void => {
    clearTimeout(timeout)
    signal.removeEventListener('abort', giveUp)
    server.close()
    server.closeIdleConnections()
  }
  return {
    url: `http://127.0.0.1:${port}/callback`,
    close,
    exchange: async (act) => {
      try {
        const { code, response } = await waiting.promise
        try {
          await act(code)
          showPage(response, 200, `${name} is connected. You can close this page.`)
        } catch (error) {
          const { message } = error instanceof Error ? error : { message: String(error) }
          showPage(response, 502, `${name} was not connected: ${message}`)
          throw new AppError('mcp-failed', `The sign-in of "${name}" failed: ${message.slice(0, 300)}`, {
            cause: error,
          })
        }
      } finally {
        close()
      }
    },
  }
}

function showPage(response: ServerResponse, status: number, words: string): void {
  const text = words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
  })
  response.end(`<!doctype html><html lang="en"><title>Varve</title><p>${text}</p></html>\n`)
}
