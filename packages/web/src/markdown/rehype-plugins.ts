import type { Element, ElementContent, Root, Text } from 'hast'
import { type Direction, directionOf } from '../view-model/text/text.ts'
import { type NotePiece, splitNoteLinks } from '../view-model/files/note-text.ts'
import { t } from '../i18n/t.ts'

/** Cells go with their table: a column keeps its side. */
const BLOCKS: ReadonlySet<string> = new Set('p h1 h2 h3 h4 h5 h6 ul ol li blockquote div table'.split(' '))

/** Each block gets the direction of its own first letter; only a block that differs from its parent states it. */
export function rehypeDirection() {
  return (tree: Root): void => direct(tree, 'ltr')
}

function direct(parent: Root | Element, inherited: Direction): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    const own = BLOCKS.has(child.tagName) ? (firstDirection(child) ?? inherited) : inherited
    if (own !== inherited) child.properties['dir'] = own
    direct(child, own)
  }
}

function firstDirection(element: Element): Direction | undefined {
  // Code is read from the left whatever is written around it.
  if (element.tagName === 'code') return undefined
  for (const child of element.children) {
    const found =
      child.type === 'text'
        ? directionOf(child.value)
        : child.type === 'element'
          ? firstDirection(child)
          : undefined
    if (found) return found
  }
  return undefined
}

/** The highest heading level for content: above it are the bar, and the title of a note or the speaker. */
const FIRST = 3
const LAST = 6

/** Ranks of headings without gaps, whatever a text begins with; how each was written says how it looks. */
export function rehypeHeadings() {
  return (tree: Root): void => {
    const headings = headingsIn(tree)
    const top = Math.min(...headings.map(rankOf))
    let before = FIRST - 1
    for (const heading of headings) {
      const rank = rankOf(heading)
      before = Math.min(FIRST + rank - top, before + 1, LAST)
      heading.tagName = `h${before}`
      heading.properties['dataRank'] = String(rank)
    }
  }
}

function headingsIn(parent: Root | Element): readonly Element[] {
  return parent.children.flatMap((child): readonly Element[] => {
    if (child.type !== 'element') return []
    return /^h[1-6]$/.test(child.tagName) ? [child] : headingsIn(child)
  })
}

function rankOf({ tagName }: Element): number {
  return Number(tagName.slice(1))
}

/** Carries what was written to the component that draws it. */
const NOTE_LINK_ATTRIBUTE = 'dataNoteLink'

const UNTOUCHED: ReadonlySet<string> = new Set(['code', 'pre', 'a'])

/** Makes `[[links]]`, and in notes `#tags`, elements of their own. Code and links of the web stay as they are. */
export function rehypeNoteLinks(options: { readonly tags: boolean }) {
  return (tree: Root): void => mark(tree, options)
}

function mark(parent: Root | Element, options: { readonly tags: boolean }): void {
  if (parent.type === 'element' && UNTOUCHED.has(parent.tagName)) return
  parent.children = (parent.children as ElementContent[]).flatMap((child) => {
    if (child.type === 'element') mark(child, options)
    return child.type === 'text' ? splitNoteLinks(child.value, options).map(pieceElement) : [child]
  })
}

function pieceElement(piece: NotePiece): ElementContent {
  if (piece.kind === 'text') return { type: 'text', value: piece.text }
  return {
    type: 'element',
    tagName: 'span',
    properties: { [NOTE_LINK_ATTRIBUTE]: piece.text },
    children: [{ type: 'text', value: piece.text }],
  }
}

/** Makes an embed that has its paragraph or list item to itself a block. After the links are elements. */
export function rehypeEmbeds() {
  return (tree: Root): void => liftEmbeds(tree)
}

function liftEmbeds(parent: Root | Element): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    if ((child.tagName === 'p' || child.tagName === 'li') && child.children.every(isEmbedOrGap)) {
      if (child.tagName === 'p') child.tagName = 'div'
      for (const each of child.children) if (each.type === 'element' && isEmbed(each)) each.tagName = 'div'
    }
    liftEmbeds(child)
  }
}

function isEmbedOrGap(child: ElementContent): boolean {
  if (child.type === 'element') return child.tagName === 'br' || isEmbed(child)
  return child.type === 'text' && child.value.trim() === ''
}

