import type { Area, CompiledAreas } from '@varve/areas'
import type { AreaProblem } from './shipped-packs.ts'

/** The areas of a workspace, ready to look for. */
export interface WorkspaceAreas {
  readonly areas: readonly Area[]
  readonly compiled: CompiledAreas
  readonly problems: readonly AreaProblem[]
}

/** Those that come with the product: read and made ready once, by the first caller. */
export type ShippedAreas = () => Promise<WorkspaceAreas>

export interface KnownAreas {
  readonly until: number
  readonly areas: Promise<WorkspaceAreas>
}
