import type { ToolReach } from '../tool.ts'
import type { ToolRule } from './tool-rules.ts'

/** What calls of tools may do without asking, what asks, and what is refused. */
export interface ToolRulesView {
  readonly rules: readonly ToolRule[]
  /** The tools that rules can be about. */
  readonly tools: readonly { readonly name: string; readonly reach: ToolReach }[]
}

export type { ToolRule }
