import type { Artifact, Plan, PlanDescription } from '@varve/engine'
import type { AttachmentView } from '../views.ts'

/** What this turn did with each thing that was attached to it. */
export function describeAttachments(
  attached: readonly Artifact[],
  plan: Plan,
  description: PlanDescription,
): readonly AttachmentView[] {
  const turn = description.layers.find((layer) => layer.id === 'L3')?.segments ?? []
  const omitted = new Set(
    description.omissions.filter((omission) => omission.form === 'omitted').map((omission) => omission.key),
  )
  return attached.map(({ key, title, kind }) => {
    const segment = turn.find((candidate) => candidate.name === key)
    const tokens = plan.entries.get(key)?.newestTokens ?? segment?.tokens ?? 0
    const base = { key, title, kind, tokens }
    switch (segment?.form) {
      case 'full':
      case 'compacted':
        return { ...base, form: segment.form }
      case 'update':
        return { ...base, form: 'update', ...changedLines(segment.label) }
      default:
        return { ...base, form: omitted.has(key) ? 'omitted' : 'reference' }
    }
  })
}

/** The engine writes the counts into the label of an update; one that was given whole has none. */
function changedLines(label: string): { readonly added?: number; readonly removed?: number } {
  const counts = /\+(\d+) −(\d+)$/.exec(label)
  return counts ? { added: Number(counts[1]), removed: Number(counts[2]) } : {}
}
