const LONGEST = 200

/** The id of `^id` at the end of a block's text, at its very end and after white space. */
export function trailingBlockId(text: string): string | undefined {
  let at = text.length - 1
  const least = Math.max(0, text.length - LONGEST)
  while (at >= least && isIdCharacter(text.charCodeAt(at))) at -= 1
  if (at < least || at === text.length - 1 || text.charCodeAt(at) !== 94) return undefined
  return at === 0 || isBlank(text.charCodeAt(at - 1)) ? text.slice(at + 1) : undefined
}

function isIdCharacter(code: number): boolean {
  return (
    (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 45
  )
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10
}
