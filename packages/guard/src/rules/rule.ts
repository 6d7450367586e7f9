import type { Candidate, KnownFindingType } from '../finding.ts'
import type { ScanTools } from '../context/scan-tools.ts'

/** Finds one type of private data. Pure, and linear in the length of the text. */
export interface Rule {
  readonly type: KnownFindingType
  /** Raised with every change of what it finds. */
  readonly version: number
  readonly find: (text: string, tools: ScanTools) => readonly Candidate[]
}
