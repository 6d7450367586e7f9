import { hashText } from './hash.ts'
import type { ImageReference } from './artifact.ts'

/** A picture that was in a text as a `data:` URI. */
export interface LiftedImage {
  readonly reference: ImageReference
  /** As it was in the URI. */
  readonly base64: string
}

const OPENING = /data:(image\/[a-z0-9.+-]{1,40});base64,/gi
/** Less is no picture. */
const LEAST_CHARACTERS = 16

/**
 * Takes pictures out of a text and leaves a short marker for each: as text they would cost thousands of
 * tokens and say nothing. The hash of an artifact stays that of its original bytes. [L2-4]
 */
export function liftDataImages(text: string): {
  readonly text: string
  readonly images: readonly LiftedImage[]
} {
  if (!text.includes('data:image/') && !/data:image\//i.test(text)) return { text, images: [] }
  const images: LiftedImage[] = []
  const pieces: string[] = []
  let copied = 0
  for (const match of text.matchAll(OPENING)) {
    const from = match.index + match[0].length
    const end = base64End(text, from)
    if (match.index < copied || end - from < LEAST_CHARACTERS) continue
    const name = `inline-${images.length + 1}`
    const base64 = text.slice(from, paddedEnd(text, end))
    const reference = { hash: hashText(base64), mediaType: (match[1] ?? '').toLowerCase(), name }
    images.push({ reference, base64 })
    pieces.push(text.slice(copied, match.index), `${name} (${reference.mediaType}, lifted out)`)
    copied = from + base64.length
  }
  return { text: pieces.length === 0 ? text : [...pieces, text.slice(copied)].join(''), images }
}

/** Character by character: a pattern for millions of them runs out of stack. */
function base64End(text: string, from: number): number {
  let at = from
  while (isBase64(text.charCodeAt(at))) at += 1
  return at
}

function isBase64(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x2f && code <= 0x39) ||
    code === 0x2b
  )
}

function paddedEnd(text: string, end: number): number {
  if (text[end] !== '=') return end
  return text[end + 1] === '=' ? end + 2 : end + 1
}
