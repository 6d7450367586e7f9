import { isFieldName } from './inline-field.ts'
import {
  endLine,
  newLine,
  newScan,
  type Opening,
  type Scan,
  type ScanOptions,
  skipTo,
} from './inline-scan.ts'
import { parseMarkdownTarget, readDestination } from './markdown-link.ts'
import { readTag } from './read-tag.ts'
import { endOfCodeSpan, endOfComment, endOfHtml, endOfMath } from './skip-span.ts'
import { readWikiLink } from './wiki-link.ts'

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

/** Handles the character at a place and says where to go on. */
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

/** A `::` makes a field of the bracket or parenthesis that was opened last, if only a name stands between. */
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

/** `[label]: target` on a line of its own. */
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
