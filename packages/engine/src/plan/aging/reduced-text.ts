import type { Artifact } from '../../artifact/artifact.ts'
import { compactArtifact } from '../../budget/compact-artifact.ts'
import { extractLines } from '../../budget/extract-lines.ts'
import { LIMITS } from '../../budget/limits.ts'
import { hashText } from '../../artifact/hash.ts'
import type { PersistentMap } from '../../collection/persistent-map.ts'
import type { Memo } from '../../memo.ts'
import { renderCompacted } from '../../render/render-compacted.ts'
import type { ReducedForm } from '../epoch/base-forms.ts'
import { compactionId } from './need.ts'

export interface ReduceOptions {
  readonly memo: Memo
  /** Compactions that a model made, by the id of the need. */
  readonly provided: PersistentMap<string>
  readonly readTool?: string
}

/** An artifact that does not stand in full: structure and preview, one line, or exact lines. [B-3] */
export function reducedText(
  options: ReduceOptions,
  artifact: Artifact,
  form: Exclude<ReducedForm, 'dropped'>,
): string {
  return options.memo.recall('reduced', reducedId(options, artifact, form), () =>
    renderCompacted({ key: artifact.key, kind: artifact.kind, body: reducedBody(options, artifact, form) }),
  )
}

/** Names a reduced text among all that a memo holds. */
export function reducedId(options: ReduceOptions, artifact: Artifact, form: ReducedForm): string {
  const provided = options.provided.get(compactionId(artifact.contentHash))
  const made = provided === undefined ? '' : hashText(provided)
  return [form, options.readTool ?? '', made, artifact.key, artifact.title, artifact.contentHash].join('\n')
}

function reducedBody(
  options: ReduceOptions,
  artifact: Artifact,
  form: Exclude<ReducedForm, 'dropped'>,
): string {
  if (form === 'extract')
    return extractLines(artifact.content, { maximumCharacters: LIMITS.compaction.extractCharacters }).text
  const provided = options.provided.get(compactionId(artifact.contentHash))
  if (form === 'preview' && provided !== undefined) {
    const hint = compactArtifact(artifact, { level: 'line', ...readTool(options) })
    return `${provided}\n\n${hint}`
  }
  return compactArtifact(artifact, { level: form, ...readTool(options) })
}

function readTool(options: ReduceOptions): { readTool?: string } {
  return options.readTool === undefined ? {} : { readTool: options.readTool }
}
