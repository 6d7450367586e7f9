import { type AttachRequest, parseAttachRequest } from '@varve/workspace'

/**
 * What a message may bring along: a name such as `note.md`, `folder/`, `#tag`, `https://…`, `upload:id`, or a
 * text that has no other place.
 */
export type Attachable =
  | string
  | {
      readonly kind: 'selection'
      readonly path: string
      readonly lines: readonly [from: number, to: number]
      readonly content: string
    }
  | { readonly kind: 'paste'; readonly content: string }

/** Fails for a name that can be none, before anything is read. */
export function parseAttachables(attach: readonly Attachable[]): readonly AttachRequest[] {
  return attach.map((item) => (typeof item === 'string' ? parseAttachRequest(item) : item))
}
