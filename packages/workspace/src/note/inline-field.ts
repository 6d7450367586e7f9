const LONGEST_NAME = 120
const NAME = /^(?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic} _/*~-]|\u200d|\ufe0f)+$/u
const HAS_NAME = /[\p{L}\p{N}\p{Extended_Pictographic}]/u

/** Where the name of `[name:: value]` ends, that is the place of `::`; -1 where no field begins. */
export function fieldNameAfter(text: string, from: number): number {
  const most = Math.min(text.length, from + LONGEST_NAME)
  for (let at = from; at < most; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 58) return isField(text, from, at) ? at : -1
    if (code === 10 || code === 91 || code === 93 || code === 40 || code === 41 || code === 96) return -1
  }
  return -1
}

function isField(text: string, from: number, colon: number): boolean {
  return text.charCodeAt(colon + 1) === 58 && HAS_NAME.test(text.slice(from, colon))
}

/** A whole line `name:: value`, the name perhaps marked bold or italic. */
export function fieldOfLine(
  text: string,
  { start, colons, end }: { readonly start: number; readonly colons: number; readonly end: number },
): { readonly name: string; readonly value: string } | undefined {
  if (colons - start > LONGEST_NAME) return undefined
  const written = text.slice(start, colons)
  if (!NAME.test(written)) return undefined
  const name = written.replace(/^[ *_~]+/u, '').replace(/[ *_~]+$/u, '')
  return HAS_NAME.test(name) ? { name, value: text.slice(colons + 2, end).trim() } : undefined
}
