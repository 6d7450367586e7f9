/** A call as a model made it. */
export interface ModelToolCall {
  readonly callId: string
  readonly tool: string
  readonly arguments: string
}
