import type { AttachmentView } from '@varve/server/types'
import { formatTokensShort } from './format-tokens.ts'

/** What a turn does with an attachment, for its chip: the same words before and after it is sent. */
export function describeAttachment(attachment: AttachmentView): string {
  const { form, tokens, added = 0, removed = 0 } = attachment
  switch (form) {
    case 'full':
      return formatTokensShort(tokens)
    case 'reference':
      return 'already given'
    case 'update':
      return `+${added} −${removed}`
    case 'compacted':
      return `${formatTokensShort(tokens)}, shortened`
    case 'omitted':
      return 'not sent'
    default:
      return form satisfies never
  }
}

export function attachmentLook({ form }: AttachmentView): 'plain' | 'changed' | 'refused' {
  if (form === 'update') return 'changed'
  return form === 'omitted' ? 'refused' : 'plain'
}
