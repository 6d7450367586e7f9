import type { Attachable, PassagesRequest, SendRequest, UploadView } from '@varve/contract'

/** What the budget does with a piece of context: `essential` stays whole, `optional` goes first. */
export type ContextMark = 'essential' | 'optional'

/** What the composer holds for one chat and has not been sent. It lives as long as the tab. */
export interface Draft {
  readonly text: string
  /** Names and texts to bring along, in the order in which they were attached. */
  readonly attach: readonly Attachable[]
  /** What the `upload:` names among them are called. */
  readonly uploads?: readonly UploadView[]
  /** Web pictures, by address, that may be fetched for this message. Asked again after a reload. */
  readonly webImages?: readonly string[]
  /** In place of what the message seems to be about, as `pack/id`. */
  readonly areas?: readonly string[]
  /** In place of the places that the message names, as `US-CA`. */
  readonly jurisdictions?: readonly string[]
  /** Priorities of its attachments, by `attachableId`. */
  readonly marks?: { readonly [item: string]: ContextMark }
  /** Bounded extracts of non-recoverable texts may be sent with it. Asked again after a reload. */
  readonly allowExtracts?: true
  /** Notes of an imported chat that do not come along. */
  readonly leaveOut?: readonly string[]
  /** Passages that Varve found and that do not come along, by place; `beside` where others were pinned. */
  readonly passages?: Pick<PassagesRequest, 'leaveOut' | 'beside'>
  /** The note that was open when it was sent. */
  readonly active?: string
  /** Kept after a failed send, so that the same message sent again is recognised; any edit drops it. */
  readonly idempotencyKey?: string
}

export const EMPTY_DRAFT: Draft = { text: '', attach: [] }

export function isEmptyDraft(draft: Draft): boolean {
  return draft.text.trim() === '' && draft.attach.length === 0
}

export function withText(draft: Draft, text: string): Draft {
  return { text, attach: draft.attach, ...besides(draft) }
}

/** What was attached before is not attached again. */
export function withAttached(draft: Draft, item: Attachable, upload?: UploadView): Draft {
  if (draft.attach.some((other) => isSameAttachable(other, item))) return draft
  const uploads = [...(draft.uploads ?? []), ...(upload ? [upload] : [])]
  return {
    text: draft.text,
    attach: [...draft.attach, item],
    ...besides(draft),
    ...(uploads.length === 0 ? {} : { uploads }),
  }
}

export function withoutAttached(draft: Draft, item: Attachable): Draft {
  const left = withMark(draft, item, undefined)
  return { ...left, attach: draft.attach.filter((other) => !isSameAttachable(other, item)) }
}

/** Without a note that the imported chat offers. */
export function withLeftOut(draft: Draft, name: string): Draft {
  return { ...withText(draft, draft.text), leaveOut: [...(draft.leaveOut ?? []), name] }
}

/** Without a passage that Varve found. */
export function withoutPassage(draft: Draft, place: string): Draft {
  const leaveOut = [...(draft.passages?.leaveOut ?? []), place]
  return { ...withText(draft, draft.text), passages: { ...draft.passages, leaveOut } }
}

/** With a passage that Varve found attached for good; the others still come along. */
export function withPinned(draft: Draft, place: string): Draft {
  return { ...withAttached(draft, place), passages: { ...draft.passages, beside: true } }
}

/** The draft with another priority for an item; none for normal priority. */
export function withMark(draft: Draft, item: Attachable, mark: ContextMark | undefined): Draft {
  const { marks: _before, ...rest } = withText(draft, draft.text)
  const others = Object.entries(draft.marks ?? {}).filter(([id]) => id !== attachableId(item))
  const marks = Object.fromEntries([...others, ...(mark ? [[attachableId(item), mark] as const] : [])])
  return Object.keys(marks).length === 0 ? rest : { ...rest, marks }
}

/** What it brings along and could go without. */
export function optionalAttachables({
  attach,
  marks = {},
}: Pick<Draft, 'attach' | 'marks'>): readonly Attachable[] {
  return attach.filter((item) => marks[attachableId(item)] === 'optional')
}

