const MARKUP = /[*~`]/g

/** The name by which a query can ask for a field: lower case, blanks as dashes, other signs left out. */
export function fieldName(written: string): string {
  return written
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Join_Control}_-]/gu, '')
}

/** The name without the signs that make it bold in a note. An underscore is part of a name. */
export function plainFieldName(written: string): string {
  return written.replace(MARKUP, '').trim()
}
