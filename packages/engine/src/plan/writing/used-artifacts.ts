import type { Artifact, Range } from '../../artifact/artifact.ts'
import { createArtifact } from '../../artifact/create-artifact.ts'
import { renderPlace } from '../../artifact/place.ts'
import { stepsOf } from './steps-of.ts'
import type {
  CitedPlace,
  GatheredResult,
  SearchHit,
  State,
  ToolExchange,
  TurnRecord,
} from '../../state/state.ts'

type ToolResult = Pick<GatheredResult | ToolExchange, 'hits' | 'file' | 'passage'>

/**
 * What the last answer used and the conversation does not keep yet: files that its tools read, and the passages that
 * it cited or that were all that was read of a file. They are kept from the next turn on. [P-6]
 */
export function usedArtifacts({ history, library, places }: State): readonly Artifact[] {
  const record = history.get(history.length - 1)
  if (!record?.answer) return []
  const results = resultsOf(record)
  const files = new Map(results.flatMap(({ file }) => (file ? [[file.key, file] as const] : [])))
  const keptHash = (key: string): string | undefined => {
    const index = places.get(key)
    return index === undefined ? undefined : library.get(index)?.artifact.contentHash
  }
  const passages = [
    ...results.flatMap(({ passage }) => (passage ? [passage] : [])),
    ...citedHits(results, record.answer.cited ?? []),
  ].filter(({ key, contentHash }) => (files.get(key)?.contentHash ?? keptHash(key)) !== contentHash)
  const used = new Map(files)
  for (const passage of passages) {
    const artifact = passageArtifact(passage)
    used.set(artifact.key, artifact)
  }
  return [...used.values()].filter(({ key, contentHash }) => keptHash(key) !== contentHash)
}

/** A passage as an artifact of its own, named by its place and its text. */
export function passageArtifact({ key, lines, unit, text }: SearchHit): Artifact {
  const place = unit === undefined || unit === 'line' ? { lines } : unit === 'page' ? { pages: lines } : {}
  return createArtifact({
    kind: 'selection',
    title: `${key.slice(key.lastIndexOf('/') + 1)}, ${renderPlace(lines, unit)}`,
    source: { path: key, ...place },
    content: text,
    recoverable: true,
  })
}

function resultsOf(record: TurnRecord): readonly ToolResult[] {
  return [...record.gathered, ...stepsOf(record, '').flatMap(({ exchanges }) => exchanges)]
}

function citedHits(results: readonly ToolResult[], cited: readonly CitedPlace[]): readonly SearchHit[] {
  const hits = results.flatMap(({ hits: found = [] }) => found)
  return hits.filter(({ key, lines, unit }) =>
    cited.some((place) => place.key === key && place.unit === unit && overlap(place.lines, lines)),
  )
}

function overlap(one: Range, other: Range): boolean {
  return one[0] <= other[1] && other[0] <= one[1]
}
