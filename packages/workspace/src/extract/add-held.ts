import { createArtifact, type Priority } from '@varve/engine'
import type { AttachRequest } from './attach-request.ts'
import type { ChatText, Extracting, Held, UploadedFile } from './extract-sources.ts'
import { extractBytes } from './extract-bytes.ts'

/** Another chat of this workspace, as one text: what may not be read of it may not be given in short either. */
export async function addChat(
  extracting: Extracting,
  { id, content: given }: Extract<AttachRequest, { kind: 'chat' }>,
  priority: Priority | undefined,
): Promise<void> {
  const held = await extracting.sources.findChat?.(id)
  const chat = heldHere<ChatText>(extracting, `chat:${id}`, held)
  if (!chat) return
  const { title, text } = chat
  const content = given ?? text
  extracting.into.add(createArtifact({ kind: 'chat', title, source: { name: id }, content, priority }))
}

/** A file that was dropped into the page or pasted, by its id. */
export async function addUpload(
  extracting: Extracting,
  id: string,
  priority: Priority | undefined,
): Promise<void> {
  const held = await extracting.sources.findUpload?.(id)
  const file = heldHere<UploadedFile>(extracting, `upload:${id}`, held)
  if (file) await extractBytes(extracting, { ...file, priority })
}

/** An id of another workspace is dropped and recorded, and nothing of it is read. */
function heldHere<Thing>(
  { into }: Extracting,
  subject: string,
  held: Held<Thing> | undefined,
): Thing | undefined {
  switch (held?.kind) {
    case 'found':
      return held.thing
    case 'foreign':
      into.lack('foreign', subject, `${subject} belongs to another workspace and was left out.`)
      return undefined
    case 'withheld':
      into.lack(
        'withheld',
        subject,
        `${subject} has drawn on files that stay on this machine and was left out.`,
      )
      return undefined
    default:
      into.lack('missing', subject, `${subject} is no longer there and was left out.`)
      return undefined
  }
}
