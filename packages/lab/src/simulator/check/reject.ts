import type { Rejection } from '../dialect/dialect.ts'

/** A request that the provider does not accept as it is. */
export function reject(
  message: string,
  details: { readonly param?: string; readonly code?: string } = {},
): Rejection {
  return { status: 400, message, ...details }
}

/** The first rejection among checks that run one after another. */
export function firstRejection(checks: Iterable<() => Rejection | undefined>): Rejection | undefined {
  for (const check of checks) {
    const found = check()
    if (found !== undefined) return found
  }
  return undefined
}
