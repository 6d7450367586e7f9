import type { Candidate } from '../finding.ts'
import type { ScanTools } from '../text-index/scan-tools.ts'
import type { Rule } from './rule.ts'
import { isPlaceholderValue } from './secret-value.ts'

const SHORTEST = 4
const LONGEST = 128
/** A sign as in settings, or a verb as in prose; with quotes where there are any. */
const SIGN =
  /^["'`\])]{0,2}(?:\s{0,3}\([^()\n]{1,40}\))?\s{0,3}(?:=>|:=|->|[:=|\uff1a])\s{0,3}(["'`\u201c\u00ab]?)\s?/
const VERB =
  /^(?:\s(?:for|to|of|on|du|de|del|der|fur|pour|para|per|voor|la|le|el|das|den|die|il|do|da|dla|na)\s[\p{L}\p{N} '._-]{1,40}?)?\s(?:is now|is still|is|was|ist|lautet|est|es|e|è|era|jest|to|reset to|set to|are|=|becomes|será|será|remains)\s{1,2}(?:now |still |changed to |actually |just |set to )?(["'`\u201c\u00ab]?)\s?/iu
const OPTION = /^[ =](["'`]?)/
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '\u201c': '\u201d',
  '\u00ab': '\u00bb',
}

export const passwordRule: Rule = {
  type: 'PASSWORD',
  version: 1,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const label of tools.labels) {
      if (!label.about.includes('password')) continue
      const candidate = readBehind(text, label.start, label.end)
      if (candidate) found.push(candidate)
    }
    return [...found, ...findInColumns(text, tools)]
  },
}

function readBehind(text: string, labelStart: number, labelEnd: number): Candidate | undefined {
  const around = text.slice(labelEnd, labelEnd + LONGEST + 60)
  const isOption = /--?$/.test(text.slice(Math.max(0, labelStart - 2), labelStart))
  const sign = SIGN.exec(around) ?? (isOption ? OPTION.exec(around) : null)
  const verb = sign ? null : VERB.exec(around)
  const lead = sign ?? verb
  if (!lead) return undefined
  const quote = lead[1] ?? ''
  const value = readValue(around.slice(lead[0].length), quote)
  if (
    value === undefined ||
    !isPassword(value, quote !== '', sign !== null, around.slice(lead[0].length + value.length))
  )
    return undefined
  const start = labelEnd + lead[0].length
  return { start, end: start + value.length, confidence: sign ? 0.85 : 0.75 }
}

function readValue(rest: string, quote: string): string | undefined {
  if (quote !== '') {
    const end = rest.indexOf(CLOSING[quote] ?? quote)
    return end > 0 && end <= LONGEST ? rest.slice(0, end).trimEnd() : undefined
  }
  const raw = /^[^\s"'`<>|,;\\]{1,128}/.exec(rest)?.[0] ?? ''
  // A full stop, a closing bracket or a question mark after it belongs to the sentence.
  const trimmed = raw.replace(/[.,;:?)\]}*]+$/, '')
  return trimmed === '' ? undefined : raw.endsWith('!') ? raw : trimmed
}

function isPassword(value: string, isQuoted: boolean, hasSign: boolean, after: string): boolean {
  if (value.length < SHORTEST || value.includes('\n') || isPlaceholderValue(value)) return false
  if (/^(?:https?|file|s3):\/\//.test(value) || /^[A-Za-z_]\w*(?:\.\w+)+\(?/.test(value)) return false
  const isPlainWord = /^[\p{L}'’-]+$/u.test(value)
  if (!isPlainWord)
    return !(/^\(/.test(after) || (/^\d+$/.test(value) && !isQuoted && /^\s+\p{L}/u.test(after)))
  if (isQuoted) return !/\s/.test(value) || hasSign
  // Prose goes on: "password: must be at least …", "the password is wrong".
  return (
    hasSign &&
    !/^\s+\p{L}|^\(|^\s*[=({[]/u.test(after) &&
    !/^(?:required|incorrect|invalid|wrong|missing|expired|reset|failed|mismatch|forgotten|accepted|correct|changed|protected)$/i.test(
      value,
    )
  )
}

/** Values below a heading such as "password". */
function findInColumns(text: string, tools: ScanTools): readonly Candidate[] {
  const found: Candidate[] = []
  for (const { start, end } of tools.cellsUnder('password')) {
    const raw = text.slice(start, end)
    const value = raw.trim().replace(/^["'`]|["'`]$/g, '')
    if (value === '' || /\s/.test(value) || !isPassword(value, true, true, '')) continue
    const at = start + raw.indexOf(value)
    found.push({ start: at, end: at + value.length, confidence: 0.8 })
  }
  return found
}
