import type { Artifact, ArtifactKind } from '@varve/engine'
import { restoreText } from '@varve/guard'
import { fileKind } from '@varve/workspace'
import type { SourceView } from '../views.ts'
import type { AnswerJob } from './answer-job.ts'

/** Their keys are hashes and ids, which say nothing to the one who attached them. */
const NAMED_BY_TITLE: ReadonlySet<ArtifactKind> = new Set(['upload', 'dataview', 'paste', 'chat', 'unparsed'])

/** Sources with what the user calls them, where no path does, and places that the user can look up. */
export function nameSources({ open }: AnswerJob, sources: readonly SourceView[]): readonly SourceView[] {
  if (sources.length === 0) return sources
  const { state, redaction } = open
  const given = new Map(
    [...state.library, ...(state.open?.attached ?? [])].map(({ artifact }) => [artifact.key, artifact]),
  )
  return sources.map((source) => {
    const artifact = given.get(source.path)
    const placed = inPages(source, artifact)
    if (!artifact || !NAMED_BY_TITLE.has(artifact.kind)) return placed
    return { ...placed, title: restoreText(artifact.title, redaction.state.values) }
  })
}

const PAGE = /^\[page (\d{1,7})\]$/

/** A PDF has no lines: those of its text, in which each page is named above it, become pages. */
function inPages(source: SourceView, artifact: Artifact | undefined): SourceView {
  const { unit, lines, path } = source
  if (!artifact || unit !== undefined || ![path, artifact.title].some((name) => fileKind(name) === 'pdf'))
    return source
  const pageAt = (line: number): number => {
    const above = artifact.content.split('\n', line).findLast((one) => PAGE.test(one))
    return Number(PAGE.exec(above ?? '')?.[1] ?? 1)
  }
  return { ...source, unit: 'page', lines: [pageAt(lines[0]), pageAt(lines[1])] }
}
