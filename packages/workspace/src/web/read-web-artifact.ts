import type { Artifact } from '@varve/engine'
import { pdfArtifact } from '../document/pdf-artifact.ts'
import { readPdf } from '../document/read-pdf.ts'
import { readWebPage, type WebPdf } from './read-web-page.ts'
import { readYouTube } from './read-youtube.ts'
import { webArtifact } from './web-artifact.ts'
import type { WebDependencies } from './web-dependencies.ts'
import { type WebKind, webKind } from './web-kind.ts'

export interface WebArtifact {
  readonly artifact: Artifact
  readonly fromCache: boolean
  readonly warnings: readonly string[]
}

/** Whatever a web address gives, as an artifact: a page, a post, the transcript of a video, a PDF. */
export async function readWebArtifact(url: string, dependencies: WebDependencies): Promise<WebArtifact> {
  const kind = webKind(url)
  switch (kind) {
    case 'youtube': {
      const { page, fromCache, warnings } = await readYouTube(url, dependencies)
      return { artifact: webArtifact(page, kind), fromCache, warnings }
    }
    case 'url':
    case 'tweet':
      return readPageArtifact(url, kind, dependencies)
    default:
      return kind satisfies never
  }
}

async function readPageArtifact(
  url: string,
  kind: WebKind,
  dependencies: WebDependencies,
): Promise<WebArtifact> {
  const read = await readWebPage(url, dependencies)
  if (read.kind === 'pdf') return readPdfArtifact(read, kind, dependencies)
  return { artifact: webArtifact(read.page, kind), fromCache: read.fromCache, warnings: read.warnings }
}

async function readPdfArtifact(
  pdf: WebPdf,
  kind: WebKind,
  { signal }: WebDependencies,
): Promise<WebArtifact> {
  const text = await readPdf(pdf.bytes, { path: pdf.url, signal })
  // Rendered as a PDF of the workspace is; its name there is not part of the text.
  const { content } = pdfArtifact({ path: 'document.pdf', bytes: pdf.bytes, text })
  const title = text.title === undefined ? {} : { title: text.title }
  const page = await pdf.keep({ markdown: content, images: [], ...title })
  return { artifact: webArtifact(page, kind), fromCache: false, warnings: page.warnings }
}
