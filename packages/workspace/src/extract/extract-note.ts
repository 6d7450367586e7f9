import { createArtifact } from '@varve/engine'
import { liftDataImages } from '@varve/engine/internal'
import type { StoredFile } from '../file-store/file-store.ts'
import { distanceOf } from './extraction.ts'
import { admit, checkRoom } from './admit.ts'
import { type Embed, leftBehind, readShown } from './read-shown.ts'
import { addQueries } from './add-queries.ts'
import { decodeText } from '../folder/decode-text.ts'
import type { Brought, Extracting, Standing } from './extract-sources.ts'
import { parseAttached } from './read-attached.ts'
import type { ParsedNote } from '../note/parsed-note.ts'
import { DETAILS_START } from '../chat-file/print-chat-file.ts'

/** A text as it was added, and the files that it embeds, which are not read yet. */
export interface ExtractedText extends Brought {
  readonly embeds: readonly Embed[]
}

/** A note, what its queries give, and its pictures. */
export async function extractNote(
  extracting: Extracting,
  file: StoredFile,
  standing: Standing,
): Promise<ExtractedText> {
  const { path, contentHash } = file
  const { into } = extracting
  const { role, priority, isListed } = standing
  const text = decodeText(file)
  const parsed = await parseAttached(extracting.sources, { path, contentHash, text })
  admit(extracting, path, parsed, standing)
  const lifted = liftDataImages(withoutDetails(text, parsed))
  const content = lifted.text
  checkRoom(path, content.length, standing)
  const { images, metadata, embeds } = await readShown(extracting, {
    path,
    parsed,
    lifted: lifted.images,
    standing,
  })
  const artifact = createArtifact({
    kind: 'note',
    source: { path },
    content,
    contentHash,
    images,
    metadata,
    role,
    priority,
  })
  into.add(artifact, distanceOf(standing))
  const brought = { characters: content.length, embeds }
  if (isListed)
    return into.isOnlyListed(artifact.key)
      ? { ...brought, leftBehind: await leftBehind(extracting, path, parsed) }
      : brought
  await addQueries(extracting, { path, parsed, standing })
  return brought
}

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
