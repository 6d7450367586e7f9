import type { Element, ElementContent, Root, Text } from 'hast'

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

/** The text with its citations as elements; one that opens it takes its word from what stands before. */
function appendText(cited: ElementContent[], value: string): void {
  let from = 0
  for (const { 0: marks, index } of value.matchAll(CITATIONS)) {
    const word = endOf(value.slice(from, index))
    const at = index - word.length
    if (at > from) cited.push(text(value.slice(from, at)))
    const before = word === '' ? takeLastWord(cited) : [text(word)]
    cited.push(element('span', {}, [...before, ...numbersIn(marks).map(citation)]))
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
  return element('span', { [CITATION_ATTRIBUTE]: number }, [text(number)])
}

function element(tagName: string, properties: Element['properties'], children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children }
}

function text(value: string): Text {
  return { type: 'text', value }
}
