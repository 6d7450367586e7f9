import { renderPlace } from '../../artifact/place.ts'
import type { PersistentMap } from '../../collection/persistent-map.ts'
import type { AttachedRecord, SearchHit } from '../../state/state.ts'
import { passageArtifact } from './used-artifacts.ts'
import type { Place } from '../epoch/epoch.ts'

/**
 * A tool's result as the model reads it: a hit that is already readable in that version, or attached to the
 * same message, is named and not repeated. [L3-3]
 */
export function toolText(
  places: PersistentMap<Place>,
  result: { readonly text: string; readonly hits?: readonly SearchHit[] },
  attached: readonly AttachedRecord[] = [],
): string {
  const hits = (result.hits ?? []).map((hit) => {
    const name = `- ${hit.key}, ${renderPlace(hit.lines, hit.unit)}`
    const isAbove =
      places.get(hit.key)?.current?.hash === hit.contentHash || places.get(passageArtifact(hit).key)?.current
    if (isAbove) return `${name} (readable above)`
    const isBelow = attached.some(
      ({ artifact }) => artifact.key === hit.key && artifact.contentHash === hit.contentHash,
    )
    return isBelow ? `${name} (readable below)` : `${name}:\n${hit.text}`
  })
  return [result.text, ...hits].filter((text) => text !== '').join('\n')
}
