import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type HttpServer, startHttpServer } from './http-server.ts'

export interface OAuthServer extends HttpServer {
  /** Every token and code that it gave. */
  readonly secrets: readonly string[]
  /** What was asked of it, such as `register`, `authorize`, `token refresh_token`. */
  readonly asked: readonly string[]
  /** From now on the user says no. */
  deny: () => void
  /** Access tokens end; refreshing gives others. */
  expire: () => void
  /** Nothing that it gave is good any more. */
  revoke: () => void
}

interface Grant {
  readonly clientId: string
  readonly redirectUri: string
  readonly challenge: string
  readonly resource: string
}

/**
 * A real MCP server behind its own authorization server (RFC 6749 with PKCE, 7591, 8414, 9728): clients register
 * themselves, a user who is not asked agrees, refresh tokens are good once. It checks what its standards want checked.
 */
export async function startOAuthServer(): Promise<OAuthServer> {
  const clients = new Map<string, readonly string[]>()
  const codes = new Map<string, Grant>()
  const access = new Set<string>()
  const refresh = new Map<string, string>()
  const secrets: string[] = []
  const asked: string[] = []
  let isDenied = false
  let base = ''

  const secret = (): string => {
    const made = `secret-${randomUUID()}`
    secrets.push(made)
    return made
  }
  const json = (response: ServerResponse, status: number, body: object): true => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    return true
  }
  const giveTokens = (response: ServerResponse, clientId: string): true => {
    const tokens = { access_token: secret(), refresh_token: secret() }
    access.add(tokens.access_token)
    refresh.set(tokens.refresh_token, clientId)
    return json(response, 200, { ...tokens, token_type: 'Bearer', expires_in: 3600 })
  }
  const redirect = (response: ServerResponse, to: string, query: Record<string, string>): true => {
    response.writeHead(302, { location: `${to}?${new URLSearchParams(query)}` }).end()
    return true
  }

  const authorize = (url: URL, response: ServerResponse): true => {
    const value = (name: string): string => url.searchParams.get(name) ?? ''
    const [clientId, redirectUri, state] = [value('client_id'), value('redirect_uri'), value('state')]
    const isKnown = clients.get(clientId)?.includes(redirectUri) ?? false
    if (
      !isKnown ||
      value('code_challenge_method') !== 'S256' ||
      value('response_type') !== 'code' ||
      state === ''
    )
      return json(response, 400, { error: 'invalid_request' })
    if (isDenied) return redirect(response, redirectUri, { error: 'access_denied', state })
    const code = secret()
    codes.set(code, {
      clientId,
      redirectUri,
      challenge: value('code_challenge'),
      resource: value('resource'),
    })
    return redirect(response, redirectUri, { code, state })
  }

  const exchange = (form: URLSearchParams, response: ServerResponse): true => {
    const value = (name: string): string => form.get(name) ?? ''
    asked.push(`token ${value('grant_type')}`)
    const clientId = value('client_id')
    if (!clients.has(clientId)) return json(response, 401, { error: 'invalid_client' })
    if (value('grant_type') === 'refresh_token') {
      const isGood = refresh.get(value('refresh_token')) === clientId
      refresh.delete(value('refresh_token'))
      return isGood ? giveTokens(response, clientId) : json(response, 400, { error: 'invalid_grant' })
    }
    const grant = codes.get(value('code'))
    codes.delete(value('code'))
    const challenge = createHash('sha256').update(value('code_verifier')).digest('base64url')
    const isGood =
      grant?.clientId === clientId &&
      grant.redirectUri === value('redirect_uri') &&
      grant.challenge === challenge &&
      grant.resource === `${base}/mcp`
    return isGood ? giveTokens(response, clientId) : json(response, 400, { error: 'invalid_grant' })
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const url = new URL(request.url ?? '/', base)
    switch (url.pathname) {
      case '/about-this-resource':
        return json(response, 200, { resource: `${base}/mcp`, authorization_servers: [base] })
      case '/.well-known/oauth-authorization-server':
        return json(response, 200, {
          issuer: base,
          authorization_endpoint: `${base}/authorize`,
          token_endpoint: `${base}/token`,
          registration_endpoint: `${base}/register`,
          response_types_supported: ['code'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['none'],
        })
      case '/register': {
        asked.push('register')
        const body = JSON.parse(await textOf(request)) as { readonly redirect_uris: readonly string[] }
        const id = randomUUID()
        clients.set(id, body.redirect_uris)
        return json(response, 201, { ...body, client_id: id })
      }
      case '/authorize':
        asked.push('authorize')
        return authorize(url, response)
      case '/token':
        return exchange(new URLSearchParams(await textOf(request)), response)
      case '/mcp': {
        const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
        if (access.has(token)) return false
        response.setHeader('www-authenticate', `Bearer resource_metadata="${base}/about-this-resource"`)
        return json(response, 401, { error: 'invalid_token' })
      }
      default:
        return json(response, 404, {})
    }
  }

  const server = await startHttpServer(answer)
  base = new URL(server.url).origin
  return {
    ...server,
    secrets,
    asked,
    deny: () => {
      isDenied = true
    },
    expire: () => access.clear(),
    revoke: () => {
      access.clear()
      refresh.clear()
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString('utf8')
  return text
}
