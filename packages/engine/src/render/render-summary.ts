import { renderBody } from './render-block.ts'
import { TAGS } from './tag-registry.ts'

/** What stands for the history that was stripped. [L4-2] */
export function renderSummary(text: string): string {
  return renderBody(TAGS.piece.summary, text)
}