/** With consent to extracts, or without. */
export function withExtracts(draft: Draft, allowed: boolean): Draft {
  const { allowExtracts: _before, ...rest } = withText(draft, draft.text)
  return allowed ? { ...rest, allowExtracts: true } : rest
}

/** Its attachments for a request. A priority mark follows the name. */
export function attachedAs({ attach, marks = {} }: Pick<Draft, 'attach' | 'marks'>): readonly Attachable[] {
  return attach.map((item) => {
    const mark = marks[attachableId(item)]
    const priority = mark ? { priority: mark } : {}
    if (typeof item !== 'string') return { ...item, ...priority }
    return mark || /[!?]$/.test(item) ? { kind: 'name', name: item, ...priority } : item
  })
}

/** With the pictures of the web that may be fetched for it; none takes consent back. */
export function withWebImages(draft: Draft, webImages: readonly string[]): Draft {
  const { webImages: _before, ...rest } = withText(draft, draft.text)
  return webImages.length === 0 ? rest : { ...rest, webImages }
}

/** With areas in place of those that are found. */
export function withAreas(draft: Draft, areas: readonly string[]): Draft {
  return { ...withText(draft, draft.text), areas }
}

/** With jurisdictions in place of those that it names. */
export function withJurisdictions(draft: Draft, jurisdictions: readonly string[]): Draft {
  return { ...withText(draft, draft.text), jurisdictions }
}

/** Whether all these pictures may be fetched: one that came since then was not agreed to. */
export function mayFetch({ webImages = [] }: Draft, addresses: readonly string[]): boolean {
  return addresses.length > 0 && addresses.every((address) => webImages.includes(address))
}

function isSameAttachable(a: Attachable, b: Attachable): boolean {
  return a === b || attachableId(a) === attachableId(b)
}

/** One text for each thing that can be attached, to tell it from the others of its draft. */
export function attachableId(item: Attachable): string {
  return typeof item === 'string' ? item : JSON.stringify(item)
}

/** A message that could not be sent returns to the composer, before anything typed since. */
export function restoreDraft(failed: Draft, typedMeanwhile: Draft): Draft {
  if (isEmptyDraft(typedMeanwhile)) return failed
  const uploads = [...(failed.uploads ?? []), ...(typedMeanwhile.uploads ?? [])]
  return {
    text: [failed.text, typedMeanwhile.text].filter((text) => text.trim() !== '').join('\n\n'),
    attach: typedMeanwhile.attach.reduce<Draft>(
      (draft, item) => withAttached(draft, item),
      withText(failed, ''),
    ).attach,
    ...besides(failed),
    ...(uploads.length === 0 ? {} : { uploads }),
  }
}

/** What `restoreDraft` laid behind a message, once that is sent after all; undefined where that was nothing. */
export function leftAfter(sent: Draft, now: Draft): Draft | undefined {
  const lead = `${sent.text}\n\n`
  if (!now.text.startsWith(lead)) return undefined
  const attach = now.attach.filter((item) => !sent.attach.some((other) => isSameAttachable(item, other)))
  return { text: now.text.slice(lead.length), attach, ...(now.uploads ? { uploads: now.uploads } : {}) }
}

/** Who is to answer, as a request names them. */
export function modelsOf(ids: readonly string[]): Pick<SendRequest, 'modelId' | 'modelIds'> {
  if (ids.length > 1) return { modelIds: ids }
  return ids[0] === undefined ? {} : { modelId: ids[0] }
}

type Beside =
  | 'uploads'
  | 'webImages'
  | 'areas'
  | 'jurisdictions'
  | 'marks'
  | 'allowExtracts'
  | 'leaveOut'
  | 'passages'

function besides({
  uploads,
  webImages,
  areas,
  jurisdictions,
  marks,
  allowExtracts,
  leaveOut,
  passages,
}: Draft): Pick<Draft, Beside> {
  return {
    ...(marks ? { marks } : {}),
    ...(allowExtracts ? { allowExtracts } : {}),
    ...(leaveOut ? { leaveOut } : {}),
    ...(passages ? { passages } : {}),
    ...(uploads ? { uploads } : {}),
    ...(webImages ? { webImages } : {}),
    ...(areas ? { areas } : {}),
    ...(jurisdictions ? { jurisdictions } : {}),
  }
}