function isEmbed({ properties }: Element): boolean {
  return String(properties[NOTE_LINK_ATTRIBUTE] ?? '').startsWith('![[')
}

/** The attribute that carries a citation's number to the component that draws it. */
const CITATION_ATTRIBUTE = 'dataCitation'

const CITATIONS = /(?:\s?\[\^\d{1,4}\])+/gu
/** More than a citation can stick to. */
const LONGEST_END = 64
/**
 * What of a word a citation sticks to. Where words are not parted by spaces that is its last sign, and of a word
 * longer than a line its end: the rest may still be broken.
 */
const END_OF_WORD =
  /(?:[\p{Ideographic}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{P}*|[^\s\p{Ideographic}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,16})$/u
/** Marks around words that may be parted, so that a citation takes only the last word along. */
const PARTABLE: ReadonlySet<string> = new Set(['strong', 'em', 'del'])

/** Makes `[^n]` a citation that sticks to the word before it, so that no line begins with one. Code stays as it is. */
export function rehypeCitations() {
  return (tree: Root): void => cite(tree)
}

function cite(parent: Root | Element): void {
  if (parent.type === 'element' && (parent.tagName === 'code' || parent.tagName === 'pre')) return
  const cited: ElementContent[] = []
  for (const child of parent.children as ElementContent[]) {
    if (child.type === 'element') cite(child)
    if (child.type === 'text') appendText(cited, child.value)
    else cited.push(child)
  }
  parent.children = cited
}

/** The text with its citations as elements; one at the beginning takes the last word of the text before it. */
function appendText(cited: ElementContent[], value: string): void {
  let from = 0
  for (const { 0: marks, index } of value.matchAll(CITATIONS)) {
    const word = endOf(value.slice(from, index))
    const at = index - word.length
    if (at > from) cited.push(text(value.slice(from, at)))
    const before = word === '' ? takeLastWord(cited) : [text(word)]
    cited.push(createElement('span', {}, [...before, ...numbersIn(marks).map(citation)]))
    from = index + marks.length
  }
  if (from < value.length) cited.push(text(value.slice(from)))
}

/** Parts `**one two**` into `**one **` and `**two**`, and gives the second. */
function takeLastWord(cited: ElementContent[]): ElementContent[] {
  const before = cited.at(-1)
  if (before?.type !== 'element' || !PARTABLE.has(before.tagName)) return []
  const tail = before.children.at(-1)
  const word = tail?.type === 'text' ? endOf(tail.value) : ''
  if (tail?.type !== 'text' || word === '') return []
  const rest = tail.value.slice(0, -word.length)
  const kept = [...before.children.slice(0, -1), ...(rest === '' ? [] : [text(rest)])]
  cited.splice(-1, 1, ...(kept.length === 0 ? [] : [{ ...before, children: kept }]))
  return [{ ...before, children: [text(word)] }]
}

function endOf(words: string): string {
  return END_OF_WORD.exec(words.slice(-LONGEST_END))?.[0] ?? ''
}

function numbersIn(marks: string): readonly string[] {
  return [...marks.matchAll(/\d+/g)].map(([number]) => number)
}

function citation(number: string): Element {
  return createElement('span', { [CITATION_ATTRIBUTE]: number }, [text(number)])
}

function createElement(
  tagName: string,
  properties: Element['properties'],
  children: ElementContent[],
): Element {
  return { type: 'element', tagName, properties, children }
}

function text(value: string): Text {
  return { type: 'text', value }
}

/** How Markdown names a footnote and each mark of it. */
export const FOOTNOTE_NAME = /^user-content-fn(?:ref)?-/

/**
 * Footnotes: a mark is a button that jumps to its note and back. Not by URL fragment, which the page uses for
 * its own location.
 */
export function rehypeFootnotes() {
  return (tree: Root): void => draw(tree)
}

function draw(parent: Root | Element): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    const { id, href } = child.properties
    if (child.tagName === 'section') asSection(child)
    if (child.tagName === 'a' && typeof href === 'string' && FOOTNOTE_NAME.test(href.slice(1))) {
      child.tagName = 'button'
      child.properties = { dataFootnote: id, dataLeadsTo: href.slice(1) }
    } else if (id !== undefined) {
      child.properties = { ...child.properties, dataFootnote: id }
      delete child.properties['id']
    }
    draw(child)
  }
}

