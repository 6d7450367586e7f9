const LINK =
  /!?\[([^\][]{1,500})\]\([^()\s]{0,1000}(?:\([^()\s]{0,500}\)[^()\s]{0,500})?(?:\s[^()]{0,500})?\)/g
const WIKI_LINK = /!?\[\[([^\][|]{1,500})(?:\|([^\][]{1,500}))?\]\]/g

/** A heading as it is read: the words of its links without where they lead. */
export function headingWords(heading: string): string {
  if (!heading.includes('[')) return heading
  return heading
    .replaceAll(WIKI_LINK, (_link, target: string, alias?: string) => alias ?? target)
    .replaceAll(LINK, '$1')
}
