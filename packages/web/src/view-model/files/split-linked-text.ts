import { fencedLines } from './fenced-lines.ts'
import { splitLinkedLine } from './split-linked-line.ts'
import type { NotePiece } from './split-note-links.ts'

/**
 * A message as it was typed, in pieces that together are the message. Brackets that name no note stay as they are: they
 * may be code.
 */
export function splitLinkedText(text: string, isThere: (target: string) => boolean): readonly NotePiece[] {
  if (!text.includes('[[')) return [{ kind: 'text', text }]
  const lines = text.split('\n')
  const code = fencedLines(lines)
  return lines.flatMap((line, at): readonly NotePiece[] => [
    ...(at === 0 ? [] : [{ kind: 'text', text: '\n' } as const]),
    ...(code.has(at) ? [{ kind: 'text', text: line } as const] : splitLinkedLine(line)).map(
      (piece): NotePiece =>
        piece.kind === 'link' && !isThere(piece.target) ? { kind: 'text', text: piece.text } : piece,
    ),
  ])
}
