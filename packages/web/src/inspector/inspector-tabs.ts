import type { InspectorTab } from '../workbench/workbench-state.ts'

export const INSPECTOR_TABS: readonly { readonly id: InspectorTab; readonly title: string }[] = [
  { id: 'layers', title: 'Layers' },
  { id: 'new', title: 'New' },
  { id: 'request', title: 'Request' },
  { id: 'cache', title: 'Cache' },
  { id: 'trace', title: 'Trace' },
]
