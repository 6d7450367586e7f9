import { renderBody } from './render-block.ts'
import { TAGS } from './tag-registry.ts'

/** Guidance that holds for this turn only. */
export function renderGuidance(text: string): string {
  return renderBody(TAGS.piece.guidance, text)
}
