import type { AppErrorCode } from '@varve/app'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ServerErrorCode } from './server-error.ts'

/** The one table from error codes to HTTP status. */
export const ERROR_STATUS: Readonly<Record<AppErrorCode | ServerErrorCode, ContentfulStatusCode>> = {
  unauthorized: 401,
  'host-refused': 403,
  'origin-refused': 403,
  'route-not-found': 404,
  'body-invalid': 400,
  'body-too-large': 413,
  'port-taken': 500,
  'workspace-not-found': 404,
  'chat-not-found': 404,
  'turn-not-found': 404,
  'answer-not-found': 404,
  'artifact-not-found': 404,
  'file-not-found': 404,
  'model-unknown': 422,
  'message-empty': 422,
  'message-invalid': 422,
  'title-empty': 422,
  'does-not-fit': 422,
  'path-refused': 422,
  'file-not-text': 422,
  'file-too-large': 413,
  'file-unreadable': 422,
  'answer-running': 409,
  'chat-changed': 409,
  'idempotency-key-reused': 409,
  'read-only': 403,
  'data-in-use': 409,
  'data-corrupt': 500,
  'disk-full': 507,
  busy: 503,
  failed: 500,
}
