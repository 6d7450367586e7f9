import type { Artifact, Plan } from '@varve/engine'
import {
  type DescribedSegment,
  type ImageReference,
  imageTokens,
  type PlanDescription,
} from '@varve/engine/internal'
import type { AttachmentView } from '@varve/contract'

/** What came along: things with a key, and pictures of the message itself. */
export interface Brought {
  readonly attached: readonly Artifact[]
  readonly images: readonly ImageReference[]
}

/** What this turn did with each thing that was attached to it. */
export function describeAttachments(
  { attached, images }: Brought,
  plan: Plan,
  description: PlanDescription,
): readonly AttachmentView[] {
  const turn = description.layers.find((layer) => layer.id === 'L3')?.segments ?? []
  const omitted = new Set(
    description.omissions.filter((omission) => omission.form === 'omitted').map((omission) => omission.key),
  )
  // A model that reads no pictures is given a line in place of each.
  const unseen = new Set(
    description.omissions.filter(({ reason }) => reason === 'no-vision').map((omission) => omission.key),
  )
  const left = new Set(description.omissions.map((omission) => omission.key))
  const pictures = images.map((image): AttachmentView => {
    const { name: key } = image
    const form = left.has(key) ? 'omitted' : 'full'
    const about = { key, title: key, kind: 'image', tokens: imageTokens(image), form } as const
    return unseen.has(key) ? { ...about, unseen: true } : about
  })
  const things = attached.map(({ key, title, kind, images: own }): AttachmentView => {
    const segment = turn.find((candidate) => candidate.name === key)
    const tokens = plan.entries.get(key)?.newestTokens ?? segment?.tokens ?? 0
    const base = { key, title, kind, tokens }
    if (kind === 'image' && own.some(({ name }) => unseen.has(`${key}#${name}`)))
      return { ...base, form: 'omitted', unseen: true }
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
  return [...things, ...pictures]
}

/** An update that was given whole has no count of lines. */
function changedLines({ added, removed }: DescribedSegment): Pick<AttachmentView, 'added' | 'removed'> {
  return added === undefined || removed === undefined ? {} : { added, removed }
}
