const LONGEST_NAME = 120
const NAME = /^(?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic} _/*~-]|\u200d|\ufe0f)+$/u
const BROKEN = /[[\]()`:\n]/
const HAS_NAME = /[\p{L}\p{N}\p{Extended_Pictographic}]/u

/** Whether what stands between a bracket and `::` is the name of a field. */
export function isFieldName(text: string, from: number, to: number): boolean {
  if (to - from > LONGEST_NAME) return false
  const name = text.slice(from, to)
  return HAS_NAME.test(name) && !BROKEN.test(name)
}

/** A whole line `name:: value`, the name perhaps marked bold or italic. */
export function fieldOfLine(
  text: string,
  { start, colons, end }: { readonly start: number; readonly colons: number; readonly end: number },
): { readonly name: string; readonly value: string } | undefined {
  if (colons - start > LONGEST_NAME) return undefined
  const written = text.slice(start, colons)
  if (!NAME.test(written)) return undefined
  const name = written.replace(/^[ *_~]+/u, '').replace(/(?<![ *_~])[ *_~]+$/u, '')
  return HAS_NAME.test(name) ? { name, value: text.slice(colons + 2, end).trim() } : undefined
}
