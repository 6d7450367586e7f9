import { findingsOf, type RefusedWith } from './vendor-api.ts'

const CODES: Readonly<Record<string, string>> = {
  unauthorized: 'invalid_api_key',
  'model-unknown': 'model_not_found',
  'does-not-fit': 'context_length_exceeded',
  'spending-limit': 'insufficient_quota',
  'provider-limited': 'rate_limit_exceeded',
}

/** OpenAI's own statuses, where its clients go by them. */
const STATUSES: Readonly<Record<string, 404 | 429>> = { 'spending-limit': 429, 'model-unknown': 404 }

/** A refusal as OpenAI words it: its clients read `type` and `code`. */
export function openAiError(problem: RefusedWith): { readonly body: object; readonly status: number } {
  const { code, detail: message } = problem
  const status = STATUSES[code] ?? problem.status
  const error = {
    message,
    type: typeOf(code, status),
    param: code === 'model-unknown' ? 'model' : null,
    code: openAiCode(code),
    ...findingsOf(problem),
  }
  return { status, body: { error } }
}

export function openAiCode(code: string): string {
  return CODES[code] ?? code.replaceAll('-', '_')
}

function typeOf(code: string, status: number): string {
  if (code === 'spending-limit') return 'insufficient_quota'
  if (code === 'provider-limited') return 'rate_limit_error'
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}
