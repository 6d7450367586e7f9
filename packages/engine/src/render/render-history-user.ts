import type { ArtifactKey } from '../artifact/artifact.ts'
import { escapeLine } from './escape-line.ts'
import { neutralize } from './neutralize.ts'

/** A past message whose context moved to the library: its text, and what was attached to it. [L4-1] */
export function renderHistoryUser(text: string, keys: readonly ArtifactKey[]): string {
  const query = neutralize(text)
  if (keys.length === 0) return query
  // A comma inside a key is written as an entity, so that the comma between keys is the only one.
  const attached = `[attached: ${keys.map((key) => escapeLine(key).replaceAll(',', '&#44;')).join(', ')}]`
  return query === '' ? attached : `${query}\n\n${attached}`
}
