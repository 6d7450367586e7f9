import type { SplitNote } from '../view-model/split-front-matter.ts'

/** A note whose first heading is its title says it once: the head already shows it. */
export function withoutTitle(note: SplitNote, title: string): SplitNote {
  const match = /^(?:[ \t]*\r?\n)*#[ \t]+(.*?)[ \t]*#*[ \t]*(?:\r?\n|$)/.exec(note.body)
  if (match?.[1]?.trim() !== title.trim()) return note
  const lines = match[0].split('\n').length - 1
  return { ...note, body: note.body.slice(match[0].length), linesBefore: note.linesBefore + lines }
}
