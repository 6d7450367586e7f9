import type { PersistentMap } from '../../collection/persistent-map.ts'
import type { SearchHit } from '../../state/state.ts'
import type { Place } from '../epoch/epoch.ts'

/** A tool's result as the model reads it: a hit that stands above in that version is named, not repeated. [L3-3] */
export function toolText(
  places: PersistentMap<Place>,
  result: { readonly text: string; readonly hits?: readonly SearchHit[] },
): string {
  const hits = (result.hits ?? []).map((hit) => {
    const name = `- ${hit.key}, lines ${hit.lines[0]}-${hit.lines[1]}`
    return places.get(hit.key)?.current?.hash === hit.contentHash
      ? `${name} (readable above)`
      : `${name}:\n${hit.text}`
  })
  return [result.text, ...hits].filter((text) => text !== '').join('\n')
}
