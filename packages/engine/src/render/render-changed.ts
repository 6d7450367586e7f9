import type { ArtifactKey } from '../artifact/artifact.ts'
import { escapeLine } from './escape-line.ts'

/** Says that a kept artifact, not attached now, is no longer what was given. [P-5] */
export function renderChanged(key: ArtifactKey, turn: number): string {
  return `changed since turn ${turn}: ${escapeLine(key)}`
}
