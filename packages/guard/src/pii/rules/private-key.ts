import type { Candidate } from '../finding.ts'
import { entropyOf } from './secret-value.ts'
import type { Rule } from './rule.ts'

const BEGIN = /-----BEGIN ((?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?)-----/g
/** As other programs write them: with blanks at the dashes, or a head and a sum instead of lines of dashes. */
const OTHERS =
  /---- BEGIN (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY ----\s[^-]{32,12000}---- END (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY ----|PuTTY-User-Key-File-\d: (?=[^\n]{1,60}\n)(?:[^\n]{0,100}\r?\n){4,200}?Private-MAC: [0-9a-f]{40,64}/g

export const privateKeyRule: Rule = {
  type: 'PRIVATE_KEY',
  version: 1,
  find: (text) => {
    const found: Candidate[] = []
    let from = 0
    for (const match of text.matchAll(BEGIN)) {
      if (match.index < from) continue
      const body = match.index + match[0].length
      const end = blockEnd(text, body, match[1] ?? '')
      if (end === undefined || end.bodyLength < 16) continue
      found.push({ start: match.index, end: end.end, confidence: 0.99 })
      from = end.end
    }
    for (const match of text.matchAll(OTHERS))
      if (countKeyCharacters(text, match.index, match.index + match[0].length) >= 16)
        found.push({ start: match.index, end: match.index + match[0].length, confidence: 0.99 })
    return found
  },
}

/** A key cut short ends with the last line that could be of it; the secret part is there all the same. */
function blockEnd(
  text: string,
  body: number,
  kind: string,
): { readonly end: number; readonly bodyLength: number } | undefined {
  const closing = `-----END ${kind}-----`
  const next = text.indexOf('-----', body)
  if (next >= 0 && text.startsWith(closing, next))
    return { end: next + closing.length, bodyLength: countKeyCharacters(text, body, next) }
  let end = body
  const limit = next < 0 ? text.length : next
  while (end < limit && /[A-Za-z0-9+/=\s\\:,.-]/.test(text[end] ?? '')) end += 1
  const trimmed = text.slice(body, end).trimEnd()
  return { end: body + trimmed.length, bodyLength: countKeyCharacters(text, body, body + trimmed.length) }
}

/** How many characters of a key there are; none where a filler stands in its place. */
function countKeyCharacters(text: string, start: number, end: number): number {
  const runs =
    text
      .slice(start, end)
      .replace(/\\[nr]/g, '\n')
      .match(/[A-Za-z0-9+/=]{12,}/g) ?? []
  const real = runs.filter((run) => /[a-z]/.test(run) && /[A-Z0-9+/]/.test(run) && entropyOf(run) > 2.5)
  return real.reduce((sum, run) => sum + run.length, 0)
}
