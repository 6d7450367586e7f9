import type { ArtifactKey } from '../../artifact/artifact.ts'
import type { SectionId } from '../../layer/section.ts'
import type { State, TurnRecord } from '../../state/state.ts'
import type { DivergenceReason, Epoch, Layout } from './epoch.ts'
import { becameEssential } from '../writing/choose-forms.ts'
import { foundAny } from '../writing/without-forgotten.ts'
import { sectionHashes } from './section-hashes.ts'

const SECTION_REASONS: Readonly<Record<SectionId, DivergenceReason>> = {
  contract: 'agent',
  tools: 'tools',
  guidance: 'guidance',
  project: 'project',
  memory: 'memory',
}

interface Forcing {
  readonly epoch: Epoch
  readonly state: State
  readonly record: TurnRecord
  readonly layout: Layout
  readonly rebase?: 'settings' | 'rebuilt'
  /** What this turn marks as essential. */
  readonly essential?: readonly ArtifactKey[]
}

/** Why this epoch cannot go on, whatever it would cost; `undefined` where it can. [P-4] (d) (e) */
export function forcedReason(options: Forcing): DivergenceReason | undefined {
  const { epoch, state, record, layout } = options
  if (options.rebase) return options.rebase
  if (record.compact) return 'compaction'
  if (epoch.layout !== layout) return 'settings'
  if (becameEssential(epoch, state, markedSince(options))) return 'settings'
  if (epoch.toolsHash !== state.toolsHash) return 'tools'
  if (epoch.guard !== state.guard) return 'guard'
  const section = changedSection(epoch, state, layout)
  if (section) return SECTION_REASONS[section]
  const forgotten = state.forgotten.slice(epoch.forgottenSeen)
  if (forgotten.some((key) => epoch.places.has(key)) || foundAny(state, forgotten)) return 'forgotten'
  const changed = record.attached.filter(({ artifact }) =>
    isChanged(epoch, artifact.key, artifact.contentHash),
  )
  if (changed.some(({ freshness }) => freshness === 'refresh')) return 'file-changed'
  if (layout !== 'library') return undefined
  if (changed.length > 0) return 'file-changed'
  return epoch.hasTurnEntries ? 'context-attached' : undefined
}

/** What may have been marked since the last call: by this turn, or by one that this model was not asked in. */
function markedSince(options: Forcing): readonly ArtifactKey[] {
  const { epoch, record, essential = [] } = options
  return epoch.openTurn < record.number - 1 ? [...epoch.forms].map(([key]) => key) : essential
}

/** Memory is told inside an epoch; only the classic layout begins anew for it. */
function changedSection(epoch: Epoch, state: State, layout: Layout): SectionId | undefined {
  const now = sectionHashes(state.sections)
  const ids = Object.keys({ ...now, ...epoch.sections }) as SectionId[]
  return ids.find((id) => now[id] !== epoch.sections[id] && (id !== 'memory' || layout === 'library'))
}

function isChanged(epoch: Epoch, key: string, hash: string): boolean {
  const current = epoch.places.get(key)?.current
  return current !== undefined && current.hash !== hash
}
