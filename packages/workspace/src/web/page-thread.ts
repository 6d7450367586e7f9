import { Defuddle } from 'defuddle/node'
import { parseHTML } from 'linkedom'
import { serveJob } from '../worker/serve-job.ts'
import type { PageAnswer, PageJob } from './page-protocol.ts'
import { isNestedDeeper } from './scan-html.ts'

const MOST_IMAGES = 200

await serveJob(async ({ html, url, nesting }: PageJob): Promise<PageAnswer> => {
  if (isNestedDeeper(html, nesting)) return { kind: 'too-deep' }
  let refusedRequests = 0
  const refuse = (): Promise<never> => {
    refusedRequests += 1
    return Promise.reject(new Error('No request is made while a page is read.'))
  }
  // The library asks other servers about some sites. Every request of the product goes through its guard instead.
  globalThis.fetch = refuse
  const { document } = parseHTML(html)
  dropInlineData(document)
  const found = await Defuddle(document, url, { separateMarkdown: true, useAsync: false, fetch: refuse })
  return {
    kind: 'article',
    title: found.title,
    markdown: (found.contentMarkdown ?? '').trim(),
    byline: found.author,
    published: found.published,
    images: imageAddresses(found.content, url),
    refusedRequests,
  }
})

/** Pictures inside the page, and links that would run something, are no text. */
function dropInlineData(document: Document): void {
  // Any attribute, since pictures that load late keep their address under many names.
  for (const element of document.querySelectorAll('img, source, picture, video, audio, embed, object'))
    for (const name of element.getAttributeNames())
      if (/^\s*data:/i.test((element.getAttribute(name) ?? '').slice(0, 100))) element.removeAttribute(name)
  for (const link of document.querySelectorAll('a[href]'))
    if (
      !/^\s*(?:https?:|mailto:|tel:|[/?#.]|[^:]*$)/i.test((link.getAttribute('href') ?? '').slice(0, 2_000))
    )
      link.removeAttribute('href')
}

function imageAddresses(content: string, base: string): readonly string[] {
  const { document } = parseHTML(`<!doctype html><html><body>${content}</body></html>`)
  const addresses = new Set<string>()
  for (const image of document.querySelectorAll('img[src]')) {
    const address = URL.parse(image.getAttribute('src') ?? '', base)
    if (address?.protocol === 'https:' || address?.protocol === 'http:') addresses.add(address.href)
    if (addresses.size === MOST_IMAGES) break
  }
  return [...addresses]
}
