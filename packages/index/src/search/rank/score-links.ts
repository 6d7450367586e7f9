import type { SearchSource, SourceLink } from '../search-source.ts'
import type { Ranking } from './ranking.ts'
import type { Concept } from './resolve-terms.ts'
import type { ScoredPassage } from './score-passage.ts'

/**
 * What passages that match say about the files they link to: a line that speaks of what is sought and links
 * somewhere is a description of that place. By file; each linking file has one voice, further ones count less.
 */
export function scoreLinks(
  source: SearchSource,
  scored: readonly ScoredPassage[],
  concepts: readonly Concept[],
  ranking: Ranking,
): ReadonlyMap<number, number> {
  const { weight, count } = voiceOfLinks(concepts, ranking)
  const voters = scored.toSorted((a, b) => b.score - a.score || a.passage.id - b.passage.id).slice(0, count)
  const links = Map.groupBy(
    source.linksFrom([...new Set(voters.map((entry) => entry.passage.file))]),
    (link) => link.from,
  )
  const voices = new Map<number, Map<number, number>>()
  for (const entry of voters) {
    const own = linksWithin(links.get(entry.passage.file) ?? [], entry)
    if (own.length === 0) continue
    const lines = linesOfMatches(entry)
    for (const { from, to, line } of own) {
      if (from === to) continue
      const voice = lineScore(lines, line, concepts) + ranking.links.passage * entry.score
      const known = voices.get(to) ?? new Map<number, number>()
      voices.set(to, known.set(from, Math.max(known.get(from) ?? 0, voice)))
    }
  }
  return new Map(
    [...voices].map(([to, by]) => [to, weight * decayedSum([...by.values()], ranking.links.decay)]),
  )
}

/** A short query names its target; the longer it is, the more the text of links counts. */
function voiceOfLinks(
  concepts: readonly Concept[],
  { links }: Ranking,
): { readonly weight: number; readonly count: number } {
  const words = new Set(concepts.filter(({ isCore }) => isCore).map(({ place }) => place)).size
  const share = Math.min(1, words / links.words)
  return { weight: links.least + (links.most - links.least) * share, count: Math.ceil(links.voters * share) }
}

function linksWithin(links: readonly SourceLink[], { passage }: ScoredPassage): readonly SourceLink[] {
  return links.filter(({ line }) => line >= passage.lines[0] && line <= passage.lines[1])
}

/** Concepts by the line they are on. */
function linesOfMatches({ passage, matches }: ScoredPassage): ReadonlyMap<number, ReadonlySet<number>> {
  const lines = new Map<number, Set<number>>()
  let line = passage.lines[0]
  let next = passage.text.indexOf('\n')
  for (const { concept, start } of matches) {
    while (next >= 0 && next < start) {
      line++
      next = passage.text.indexOf('\n', next + 1)
    }
    lines.set(line, (lines.get(line) ?? new Set<number>()).add(concept))
  }
  return lines
}

/** The worth of the different words on a line and its two neighbours. */
function lineScore(
  lines: ReadonlyMap<number, ReadonlySet<number>>,
  line: number,
  concepts: readonly Concept[],
): number {
  const present = new Set<number>()
  for (const near of [line - 1, line, line + 1])
    for (const concept of lines.get(near) ?? []) present.add(concept)
  let score = 0
  for (const concept of present) score += concepts[concept]?.worth ?? 0
  return score
}

function decayedSum(values: readonly number[], decay: number): number {
  let sum = 0
  let factor = 1
  for (const value of values.toSorted((a, b) => b - a)) {
    sum += value * factor
    factor *= decay
  }
  return sum
}
