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
  const text = artifactText(options.memo, artifact, turn, joined)
  const id = idOf(artifact, turn, joined)
  const tokens = options.memo.recall(`tokens ${options.model.tokenizer.id}`, id, () =>
    options.model.tokenizer.count(text),
  )
  return { text, tokens }
}

/** The text of that block: what a tokenizer will be asked to count. */
export function artifactText(memo: Memo, artifact: Artifact, turn: number, joined: boolean): string {
  return memo.recall('artifact', idOf(artifact, turn, joined), () => {
    const rendered = renderArtifact(artifact, turn)
    return joined ? `\n\n${rendered}` : rendered
  })
}

function idOf({ key, contentHash, title, kind, role }: Artifact, turn: number, joined: boolean): string {
  return [key, contentHash, title, kind, role ?? '', turn, joined].join('\n')
}
