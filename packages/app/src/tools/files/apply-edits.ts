import { AppError } from '../../app-error.ts'
import { wholePart } from './show-lines.ts'
import { hasOnlyCrlf } from './text-lines.ts'

export interface Edit {
  /** Text that is in the file once, exactly. */
  readonly old: string
  readonly new: string
}

interface Place {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly number: number
}

/**
 * Replaces passages of a text, all of them or none. Each is found in the original, exactly and once; everything
 * around them stays byte for byte. In a text whose lines all end with CRLF, edits without any are read as if they
 * ended so, since a model does not see them.
 */
export function applyEdits(original: string, edits: readonly Edit[]): string {
  const isCrlf = hasOnlyCrlf(original)
  const places = edits
    .map((edit, index) => locate(original, adapt(edit, isCrlf), index + 1))
    .sort((a, b) => a.start - b.start)
  const pieces: string[] = []
  let at = 0
  let previous = 0
  for (const { start, end, text, number } of places) {
    if (start < at) refuse(`edits ${previous} and ${number} overlap; make one edit of them`)
    pieces.push(original.slice(at, start), text)
    at = end
    previous = number
  }
  return [...pieces, original.slice(at)].join('')
}

function adapt(edit: Edit, isCrlf: boolean): Edit {
  if (!isCrlf || edit.old.includes('\r') || edit.new.includes('\r')) return edit
  return { old: edit.old.replaceAll('\n', '\r\n'), new: edit.new.replaceAll('\n', '\r\n') }
}

function locate(original: string, edit: Edit, number: number): Place {
  const { old } = edit
  if (old === '') refuse(`edit ${number} has no old text; name the text that it replaces`)
  if (!old.isWellFormed() || !edit.new.isWellFormed()) refuse(`edit ${number} is not valid Unicode`)
  if (old === edit.new) refuse(`edit ${number} changes nothing`)
  const start = original.indexOf(old)
  if (start < 0)
    refuse(
      `the old text of edit ${number} is not in the file: ${quote(old)}. Read the file and copy it exactly`,
    )
  // From the next character on: copies that overlap are copies, too.
  const again = original.indexOf(old, start + 1)
  if (again >= 0)
    refuse(
      `the old text of edit ${number} stands in lines ${lineAt(original, start)} and ${lineAt(original, again)}: ${quote(old)}. Add lines around it`,
    )
  return { start, end: start + old.length, text: edit.new, number }
}

function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}

function quote(text: string): string {
  const shown = wholePart(text, 80)
  return `${JSON.stringify(shown)}${shown.length < text.length ? '…' : ''}`
}

function refuse(why: string): never {
  throw new AppError('message-invalid', `Nothing was written: ${why}.`)
}
