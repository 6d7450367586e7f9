import { findAreas, listAreas } from '../areas/list-areas.ts'
import { listAudit, readGuard, setGuard, tryRule } from '../guard/guard-settings.ts'
import { changeToolRules, showToolRules } from '../tools/rules/change-tool-rules.ts'
import type { BoundActions } from './bind-actions.ts'

/** What may leave a workspace, what tools may do in it, and what answers there have to heed. */
export function ruleActions({ inWorkspace }: BoundActions) {
  return {
    readGuard: inWorkspace(readGuard),
    setGuard: inWorkspace(setGuard),
    tryRule: inWorkspace(tryRule),
    listAudit: inWorkspace(listAudit),
    readToolRules: inWorkspace(showToolRules),
    setToolRules: inWorkspace(changeToolRules),
    listAreas: inWorkspace(listAreas),
    findAreas: inWorkspace(findAreas),
  }
}
