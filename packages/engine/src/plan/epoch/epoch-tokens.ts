import type { Epoch } from './epoch.ts'

/** Tokens of a request through its first `length` blocks, tool definitions included. */
export function epochTokens(
  epoch: Pick<Epoch, 'blocks' | 'leadTokens'>,
  length = epoch.blocks.length,
): number {
  return epoch.leadTokens + (epoch.blocks.get(length - 1)?.end ?? 0)
}
