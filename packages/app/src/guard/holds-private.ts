import type { AppContext } from '../app-context.ts'
import { decidedUnasked, readGuardPolicy } from './guard-policy.ts'

/**
 * Whether a text that is about to leave with a tool holds what the guard would ask about, also as an address writes it.
 * It holds for models on this machine as well: what they read is not guarded, and where it goes is not here.
 */
export async function holdsPrivate(
  { store, scans }: AppContext,
  workspaceId: string,
  text: string,
): Promise<boolean> {
  const { policy, problems } = await readGuardPolicy(store, workspaceId)
  // Any of the rules that cannot be read might have found something.
  if (problems.length > 0) return true
  return [text, decoded(text)].some((reading) =>
    scans.scan(reading, policy).some(({ type, severity }) => {
      const decided = decidedUnasked(policy, type)
      return decided === undefined ? severity === 'critical' || severity === 'high' : decided === 'redact'
    }),
  )
}

function decoded(text: string): string {
  // By runs of bytes: one that is broken does not keep the others from being read.
  return text
    .replaceAll('+', ' ')
    .replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString())
}
