import { type Hash, hashText } from '@varve/engine/internal'
import type { JsonObject, WireRequest } from '@varve/providers'
import type { InspectionView } from '@varve/contract'

/** A request on the wire as it is kept. */
export interface RecordedWire extends Pick<WireRequest, 'protocol' | 'path' | 'losses'> {
  /** `json` gives the exact bytes when it is written again; else they are kept as text. */
  readonly body:
    | { readonly kind: 'json'; readonly json: JsonObject }
    | { readonly kind: 'text'; readonly text: string }
    /** Too long to be kept: how long it was, and what its bytes hash to. */
    | { readonly kind: 'left-out'; readonly characters: number; readonly hash: Hash }
}

/** A longer body is recorded by size and hash. Texts shared with other requests are stored once. */
const MOST_BODY_CHARACTERS = 32_000_000

/** Names that mean something to how JSON is stored. */
const STORED_NAMES = /"\$(text|pages)"/

export function recordWire(
  { protocol, path, losses, body, bodyText }: WireRequest,
  most = MOST_BODY_CHARACTERS,
): RecordedWire {
  if (bodyText.length > most) {
    const leftOut = { kind: 'left-out', characters: bodyText.length, hash: hashText(bodyText) } as const
    return { protocol, path, losses, body: leftOut }
  }
  const isExact = !STORED_NAMES.test(bodyText) && JSON.stringify(body) === bodyText
  return {
    protocol,
    path,
    losses,
    body: isExact ? { kind: 'json', json: body } : { kind: 'text', text: bodyText },
  }
}

/** The request as it went out, byte for byte. */
export function readWire({
  protocol,
  path,
  losses,
  body,
}: RecordedWire): NonNullable<InspectionView['wire']> {
  const about = { protocol, path, losses }
  switch (body.kind) {
    case 'json':
      return { ...about, bodyText: JSON.stringify(body.json) }
    case 'text':
      return { ...about, bodyText: body.text }
    case 'left-out':
      return { ...about, bodyText: '', leftOut: { characters: body.characters, hash: body.hash } }
    default:
      return body satisfies never
  }
}
