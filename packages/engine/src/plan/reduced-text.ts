import type { Artifact } from '../artifact/artifact.ts'
import { compactArtifact } from '../budget/compact-artifact.ts'
import { extractLines } from '../budget/extract-lines.ts'
import { LIMITS } from '../budget/limits.ts'
import type { Memo } from '../memo.ts'
import { renderCompacted } from '../render/render-compacted.ts'
import type { ReducedForm } from './base-forms.ts'

/** An artifact that does not stand in full: structure and preview, one line, or exact lines. [B-3] */
export function reducedText(
  options: { readonly memo: Memo },
  artifact: Artifact,
  form: Exclude<ReducedForm, 'dropped'>,
  readTool?: string,
): string {
  const id = `${form}\n${readTool ?? ''}\n${artifact.key}\n${artifact.contentHash}`
  return options.memo.recall('reduced', id, () => {
    const tool = readTool === undefined ? {} : { readTool }
    const body =
      form === 'extract'
        ? extractLines(artifact.content, { maximumCharacters: LIMITS.compaction.extractCharacters }).text
        : compactArtifact(artifact, { level: form, ...tool })
    return renderCompacted({ key: artifact.key, kind: artifact.kind, body })
  })
}
