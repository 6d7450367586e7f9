/** What the composer holds for one chat and has not been sent. It lives as long as the tab. */
export interface Draft {
  readonly text: string
  /** Paths in the workspace, in the order in which they were attached. */
  readonly attach: readonly string[]
  /** Kept after a failed send, so that the same message sent again is recognised; any edit drops it. */
  readonly idempotencyKey?: string
}

export const EMPTY_DRAFT: Draft = { text: '', attach: [] }

export function isEmptyDraft(draft: Draft): boolean {
  return draft.text.trim() === '' && draft.attach.length === 0
}

export function withText(draft: Draft, text: string): Draft {
  return { text, attach: draft.attach }
}

export function withAttached(draft: Draft, path: string): Draft {
  return draft.attach.includes(path) ? draft : { text: draft.text, attach: [...draft.attach, path] }
}

export function withoutAttached(draft: Draft, path: string): Draft {
  return { text: draft.text, attach: draft.attach.filter((other) => other !== path) }
}

/** A message that could not be sent goes back to the composer, before what was typed meanwhile. */
export function restoreDraft(failed: Draft, typedMeanwhile: Draft): Draft {
  if (isEmptyDraft(typedMeanwhile)) return failed
  return {
    text: [failed.text, typedMeanwhile.text].filter((text) => text.trim() !== '').join('\n\n'),
    attach: [...new Set([...failed.attach, ...typedMeanwhile.attach])],
  }
}
