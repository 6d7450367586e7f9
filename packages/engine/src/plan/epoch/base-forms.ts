import type { ArtifactKey } from '../../artifact/artifact.ts'

/** The shortened form of an entry in a base. */
export type ReducedForm = 'preview' | 'line' | 'extract' | 'dropped'

/** What the budget decided about a base; empty where everything fits. */
export interface BaseForms {
  readonly entries: ReadonlyMap<ArtifactKey, ReducedForm>
  /** Turns below this number are given as one summary; 0 for none. */
  readonly stripBefore: number
  /** Tool results beyond the latest calls are shortened to previews. */
  readonly ageTools: boolean
}

export const FULL_FORMS: BaseForms = { entries: new Map(), stripBefore: 0, ageTools: false }
