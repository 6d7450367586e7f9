import { useWorkbench } from '../workbench/workbench.tsx'

/** What both charts leave free at their edges, in pixels. */
export const CHART = { left: 46, head: 8, foot: 24 } as const

/** Charts beside each other are equally high; on a phone, where they stand one below the other, they are lower. */
export function useChartHeight(): number {
  return useWorkbench().layout.sidebar === 'drawer' ? 190 : 252
}
