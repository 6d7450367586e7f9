import { type ActingKey, AppError } from '@varve/app'

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
export function requireInScope(
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
