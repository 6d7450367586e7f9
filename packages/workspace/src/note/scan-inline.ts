import {
  isFieldName,
  endLine,
  newLine,
  newScan,
  type Opening,
  type Scan,
  type ScanOptions,
  skipTo,
  type LinkTarget,
  readWikiLink,
  splitTarget,
} from './inline-scan.ts'
import { endOfCodeSpan, endOfComment, endOfHtml, endOfMath, indexAfter, type Lookahead } from './skip-span.ts'

const DEEPEST_PARENTHESES = 32

/** A scheme, or a host without one. */
const OUTSIDE = /^[A-Za-z][A-Za-z0-9+.-]*:|^\/\//

const WEB = /^https?:\/\//i

const ESCAPED = /\\([!-/:-@[-`{-~])/g

/** A tag may follow nothing, white space, or opening punctuation and emphasis. */
const BEFORE = /[\s(*~]/u

const BEYOND_ASCII = /[\p{L}\p{M}\p{N}\p{S}\p{Extended_Pictographic}\u200d]/u

const ASCII = /[A-Za-z0-9_/-]/

/** Nothing but these means anything in running text. */
const MARKS = /[\n\\`<[\]()#%$:]/

/** One pass over the text of a block, in time linear in its length: each character is looked at a bounded number of times. */
export function scanInline(text: string, options: ScanOptions): void {
  const first = text.search(MARKS)
  if (first === -1) return
  const scan = newScan(text, options)
  // Found by a pattern, which runs over the plain text between them several times as fast as a loop.
  const marks = new RegExp(MARKS, 'g')
  for (let at = first; ; ) {
    marks.lastIndex = step(scan, at, text.charCodeAt(at))
    const next = marks.exec(text)
    if (!next) break
    at = next.index
  }
  endLine(scan, text.length)
  if (scan.links.length > 1) scan.links.sort((left, right) => left.at - right.at)
  for (const { link } of scan.links) options.into.links.push(link)
}

/** Handles the character at a position and returns the next position. */
function step(scan: Scan, at: number, code: number): number {
  const { text, ahead } = scan
  switch (code) {
    case 10:
      return newLine(scan, at)
    case 92: // a backslash: what follows means nothing, unless it is a line end
      return text.charCodeAt(at + 1) === 10 ? at + 1 : at + 2
    case 96:
      return skipTo(scan, at, endOfCodeSpan(text, at, ahead))
    case 60:
      return skipTo(scan, at, endOfHtml(text, at, ahead))
    case 37:
      return skipTo(scan, at, endOfComment(text, at, ahead))
    case 36:
      return skipTo(scan, at, endOfMath(text, at, ahead))
    case 35:
      return tag(scan, at)
    case 58:
      return colon(scan, at)
    case 91:
      return openBracket(scan, at)
    case 93:
      return closeBracket(scan, at)
    case 40:
      scan.parentheses.push({ at, line: scan.line, nameEnd: -1 })
      return at + 1
    default:
      return closeField(scan, scan.parentheses.pop(), at)
  }
}

function tag({ text, options }: Scan, at: number): number {
  const found = readTag(text, at)
  if (!found) return at + 1
  if (found.tag !== undefined) options.into.tags.push(found.tag)
  return found.end
}

function colon(scan: Scan, at: number): number {
  const { text } = scan
  const next = text.charCodeAt(at + 1)
  if (next === 58) {
    if (scan.colons === -1) scan.colons = at
    nameField(scan, at)
    return at + 2
  }
  if (next !== 47 || text.charCodeAt(at + 2) !== 47) return at + 1
  // The rest of a bare address: a `#` or `(` in it begins nothing.
  let end = at + 3
  while (end < text.length && !/[\s<>()[\]`]/u.test(text.charAt(end))) end += 1
  return end
}

/** A `::` makes a field of the bracket or parenthesis that was opened last, if only a name is between. */
function nameField({ text, line, brackets, parentheses }: Scan, at: number): void {
  const bracket = brackets.at(-1)
  const parenthesis = parentheses.at(-1)
  const open = (bracket?.at ?? -1) > (parenthesis?.at ?? -1) ? bracket : parenthesis
  if (!open || open.line !== line || open.nameEnd !== -1) return
  if (isFieldName(text, open.at + 1, at)) open.nameEnd = at
}

function openBracket(scan: Scan, at: number): number {
  const { text, line } = scan
  if (text.charCodeAt(at + 1) === 91) {
    const embed = isEmbed(text, at)
    const found = readWikiLink(text, at)
    if (found.link) scan.links.push({ at, link: { form: 'wiki', embed, ...found.link, line } })
    if (found.end > at) return found.end
  }
  scan.brackets.push({ at, line, nameEnd: -1 })
  return at + 1
}

function isEmbed(text: string, bracket: number): boolean {
  return text.charCodeAt(bracket - 1) === 33 && text.charCodeAt(bracket - 2) !== 92
}

function closeBracket(scan: Scan, at: number): number {
  const { text } = scan
  const open = scan.brackets.pop()
  if (!open) return at + 1
  const next = text.charCodeAt(at + 1)
  if (next === 40) {
    const destination = readDestination(text, at + 2, scan.ahead)
    if (destination) {
      addMarkdownLink(scan, { open, label: text.slice(open.at + 1, at), target: destination.target })
      return skipTo(scan, at, destination.end)
    }
  }
  if (next === 58 && open.at === scan.lineStart && text.charCodeAt(open.at + 1) !== 94)
    definition(scan, open, at)
  return closeField(scan, open, at)
}

/** `[label]: target` on a separate line. */
function definition(scan: Scan, open: Opening, at: number): void {
  const { text } = scan
  const end = text.indexOf('\n', at)
  const [target] = text
    .slice(at + 2, end === -1 ? text.length : end)
    .trim()
    .split(/\s/u, 1)
  if (text.charCodeAt(at + 2) !== 32 || !target || !/[./#]/.test(target)) return
  const plain = target.startsWith('<') && target.endsWith('>') ? target.slice(1, -1) : target
  addMarkdownLink(scan, { open, label: text.slice(open.at + 1, at), target: plain })
}

function addMarkdownLink(scan: Scan, found: { open: Opening; label: string; target: string }): void {
  const { at, line } = found.open
  const embed = isEmbed(scan.text, at)
  const target = parseMarkdownTarget(found.target, embed)
  if (!target) return
  const alias = found.label === '' ? {} : { alias: found.label }
  scan.links.push({ at, link: { form: 'markdown', embed, ...target, ...alias, line } })
}

function closeField(scan: Scan, open: Opening | undefined, at: number): number {
  if (!open || open.nameEnd === -1 || open.line !== scan.line) return at + 1
  const { text, options } = scan
  const name = text.slice(open.at + 1, open.nameEnd).trim()
  options.into.fields.push({ name, value: text.slice(open.nameEnd + 2, at).trim(), line: open.line })
  scan.bracketField = true
  return at + 1
}

/**
 * The tag that a `#` begins, without it and in NFC; `tag` is absent where the characters are those of a tag but
 * make none, as in `#42`. Undefined where the `#` cannot begin one.
 */
function readTag(text: string, at: number): { readonly tag?: string; readonly end: number } | undefined {
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

/** Reads `target "title")` after `](`; undefined where it is no destination. */
function readDestination(
  text: string,
  from: number,
  ahead: Lookahead,
): { readonly target: string; readonly end: number } | undefined {
  const start = skipBlanks(text, from)
  const angled = text.charCodeAt(start) === 60
  const end = angled ? endOfAngled(text, start) : endOfBare(text, start)
  if (end === -1) return undefined
  const target = angled ? text.slice(start + 1, end - 1) : text.slice(start, end)
  let close = skipBlanks(text, end)
  if (close > end) close = skipBlanks(text, endOfTitle(text, close, ahead))
  return text.charCodeAt(close) === 41 ? { target, end: close + 1 } : undefined
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9 || text.charCodeAt(at) === 10) at += 1
  return at
}

function endOfAngled(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 62) return at + 1
    if (code === 60 || code === 10) return -1
    if (code === 92) at += 1
  }
  return -1
}

function endOfBare(text: string, start: number): number {
  let depth = 0
  let at = start
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code <= 32 || code === 127) break
    if (code === 92 && text.charCodeAt(at + 1) > 32) at += 1
    else if (code === 40 && ++depth > DEEPEST_PARENTHESES) return -1
    else if (code === 41 && --depth < 0) break
  }
  return depth > 0 ? -1 : at
}

function endOfTitle(text: string, at: number, ahead: Lookahead): number {
  const quote = text.charAt(at)
  if (quote !== '"' && quote !== "'" && quote !== '(') return at
  const close = indexAfter(text, quote === '(' ? ')' : quote, at + 1, ahead)
  return close === -1 ? at : close + 1
}

/** What a Markdown link leads to, decoded; undefined for an address outside the workspace, unless its picture is shown. */
function parseMarkdownTarget(written: string, embed: boolean): LinkTarget | undefined {
  if (written === '') return undefined
  if (OUTSIDE.test(written)) return embed && WEB.test(written) ? { target: written } : undefined
  // Only an unescaped `#` begins a heading: `%23` is part of a name, so the split comes before the decoding.
  const { target, heading, block } = splitTarget(
    written.includes('\\') ? written.replace(ESCAPED, '$1') : written,
  )
  if (target === '' && heading === undefined && block === undefined) return undefined
  return {
    target: decodePercent(target),
    ...(heading === undefined ? {} : { heading: decodePercent(heading) }),
    ...(block === undefined ? {} : { block: decodePercent(block) }),
  }
}

/** Percent signs that encode nothing stay. */
function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(/(?:%[0-9a-f]{2})+/giu, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })
}
