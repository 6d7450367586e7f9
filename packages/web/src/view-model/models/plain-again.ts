import type { ChatSettingsView } from '@varve/server/types'
import type { ChatSettingsChange } from '../../api/guard-types.ts'

/** What makes a chat a plain one again: nobody's project, by nobody in particular; undefined where it is one. */
export function plainAgain(settings: ChatSettingsView): ChatSettingsChange | undefined {
  const { agent, project, runner, mode } = settings
  const isPlain = [agent, project, runner, mode].every((setting) => setting === undefined)
  return isPlain ? undefined : { agent: null, project: null, runner: null, mode: null }
}
