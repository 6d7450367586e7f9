/** A server of a workspace as it is listed. What may be secret, the values of variables and headers, is not in it. */
export interface McpServerView {
  readonly name: string
  readonly kind: 'stdio' | 'http'
  /** The command with its arguments, or the address. */
  readonly target: string
  /** Names of the variables or headers that the entry sets. */
  readonly sets: readonly string[]
  /** What it is given leaves this machine. */
  readonly elsewhere: boolean
  /** Of what is trusted. */
  readonly hash: string
  readonly trusted: boolean
  /** `off`: not trusted, or switched off in the file; it does nothing. */
  readonly state: 'off' | 'idle' | 'connecting' | 'ready' | 'failed'
  readonly disabled?: true
  /** Why it does not work, or what of it was left out. */
  readonly problems: readonly string[]
  /** The end of what a program said beside the protocol. */
  readonly errorOutput?: string
  /** As far as they are known. */
  readonly tools: readonly McpToolView[]
}

export interface McpToolView {
  readonly name: string
  readonly tool: string
  readonly description: string
}

export interface McpListView {
  /** Where they are written down. */
  readonly path: string
  readonly exists: boolean
  readonly problems: readonly { readonly line?: number; readonly place: string; readonly message: string }[]
  readonly servers: readonly McpServerView[]
}
