import { parseDiffHunks } from './diff-hunk.ts'

/** How many lines an update adds and removes; both 0 for a text that is no diff. */
export function countDiffLines(update: string): { readonly added: number; readonly removed: number } {
  const lines = (parseDiffHunks(update) ?? []).flatMap((hunk) => hunk.lines)
  return {
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  }
}
