/** Before a tag stands nothing, white space, or what opens or marks up text around it. */
const BEFORE = /[\s(*~]/u
const BEYOND_ASCII = /[\p{L}\p{M}\p{N}\p{S}\p{Extended_Pictographic}\u200d]/u
const ASCII = /[A-Za-z0-9_/-]/

/**
 * The tag that a `#` begins, without it and in NFC; `tag` is absent where the characters are those of a tag but
 * make none, as in `#42`. Undefined where the `#` cannot begin one.
 */
export function readTag(
  text: string,
  at: number,
): { readonly tag?: string; readonly end: number } | undefined {
  if (at > 0 && !BEFORE.test(text.charAt(at - 1))) return undefined
  let end = at + 1
  for (;;) {
    const length = tagCharacter(text, end)
    if (length === 0) break
    end += length
  }
  if (end === at + 1 || text.charCodeAt(end) === 35) return { end }
  const written = trimSlashes(text, at + 1, end)
  if (/^[0-9]*$/.test(written) || /^[/_-]*$/.test(written)) return { end }
  return { tag: written.normalize('NFC'), end }
}

function tagCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (Number.isNaN(code)) return 0
  if (code < 128) return ASCII.test(text.charAt(at)) ? 1 : 0
  const character = String.fromCodePoint(text.codePointAt(at) ?? code)
  return BEYOND_ASCII.test(character) ? character.length : 0
}

function trimSlashes(text: string, from: number, to: number): string {
  let start = from
  let end = to
  while (start < end && text.charCodeAt(start) === 47) start += 1
  while (end > start && text.charCodeAt(end - 1) === 47) end -= 1
  return text.slice(start, end)
}
