/** What a simulated model says, before any protocol gives it a form. */
export interface Reply {
  readonly pieces: readonly ReplyPiece[]
  readonly finish: ReplyFinish
}

export type ReplyFinish = 'stop' | 'length' | 'tool-calls' | 'filtered'

export type ReplyPiece =
  | { readonly kind: 'reasoning'; readonly text: string; readonly opaque: string }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'tool-call'
      readonly callId: string
      readonly tool: string
      /** JSON text of an object. */
      readonly arguments: string
    }
