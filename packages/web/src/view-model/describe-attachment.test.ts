import type { AttachmentView } from '@varve/server/types'
import { expect, test } from 'vitest'
import { attachmentLook, describeAttachment } from './describe-attachment.ts'

const attachment: AttachmentView = {
  key: 'rent.md',
  title: 'Rent',
  kind: 'note',
  tokens: 2_400,
  form: 'full',
}

test.each([
  ['full', '2.4k', 'plain'],
  ['reference', 'already given', 'plain'],
  ['update', '+1 −2', 'changed'],
  ['compacted', '2.4k, shortened', 'plain'],
  ['omitted', 'not sent', 'refused'],
] as const)('a chip of form %s reads “%s”', (form, words, look) => {
  const shown: AttachmentView = { ...attachment, form, added: 1, removed: 2 }
  expect(describeAttachment(shown)).toBe(words)
  expect(attachmentLook(shown)).toBe(look)
})
