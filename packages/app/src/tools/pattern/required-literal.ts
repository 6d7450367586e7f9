import type { PatternNode } from './pattern-node.ts'

/**
 * The longest run of characters that every match holds, in lower case; empty where none is sure. A text without
 * it need not be followed state by state.
 */
export function requiredLiteral(node: PatternNode): string {
  const items = node.kind === 'sequence' ? node.items : [node]
  let longest = ''
  let run = ''
  for (const item of items) {
    // Letters whose lower case has another length would not be found in a text in lower case.
    const isPlain = item.kind === 'set' && item.literal !== undefined && /^[ -~]$/.test(item.literal)
    run = isPlain ? run + (item.literal ?? '').toLowerCase() : ''
    if (run.length > longest.length) longest = run
  }
  return longest
}
