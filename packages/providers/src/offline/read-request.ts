import { type Message, type ParsedPiece, parseRendered } from '@varve/engine'
import type { OfflineRequest } from './context-document.ts'
import { RequestReader } from './request-reader.ts'

/**
 * Takes the question and the texts that may be quoted from a request, and from nothing else: what the
 * offline model answers from is what any other model would have been sent.
 */
export function readRequest(messages: readonly Message[]): OfflineRequest {
  const reader = new RequestReader()
  for (const { role, parts } of messages) {
    if (role !== 'system' && role !== 'user') continue
    // Parts carry the blank lines between them: only together are they the text that was rendered.
    const pieces = parseRendered(parts.map((part) => (part.kind === 'text' ? part.text : '')).join(''))
    reader.beginMessage()
    for (const piece of pieces) reader.read(piece)
    if (role === 'user') reader.endQuestion(questionOf(pieces))
  }
  return reader.request()
}

/** The user's own words stand last in a message. */
function questionOf(pieces: readonly ParsedPiece[]): string {
  const last = pieces.findLast((piece) => piece.kind === 'query' || piece.kind === 'text')
  const text = last?.kind === 'query' || last?.kind === 'text' ? last.text : ''
  return text.replace(/\n\n\[attached: [^\n]*\]$/, '')
}
