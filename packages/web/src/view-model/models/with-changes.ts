import type { ChatSettingsView } from '@varve/server/types'
import type { ChatSettingsChange } from '../../api/guard-types.ts'

/** Settings as they are once changes are saved, in their order; `null` gives one back to the model. */
export function withChanges(
  settings: ChatSettingsView,
  changes: readonly ChatSettingsChange[],
): ChatSettingsView {
  const changed: Readonly<Record<string, unknown>> = Object.assign({}, settings, ...changes)
  return Object.fromEntries(
    Object.entries(changed).filter(([, value]) => value !== null && value !== undefined),
  )
}
