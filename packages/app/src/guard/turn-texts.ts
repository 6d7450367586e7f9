import type { Artifact, ToolDefinition } from '@varve/engine'
import type { GatheredResult, ImageReference, SectionInput } from '@varve/engine/internal'

/** Everything that a turn brings along and that a model would read. */
export interface TurnTexts {
  readonly text: string
  readonly artifacts: readonly Artifact[]
  readonly sections: readonly SectionInput[]
  /** Tools as described to the model; MCP servers write their own descriptions. */
  readonly tools: readonly ToolDefinition[]
  /** What was found for the question. */
  readonly gathered: readonly GatheredResult[]
  readonly guidance: string
  /** Pictures of the message itself; only their names are text. */
  readonly images: readonly ImageReference[]
  /** Text around parts of files: scanned with them, and not sent. */
  readonly around?: readonly string[]
}

export const NO_TEXTS: TurnTexts = {
  text: '',
  artifacts: [],
  sections: [],
  tools: [],
  gathered: [],
  guidance: '',
  images: [],
}