/** Its name is for those who do not see it: a heading would be one of the note's own. */
function asSection(section: Element): void {
  section.properties = { className: ['footnotes'], ariaLabel: t('Footnotes') }
  section.children = section.children.filter((child) => child.type !== 'element' || child.tagName !== 'h2')
}

const CODE: ReadonlySet<string> = new Set(['code', 'pre'])

const HIGHLIGHT = /==(?=\S)([^=\n]+)(?<=\S)==/g

/** `[!warning]- What it is about`, in the first line of a quote: `-` folds it, `+` lets it be folded. */
const HEAD = /^\s*\[!([\w-]{1,40})\]([+-]?)[ \t]*/

/** Makes `==words==` a mark. Code stays as it is. */
export function rehypeHighlights() {
  return (tree: Root): void => highlight(tree)
}

function highlight(parent: Root | Element): void {
  if (parent.type === 'element' && CODE.has(parent.tagName)) return
  parent.children = (parent.children as ElementContent[]).flatMap((child) => {
    if (child.type === 'element') highlight(child)
    return child.type === 'text' && child.value.includes('==') ? splitMarks(child.value) : [child]
  })
}

function splitMarks(words: string): readonly ElementContent[] {
  const pieces: ElementContent[] = []
  let from = 0
  for (const match of words.matchAll(HIGHLIGHT)) {
    if (match.index > from) pieces.push({ type: 'text', value: words.slice(from, match.index) })
    const marked = { type: 'text', value: match[1] ?? '' } as const
    pieces.push({ type: 'element', tagName: 'mark', properties: {}, children: [marked] })
    from = match.index + match[0].length
  }
  if (from < words.length) pieces.push({ type: 'text', value: words.slice(from) })
  return pieces
}

/** Turns a quote that begins like a callout into one, with its kind and title above its content. */
export function rehypeCallouts() {
  return (tree: Root): void => findQuotes(tree)
}

function findQuotes(parent: Root | Element): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    if (child.tagName === 'blockquote') asCallout(child)
    findQuotes(child)
  }
}

function asCallout(quote: Element): void {
  const at = quote.children.findIndex(({ type }) => type === 'element')
  const first = quote.children[at]
  if (first?.type !== 'element' || first.tagName !== 'p') return
  const [start, ...others] = first.children
  const [head, kind, fold] = start?.type === 'text' ? (HEAD.exec(start.value) ?? []) : []
  if (start?.type !== 'text' || head === undefined || kind === undefined) return
  const { line, rest } = firstLine([{ ...start, value: start.value.slice(head.length) }, ...others])
  const words = isBlank(line) ? [{ type: 'text', value: nameOf(kind) } as const] : [...line]
  const properties = { ...first.properties, className: ['callout-title'] }
  const title: Element = { ...first, tagName: fold ? 'summary' : 'p', properties, children: words }
  const body = isBlank(rest) ? [] : [{ ...first, children: [...rest] }]
  quote.properties = { ...quote.properties, className: ['callout'], dataCallout: kind.toLowerCase() }
  quote.children.splice(at, 1, title, ...body)
  if (!fold) return
  const open = fold === '+' ? { open: true } : {}
  quote.children = [createElement('details', open, quote.children.slice(at))]
}

/** A paragraph parted at its first break, which may be a mere end of a line. */
function firstLine(children: readonly ElementContent[]): {
  readonly line: readonly ElementContent[]
  readonly rest: readonly ElementContent[]
} {
  const at = children.findIndex(
    (child) =>
      (child.type === 'element' && child.tagName === 'br') ||
      (child.type === 'text' && child.value.includes('\n')),
  )
  const child = children[at]
  if (!child) return { line: children, rest: [] }
  const [before, after] = [children.slice(0, at), children.slice(at + 1)]
  if (child.type !== 'text') return { line: before, rest: after }
  const end = child.value.indexOf('\n')
  return {
    line: [...before, text(child.value.slice(0, end))],
    rest: [text(child.value.slice(end + 1)), ...after],
  }
}

function isBlank(children: readonly ElementContent[]): boolean {
  return children.every((child) => child.type === 'text' && child.value.trim() === '')
}

function nameOf(kind: string): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1).toLowerCase().replaceAll('-', ' ')}`
}
