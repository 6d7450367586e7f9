import type { Priority } from '@varve/engine'
import type { Extracting } from './extract-sources.ts'

/** A page of the web as readable text, through the guarded fetch that was passed in. */
export async function addPage(
  { sources, into }: Extracting,
  url: string,
  priority: Priority | undefined,
): Promise<void> {
  if (!sources.readPage) {
    into.lack('no-consent', url, `${url} was not fetched: reading pages is switched off.`)
    return
  }
  const { artifact, warnings } = await sources.readPage(url)
  into.add(priority === undefined ? artifact : { ...artifact, priority })
  for (const warning of warnings) into.warn('stale', url, warning)
}
