import { createArtifact, hashBytes, liftDataImages, type Priority } from '@varve/engine'
import { pdfArtifact, pdfWarnings } from '../document/pdf-artifact.ts'
import { readPdf } from '../document/read-pdf.ts'
import { fileKind } from '../file-kind.ts'
import { WorkspaceError } from '../workspace-error.ts'
import { admit } from './admit.ts'
import { decodeText } from './decode-text.ts'
import type { Extracting, UploadedFile } from './extract-sources.ts'
import { keepInlinePictures } from './keep-inline-pictures.ts'
import { parseAttached } from './read-attached.ts'
import { fitPicture, keepPicture } from './read-picture.ts'

/**
 * A file from outside the workspace: its key is its content, and nobody can give it again. A picture is
 * no artifact; it comes with the message.
 */
export async function extractBytes(
  extracting: Extracting,
  { name, bytes, priority }: UploadedFile & { readonly priority: Priority | undefined },
): Promise<void> {
  const base = {
    kind: 'upload',
    title: name,
    source: { name },
    contentHash: hashBytes(bytes),
    priority,
  } as const
  const kind = fileKind(name)
  switch (kind) {
    case 'image':
      extracting.into.addImage(
        keepPicture(extracting, name, await fitPicture(extracting, { path: name, bytes })),
      )
      break
    case 'pdf': {
      const text = await extracting.sources.memo.recall(base.contentHash, `pdf ${name}`, () =>
        readPdf(bytes, { path: name }),
      )
      const { content, metadata } = pdfArtifact({ path: name, bytes, text })
      extracting.into.add(createArtifact({ ...base, content, metadata }))
      for (const warning of pdfWarnings(text)) extracting.into.warn('left-out', name, `${name}: ${warning}`)
      break
    }
    case 'note':
    case 'file': {
      const text = decodeText({ path: name, bytes })
      if (kind === 'note') {
        const { contentHash } = base
        const parsed = await parseAttached(extracting.sources, { path: name, contentHash, text })
        admit(extracting, name, parsed, { depth: 0 })
      }
      const lifted = liftDataImages(text)
      const images = await keepInlinePictures(extracting, name, lifted.images)
      for (const image of images) extracting.into.addImage(image)
      extracting.into.add(createArtifact({ ...base, content: lifted.text }))
      break
    }
    case undefined:
      throw new WorkspaceError(
        'not-text',
        name,
        `"${name}" is a file that Varve cannot read; text, PDFs and images can be added.`,
      )
    default:
      kind satisfies never
  }
}
