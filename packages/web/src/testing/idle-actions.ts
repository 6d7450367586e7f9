import type { Actions } from '../workbench/actions.ts'
import { createPageMemory } from '../workbench/page-memory.ts'

const nothing = () => undefined

/** What a part can have done, where a test only looks at the part. */
export const IDLE_ACTIONS: Actions = {
  dispatch: nothing,
  openChat: nothing,
  openFile: nothing,
  openDefinition: nothing,
  openUsage: nothing,
  openSettings: nothing,
  openGuard: nothing,
  setInspector: nothing,
  openPreview: nothing,
  say: nothing,
  sayError: nothing,
  openDialog: nothing,
  memory: createPageMemory(),
  composer: { current: null },
  chatFile: { current: null },
}
