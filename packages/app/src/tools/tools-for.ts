import type { Tool } from './tool.ts'
import { TOOLS } from './tools.ts'

/** `ask` reads, `plan` reads and writes a plan, `act` does all. */
export type ToolMode = 'ask' | 'plan' | 'act'

export interface ToolChoice {
  readonly mode: ToolMode
  /** Only these, by name; all where absent. */
  readonly allow?: readonly string[] | undefined
  /** What of the web there is: pages can be read unless this says otherwise, and searched only where it says so. */
  readonly web?: { readonly pages?: boolean; readonly search?: boolean } | undefined
}

/** The tools of a mode in stable order. For definitions that stay while the mode changes, ask for `act`. [P-3] */
export function toolsFor({ mode, allow, web = {} }: ToolChoice): readonly Tool<unknown>[] {
  const has = { pages: true, search: false, ...web }
  return TOOLS.filter(
    (tool) =>
      isInMode(tool, mode) &&
      (allow?.includes(tool.name) ?? true) &&
      (tool.needs === undefined || has[tool.needs]),
  )
}

/** Whether a mode lets a tool run at all. */
export function isInMode({ name, reach }: Tool<unknown>, mode: ToolMode): boolean {
  switch (mode) {
    case 'ask':
      return reach === 'read' || reach === 'ask'
    case 'plan':
      return reach === 'read' || reach === 'ask' || name === 'plan'
    case 'act':
      return true
    default:
      return mode satisfies never
  }
}
