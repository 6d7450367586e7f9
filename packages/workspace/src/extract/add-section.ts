import { createArtifact } from '@varve/engine'
import type { StoredFile } from '../file-store/file-store.ts'
import { sliceByTarget } from '../link/slice-by-target.ts'
import { parseNote } from '../note/parse-note.ts'
import { WorkspaceError } from '../workspace-error.ts'
import { admit } from './admit.ts'
import { decodeText } from './decode-text.ts'
import type { Extracting, Standing } from './extract-sources.ts'

interface SectionOf {
  readonly file: StoredFile
  /** A heading, or `^` and the id of a block. */
  readonly section: string
  readonly standing: Standing
}

/** A section or a block of a note, as a passage: it is what was meant, whatever the note becomes. */
export function addSection(extracting: Extracting, { file, section, standing }: SectionOf): number {
  const { path } = file
  const text = decodeText(file)
  const parsed = parseNote(text)
  admit(extracting, path, parsed, standing)
  const target = section.startsWith('^') ? { block: section.slice(1) } : { heading: section }
  const slice = sliceByTarget(text, parsed, target)
  const title = `${path}#${section}`
  if (!slice) throw new WorkspaceError('not-found', path, `"${title}" is not there and was left out.`)
  const { lines, text: content } = slice
  const { priority } = standing
  extracting.into.add(
    createArtifact({ kind: 'selection', title, source: { path, lines }, content, priority }),
  )
  return content.length
}
