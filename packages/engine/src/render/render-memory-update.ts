import { structuredPatch } from 'diff'
import { renderBody } from './render-block.ts'
import { TAGS } from './tag-registry.ts'

const MAXIMUM_EDITS = 1000

/** The lines of the user memory that changed inside an epoch; '' when none did. [P-4] */
export function renderMemoryUpdate(before: string, after: string): string {
  const lines = changedLines(before, after)
  return lines.length === 0 ? '' : renderBody(TAGS.piece.memory, lines.join('\n'))
}

function changedLines(before: string, after: string): readonly string[] {
  const patch = structuredPatch('', '', endLine(before), endLine(after), undefined, undefined, {
    context: 0,
    maxEditLength: MAXIMUM_EDITS,
  })
  if (patch) return patch.hunks.flatMap((hunk) => hunk.lines).map(spaceSign)
  return [
    ...splitLines(before).map((line) => `-${line}`),
    ...splitLines(after).map((line) => `+${line}`),
  ].map(spaceSign)
}

/** A final newline more or less is no change of what is remembered. */
function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

function splitLines(text: string): string[] {
  return endLine(text).split('\n').slice(0, -1)
}

function spaceSign(line: string): string {
  return line.length === 1 ? line : `${line.charAt(0)} ${line.slice(1)}`
}
