import type { JsonValue } from '@varve/engine'
import type { FrontMatter } from './parsed-note.ts'

/**
 * Tags of the front matter: `tags` or `tag`, a list or a text of them parted by commas or blanks. As in the text, a
 * tag is not a bare number.
 */
export function frontMatterTags({ values }: FrontMatter): readonly string[] {
  return namesIn(values, ['tags', 'tag'], /[\s,]+/u)
    .map((tag) => tag.replace(/^#+/u, '').normalize('NFC'))
    .filter((tag) => /[^\d]/u.test(tag))
}

/** Other names of a note: `aliases` or `alias`, a list or a text of them parted by commas. */
export function frontMatterAliases({ values }: FrontMatter): readonly string[] {
  return [...new Set(namesIn(values, ['aliases', 'alias'], /,/u))]
}

function namesIn(
  values: FrontMatter['values'],
  names: readonly string[],
  separator: RegExp,
): readonly string[] {
  const found: string[] = []
  for (const [name, value] of Object.entries(values)) {
    if (!names.includes(name.toLowerCase())) continue
    for (const text of textsOf(value)) found.push(...(Array.isArray(value) ? [text] : text.split(separator)))
  }
  return found.map((text) => text.trim()).filter((text) => text !== '')
}

function textsOf(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  return Array.isArray(value) ? value.flatMap(textsOf) : []
}
