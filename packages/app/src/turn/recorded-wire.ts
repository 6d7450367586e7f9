import type { JsonObject, WireRequest } from '@varve/providers'
import type { InspectionView } from '../views.ts'

/** A request on the wire as it is kept. */
export interface RecordedWire extends Pick<WireRequest, 'protocol' | 'path' | 'losses'> {
  /** `json` gives the exact bytes when it is written again; else they are kept as text. */
  readonly body:
    | { readonly kind: 'json'; readonly json: JsonObject }
    | { readonly kind: 'text'; readonly text: string }
}

/** Names that mean something to how JSON is stored. */
const STORED_NAMES = /"\$(text|pages)"/

export function recordWire({ protocol, path, losses, body, bodyText }: WireRequest): RecordedWire {
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
  return { protocol, path, losses, bodyText: body.kind === 'json' ? JSON.stringify(body.json) : body.text }
}
