import type { App } from '@varve/app'
import type { Context } from 'hono'
import type { BlankEnv } from 'hono/types'

/** Of a route whose address has an `:id`. */
type ChatContext = Context<BlankEnv, '/:id'>

export interface ApiOptions {
  readonly app: App
  /** Whose ids a request may name: those of any other workspace do not exist for it. */
  readonly workspaceOf: (context: Context) => string
  /** The chat in an address, its `:id`. */
  readonly chatOf: (context: ChatContext) => { readonly workspaceId: string; readonly chatId: string }
  /** For what goes wrong once an answer has begun, and can no longer be said in it. */
  readonly report: (message: string) => void
}
