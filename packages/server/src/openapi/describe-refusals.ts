import { bodyLimitAt } from '../access/body-limits.ts'
import { ERROR_STATUS } from '../error-status.ts'
import { schemaReference } from './component-schemas.ts'
import type { DescribedRoute, ErrorCode } from './route-description.ts'
import { VIEWS } from './views/views.ts'

export interface Response {
  readonly description: string
  readonly content?: Readonly<Record<string, object>>
}

/** What every route may refuse with: they stand in the document once. */
export const SHARED_REFUSALS = {
  Unauthorized: refusal('Nobody is signed in: `unauthorized`.'),
  Elsewhere: refusal(
    'The request comes from another page or names another host: `origin-refused`, `host-refused`.',
  ),
  Refused: refusal('Any other refusal, with the status of its code; see the table in docs/api.md.'),
} as const

/** The refusals of a route by status. */
export function describeRefusals(route: DescribedRoute): Readonly<Record<string, object>> {
  const byStatus = Map.groupBy(new Set(codesOf(route)), (code) => ERROR_STATUS[code])
  const own = [...byStatus].map(
    ([status, codes]) => [String(status), refusal(wordsFor(route, codes))] as const,
  )
  return {
    '401': shared('Unauthorized'),
    '403': shared('Elsewhere'),
    ...Object.fromEntries(own),
    default: shared('Refused'),
  }
}

/** Those that are named, and those that follow from the address and from what is sent along. */
function codesOf({ path, body, isIdempotent, refuses = [] }: DescribedRoute): readonly ErrorCode[] {
  // A query that a route does not know is one too.
  const codes: ErrorCode[] = ['body-invalid']
  if (body !== undefined) codes.push('body-too-large')
  if (path.includes('/:workspace')) codes.push('workspace-not-found')
  if (path.includes('/chats/:id')) codes.push('chat-not-found')
  if (path.includes('/answers/:id')) codes.push('answer-not-found')
  if (isIdempotent) codes.push('idempotency-key-reused')
  return [...codes, ...refuses]
}

function wordsFor({ path }: DescribedRoute, codes: readonly ErrorCode[]): string {
  const names = codes.map((code) => `\`${code}\``).join(', ')
  const limit = codes.includes('body-too-large') ? ` A body has at most ${bodyLimitAt(path)} bytes.` : ''
  return `Refused: ${names}.${limit}`
}

function shared(name: keyof typeof SHARED_REFUSALS): object {
  return { $ref: `#/components/responses/${name}` }
}

function refusal(description: string): Response {
  return { description, content: { 'application/json': { schema: schemaReference(VIEWS.Error) } } }
}
