import type { Artifact } from '../../artifact/artifact.ts'
import type { Memo } from '../../memo.ts'
import { renderArtifact } from '../../render/render-artifact.ts'
import type { ModelSpec } from '../model-spec.ts'

/** An artifact as a block of text with its tokens. `joined`: it follows another block of its message. */
export function renderedArtifact(
  options: { readonly model: ModelSpec; readonly memo: Memo },
  artifact: Artifact,
  turn: number,
  joined: boolean,
): { readonly text: string; readonly tokens: number } {
  const id = [
    artifact.key,
    artifact.contentHash,
    artifact.title,
    artifact.kind,
    artifact.role ?? '',
    turn,
    joined,
  ]
  const text = options.memo.recall('artifact', id.join('\n'), () => {
    const rendered = renderArtifact(artifact, turn)
    return joined ? `\n\n${rendered}` : rendered
  })
  const tokens = options.memo.recall(`tokens ${options.model.tokenizer.id}`, id.join('\n'), () =>
    options.model.tokenizer.count(text),
  )
  return { text, tokens }
}
