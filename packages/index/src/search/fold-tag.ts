import { fold } from '@varve/workspace/notes'

/** A tag as it is compared: lower case, without diacritics on Latin letters, without a leading `#` or a closing `/`. */
export function foldTag(tag: string): string {
  const bare = tag.startsWith('#') ? tag.slice(1) : tag
  return fold(bare.endsWith('/') ? bare.slice(0, -1) : bare)
}
