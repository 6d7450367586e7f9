import type { AppendLog } from '../collection/append-log.ts'
import type { PlacedBlock } from '../plan/writing/block.ts'
import type { CacheProfile } from './cache-profile.ts'

/** Possible positions of marks, each as a number of blocks from the start; 0 for none. */
export interface MarkOptions {
  readonly blocks: AppendLog<PlacedBlock>
  /** Tokens of the tool definitions, which precede the first block. */
  readonly leadTokens: number
  /** The epoch's stable stem: L1 and the library entries never edited. */
  readonly stemEnd: number
  readonly baseEnd: number
  /** What the next re-base is likely to repeat. */
  readonly foldEnd: number
  /** Where the tool results of this turn begin: the next turn folds them. [P-6] */
  readonly toolsStart?: number
  /** The last block of the previous call: a long agent turn would run past the look-back without it. */
  readonly previousEnd: number
  /** On a re-base, what the new epoch shares with the one before it. */
  readonly sharedStemEnd?: number
  readonly profile: CacheProfile
}

/** Indices of the blocks followed by a mark, ascending; none if the provider has no marks. */
export function placeMarks(options: MarkOptions): readonly number[] {
  const { blocks, leadTokens, profile } = options
  if (profile.matchClass !== 'breakpoint') return []
  const limit = profile.maximumMarks - (profile.implicitMark ? 1 : 0)
  // By worth, for the case that not all fit: what this call reads from, then what later calls will.
  const wanted = [
    profile.implicitMark ? 0 : blocks.length,
    options.sharedStemEnd ?? 0,
    options.toolsStart ?? 0,
    blocks.length - options.previousEnd > profile.lookBackBlocks ? options.previousEnd : 0,
    options.baseEnd,
    options.foldEnd,
    options.stemEnd,
  ]
  const marks = new Set<number>()
  for (const end of wanted) {
    const count = profile.marksInputOnly ? inputEnd(blocks, end) : end
    const block = blocks.get(count - 1)
    if (block === undefined || marks.size >= limit) continue
    // The provider marks the end of the newest message by itself.
    if (profile.implicitMark && count === blocks.length) continue
    if (leadTokens + block.end >= profile.minimumTokens) marks.add(count - 1)
  }
  return [...marks].sort((a, b) => a - b)
}

/** The nearest place at or before `end` after something that the model did not write. */
function inputEnd(blocks: AppendLog<PlacedBlock>, end: number): number {
  let count = end
  while (blocks.get(count - 1)?.role === 'assistant') count -= 1
  return count
}
