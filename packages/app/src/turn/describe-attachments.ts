import type { Artifact, DescribedSegment, Plan, PlanDescription } from '@varve/engine'
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
        return { ...base, form: 'update', ...changedLines(segment) }
      default:
        return { ...base, form: omitted.has(key) ? 'omitted' : 'reference' }
    }
  })
}

/** An update that was given whole has no count of lines. */
function changedLines({ added, removed }: DescribedSegment): Pick<AttachmentView, 'added' | 'removed'> {
  return added === undefined || removed === undefined ? {} : { added, removed }
}
