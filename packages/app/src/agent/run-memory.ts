import { stableJson } from '@varve/engine/internal'
import type { ToolOutcome } from '../tools/tool.ts'
import type { SourceView } from '@varve/contract'

/** What a run remembers of its calls. */
export interface RunMemory {
  /** By tool and arguments: what came of calls that only read. */
  readonly made: Map<string, Promise<string>>
  readonly callIds: Set<string>
  /** Every passage that a search found, each once. */
  readonly found: Map<string, Omit<SourceView, 'number'>>
  untrusted: boolean
}

export function newRunMemory(untrusted: boolean): RunMemory {
  return { made: new Map(), callIds: new Set(), found: new Map(), untrusted }
}

export function rememberFound({ found }: RunMemory, { hits = [] }: ToolOutcome): void {
  for (const { key: path, lines, unit } of hits)
    found.set(stableJson([path, lines]), { path, lines, ...(unit ? { unit } : {}) })
}

/** Above every number that a citation can have. */
const FIRST_UNNUMBERED = 10_000

/**
 * What was found, for the case that a model cites and says nothing of what. It was given no numbers, so that none
 * which it cites means one of these.
 */
export function unnumberedSources({ found }: RunMemory): readonly SourceView[] {
  return [...found.values()].map((source, index) => ({ ...source, number: FIRST_UNNUMBERED + index }))
}
