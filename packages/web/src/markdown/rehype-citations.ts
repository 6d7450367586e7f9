import type { Element, ElementContent, Root, Text } from 'hast'

/** The attribute that carries a citation's number to the component that draws it. */
export const CITATION_ATTRIBUTE = 'dataCitation'

/** Makes `[^n]` a citation that sticks to the word before it, so that no line begins with one. Code stays as it is. */
export function rehypeCitations() {
  return (tree: Root): void => within(tree)
}

function within(parent: Root | Element): void {
  if (parent.type === 'element' && (parent.tagName === 'code' || parent.tagName === 'pre')) return
  parent.children = (parent.children as ElementContent[]).flatMap((child) => {
    if (child.type === 'text') return splitText(child.value)
    if (child.type === 'element') within(child)
    return [child]
  })
}

/** Exported for its tests: the text with its citations as elements. */
export function splitText(value: string): ElementContent[] {
  const pieces: ElementContent[] = []
  let from = 0
  // Several citations in a row stick together to one word.
  for (const match of value.matchAll(/\S*?(?:\s?\[\^\d{1,4}\])+/gu)) {
    const word = /^[\s\S]*?(?=\s?\[\^\d{1,4}\])/u.exec(match[0])?.[0] ?? ''
    if (match.index > from) pieces.push(text(value.slice(from, match.index)))
    const numbers = [...match[0].slice(word.length).matchAll(/\[\^(\d{1,4})\]/g)].map(([, number]) =>
      citation(number ?? ''),
    )
    pieces.push(element('span', {}, [...(word ? [text(word)] : []), ...numbers]))
    from = match.index + match[0].length
  }
  if (from < value.length) pieces.push(text(value.slice(from)))
  return pieces
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
