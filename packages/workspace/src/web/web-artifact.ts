import { type Artifact, createArtifact } from '@varve/engine'
import type { CachedPage } from './web-cache.ts'
import { type WebKind, webKind } from './web-kind.ts'

/** A page as an artifact, under the address that the user named and not where it led. */
export function webArtifact(page: CachedPage, kind: WebKind = webKind(page.url)): Artifact {
  const { url, finalUrl, title, byline, published, images, markdown } = page
  return createArtifact({
    kind,
    source: { url },
    title: title === undefined || title.trim() === '' ? undefined : title,
    content: markdown,
    metadata: {
      ...(finalUrl === url ? {} : { finalUrl }),
      ...(byline === undefined ? {} : { byline }),
      ...(published === undefined ? {} : { published }),
      ...(images.length === 0 ? {} : { images }),
    },
  })
}
