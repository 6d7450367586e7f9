import type { InspectorTab } from '../workbench/workbench-state.ts'

export const INSPECTOR_TABS: readonly { readonly id: InspectorTab; readonly title: string }[] = [
  { id: 'layers', title: 'Layers' },
  { id: 'request', title: 'Request' },
  { id: 'cache', title: 'Cache' },
]
