const MEGABYTE = 1024 * 1024

/** The largest bodies, in bytes. */
export const BODY_LIMITS = {
  usual: 4 * MEGABYTE,
  /** A file for a chat, or one for the workspace itself, may be larger than anything that is typed. */
  upload: 64 * MEGABYTE,
  /** A conversation that its client sends whole. */
  conversation: 32 * MEGABYTE,
  /** Years of chats from another program. */
  import: 128 * MEGABYTE,
} as const

/** Of somebody who isn't known yet. */
const SIGN_IN_LIMIT = 10_000

/** How large the body of a request to this address may be. */
export function bodyLimitAt(path: string): number {
  if (path === '/sign-in') return SIGN_IN_LIMIT
  if (/^\/api\/workspaces\/[^/]+\/(uploads|files\/content)$/.test(path)) return BODY_LIMITS.upload
  // It contains pictures and the whole conversation, and has to be parsed at once.
  if (path.startsWith('/v1/')) return BODY_LIMITS.conversation
  return /^\/api\/workspaces\/[^/]+\/chats\/import$/.test(path) ? BODY_LIMITS.import : BODY_LIMITS.usual
}
