import type { ArtifactKind } from '@varve/engine'
import { restoreText } from '@varve/guard'
import type { SourceView } from '../views.ts'
import type { AnswerJob } from './answer-job.ts'

/** Their keys are hashes and ids, which say nothing to the one who attached them. */
const NAMED_BY_TITLE: ReadonlySet<ArtifactKind> = new Set(['upload', 'dataview', 'paste', 'chat', 'unparsed'])

/** Sources with what the user calls them, where no path does. */
export function nameSources({ open }: AnswerJob, sources: readonly SourceView[]): readonly SourceView[] {
  if (sources.length === 0) return sources
  const { state, redaction } = open
  const given = [...state.library, ...(state.open?.attached ?? [])]
  const titles = new Map(
    given
      .filter(({ artifact }) => NAMED_BY_TITLE.has(artifact.kind))
      .map(({ artifact: { key, title } }) => [key, restoreText(title, redaction.state.values)]),
  )
  return sources.map((source) => {
    const title = titles.get(source.path)
    return title === undefined ? source : { ...source, title }
  })
}
