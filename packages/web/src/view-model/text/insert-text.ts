import type { TypedText } from '../composer/find-mention.ts'

/** The text with another put in at the caret, set off by a blank where it would run into a word. */
export function insertText(text: string, caret: number, added: string): TypedText {
  const before = text.slice(0, caret)
  const after = text.slice(caret)
  const lead = before === '' || /\s$/.test(before) ? '' : ' '
  const trail = after === '' || /^\s/.test(after) ? '' : ' '
  return { text: before + lead + added + trail + after, caret: caret + lead.length + added.length }
}
