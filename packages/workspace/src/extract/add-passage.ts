import { createArtifact, liftDataImages } from '@varve/engine'
import { fileKind } from '../file-kind.ts'
import { parseNote } from '../note/parse-note.ts'
import { admit } from './admit.ts'
import type { AttachRequest } from './attach-request.ts'
import { decodeText } from './decode-text.ts'
import type { Extracting } from './extract-sources.ts'
import { keepInlinePictures } from './keep-inline-pictures.ts'

/** A passage as the user marked it: immutable, never a version of another. */
export async function addPassage(
  extracting: Extracting,
  { path, lines, content, priority }: Extract<AttachRequest, { kind: 'selection' }>,
): Promise<void> {
  const file = await extracting.sources.readFile(path)
  const isNote = fileKind(path) === 'note'
  admit(extracting, file.path, isNote ? parseNote(decodeText(file)) : undefined, { depth: 0 })
  const lifted = liftDataImages(content)
  keepInlinePictures(extracting, lifted.images)
  extracting.into.add(
    createArtifact({
      kind: 'selection',
      source: { path, lines },
      content: lifted.text,
      images: lifted.images.map(({ reference }) => reference),
      priority,
    }),
  )
}

export function addPaste(
  extracting: Extracting,
  { content, priority }: Extract<AttachRequest, { kind: 'paste' }>,
): void {
  const lifted = liftDataImages(content)
  keepInlinePictures(extracting, lifted.images)
  for (const { reference } of lifted.images) extracting.into.addImage(reference)
  extracting.into.add(createArtifact({ kind: 'paste', content: lifted.text, priority }))
}
