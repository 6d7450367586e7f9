/** What an MCP server may take and give at most, in one table. Results have the limits of every tool besides. */
export const MCP_LIMITS = {
  configCharacters: 65_536,
  configDepth: 12,
  servers: 30,
  /** Milliseconds until a server has to have answered to its first words. */
  connect: 20_000,
  list: 10_000,
  /** So long a browser may take to come back from signing in. */
  signIn: 5 * 60_000,
  call: 60_000,
  /** So long a message waits for the tools of a server that was never asked before, and then goes without them. */
  firstList: 5_000,
  /** So long a message waits where a server says that its tools have changed. */
  newList: 2_000,
  /** After a failure a message does not try again for so long; a call does. */
  retryAfter: 30_000,
  pages: 20,
  tools: 100,
  toolNameCharacters: 500,
  /** As providers take them. */
  definedNameCharacters: 64,
  descriptionCharacters: 1_000,
  schemaCharacters: 16_000,
  schemaDepth: 16,
  problems: 20,
  /** Bytes of one message, or of one answer over HTTP. */
  messageBytes: 4 * 1024 * 1024,
  /** Messages in ten seconds, above which a server talks without end. */
  messages: 2_000,
  messageWindow: 10_000,
  /** Milliseconds between two streams that a server over HTTP may have opened. */
  streamSpacing: 5_000,
  /** A server may ask for less than that, down to this. */
  shortestRetry: 100,
  streams: 100,
  errorOutputCharacters: 2_000,
  contentParts: 200,
} as const
