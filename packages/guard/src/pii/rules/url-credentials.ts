import type { Candidate } from '../finding.ts'
import type { Rule } from './rule.ts'

const LONGEST = 256
/** What documentation writes where a reader's own goes. */
const FILLER =
  /^(?:user(?:name)?:pass(?:word)?|<[^>]*>:<[^>]*>|\$\{?\w+\}?:\$\{?\w+\}?|\{+\w+\}+:\{+\w+\}+|%\w+%?:%\w+%?|x+:x+|\*+:\*+|USER(?:NAME)?:PASS(?:WORD)?|\[[^\]]*\]:\[[^\]]*\])$/

/** Signs that ought to have been escaped: a domain before the name, slashes and the like in the password. */
const UNESCAPED =
  /(?<=[a-z0-9]:\/\/)(?:[\w.-]{1,32}\\{1,2}[\w.-]{1,32}:[^\s@/"'`<>]{1,64}|[\w.+%-]{1,64}:(?!\d{1,5}[/?#])[^\s@/?#"'`<>\\]{0,64}[/?#][^\s@"'`<>\\]{0,64})(?=@[\p{L}\p{N}[][\p{L}\p{N}.:[\]-]{0,120}(?:[/?"'`\s,;)]|$))/giu
/** `jdbc:oracle:thin:name/password@host`. */
const THIN = /(?<=\bjdbc:oracle:(?:thin|oci\d?):)[\w$.-]{1,32}\/[^\s@/"'`]{2,64}(?=@)/gi

export const urlCredentialsRule: Rule = {
  type: 'URL_CREDENTIALS',
  version: 1,
  find: (text) => {
    const found: Candidate[] = []
    for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
      if (!/[a-z0-9]/i.test(text[at - 1] ?? '')) continue
      const start = at + 3
      const end = authorityEnd(text, start)
      const sign = text.slice(start, end).lastIndexOf('@')
      if (sign < 3) continue
      const value = text.slice(start, start + sign)
      const colon = value.indexOf(':')
      if (colon < 0 || colon === value.length - 1 || FILLER.test(value)) continue
      if (isTemplate(value.slice(colon + 1)) || !/[\p{L}\p{N}[]/u.test(text[start + sign + 1] ?? '')) continue
      found.push({ start, end: start + sign, confidence: 0.97 })
    }
    for (const form of [UNESCAPED, THIN])
      for (const match of text.matchAll(form))
        if (!isTemplate(match[0].slice(match[0].search(/[:/]/) + 1)) && !FILLER.test(match[0]))
          found.push({ start: match.index, end: match.index + match[0].length, confidence: 0.9 })
    return found
  },
}

function authorityEnd(text: string, start: number): number {
  let end = start
  while (end < text.length && end - start < LONGEST && !/[\s/?#"'`<>\\|]/.test(text[end] ?? '')) end += 1
  return end
}

/** A variable, a mask or a slot stands where the password would. */
function isTemplate(password: string): boolean {
  return /^(?:\$\{[^}]*\}?|\$\w+|\{+[^}]*\}+|%[^%]*%|\*+|x{3,}|X{3,}|\.{3}|…|pass(?:word)?|PASS(?:WORD)?|\[[^\]]*\]|redacted|REDACTED|xxx+)$/.test(
    password,
  )
}
