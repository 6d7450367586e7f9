import type { SearchFilter, SearchSource, SourceFile, SourcePassage } from '../search-source.ts'
import type { Ranking } from './ranking.ts'
import type { Concept } from './resolve-terms.ts'
import type { ScoredPassage } from './score-passage.ts'

export interface FusionInput {
  readonly source: SearchSource
  readonly vector: Float32Array
  readonly filter: SearchFilter
  /** By file. */
  readonly scores: ReadonlyMap<number, number>
  readonly best: ReadonlyMap<number, ScoredPassage>
  /** Files that are found by meaning alone are added. */
  readonly files: Map<number, SourceFile>
  readonly concepts: readonly Concept[]
  readonly ranking: Ranking
}

/** A question of more words means something, whether they are known or not. */
const FEW_WORDS = 2

export interface FusedScores {
  readonly scores: ReadonlyMap<number, number>
  /** The passage to show for files that were found by meaning. */
  readonly passages: ReadonlyMap<number, SourcePassage>
}

/** Text scores against the best of them, plus the cosine of the nearest passage: those found by words, and the nearest of all. */
export function fuseVectors(input: FusionInput): FusedScores | undefined {
  const { source, vector, filter, scores, best, files, concepts, ranking } = input
  if (!source.vectors) return undefined
  const least = isUnknown(concepts) ? ranking.leastCosine.unknown : ranking.leastCosine.usual
  const nearest = source.vectors.nearest(vector, ranking.candidates.passages, filter)
  const passageOf = new Map([...best].map(([file, entry]) => [file, entry.passage.id]))
  const known = source.vectors.cosines(vector, [...passageOf.values()])
  const cosines = new Map<number, number>()
  for (const [file, passage] of passageOf) cosines.set(file, known.get(passage) ?? 0)
  const nearestOf = new Map<number, number>()
  for (const { file, passage, cosine } of nearest) {
    if (cosine >= least && !nearestOf.has(file)) nearestOf.set(file, passage)
    cosines.set(file, Math.max(cosines.get(file) ?? 0, cosine))
  }
  const missing = [...nearestOf.keys()].filter((file) => !files.has(file))
  for (const file of source.files(missing)) files.set(file.id, file)
  const top = Math.max(0, ...scores.values()) || 1
  const fused = new Map<number, number>()
  for (const file of new Set([...scores.keys(), ...nearestOf.keys()]))
    fused.set(file, (scores.get(file) ?? 0) / top + ranking.vectors * Math.max(0, cosines.get(file) ?? 0))
  const onlyNear = [...nearestOf].filter(([file]) => !best.has(file))
  const passages = new Map(
    source.passages(onlyNear.map(([, passage]) => passage)).map((passage) => [passage.file, passage]),
  )
  return { scores: fused, passages }
}

/** A word that no passage holds may be none at all, and what a model makes of such words is near to many texts. */
function isUnknown(concepts: readonly Concept[]): boolean {
  const core = concepts.filter(({ isCore }) => isCore)
  return core.length <= FEW_WORDS && core.every(({ documents }) => documents === 0)
}
