import type { ParsedNote } from '../note/parsed-note.ts'
import { DETAILS_START } from './print-chat-file.ts'

/**
 * A chat file as it reads: without the comments that are for Varve, which can be longer than the chat. Its lines stay
 * where they are. Any other note is left alone.
 */
export function withoutDetails(text: string, { frontMatter }: Pick<ParsedNote, 'frontMatter'>): string {
  if (typeof frontMatter.values['varve'] !== 'number') return text
  // A line of a message that begins like one has a backslash before it.
  return text
    .split('\n')
    .map((line) => (line.startsWith(DETAILS_START) ? '' : line))
    .join('\n')
}
