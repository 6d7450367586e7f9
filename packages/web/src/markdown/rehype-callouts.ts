import type { Element, ElementContent, Root } from 'hast'

/** `[!warning]- What it is about`, in the first line of a quote. The sign that folds it says nothing here. */
const HEAD = /^\s*\[!([\w-]{1,40})\][+-]?[ \t]*/

/** Makes a callout of a quote that begins like one: its kind and its title stand above what it says. */
export function rehypeCallouts() {
  return (tree: Root): void => visit(tree)
}

function visit(parent: Root | Element): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    if (child.tagName === 'blockquote') become(child)
    visit(child)
  }
}

function become(quote: Element): void {
  const at = quote.children.findIndex(({ type }) => type === 'element')
  const first = quote.children[at]
  if (first?.type !== 'element' || first.tagName !== 'p') return
  const [start, ...others] = first.children
  const [head, kind] = start?.type === 'text' ? (HEAD.exec(start.value) ?? []) : []
  if (start?.type !== 'text' || head === undefined || kind === undefined) return
  const { line, rest } = firstLine([{ ...start, value: start.value.slice(head.length) }, ...others])
  const words = isBlank(line) ? [{ type: 'text', value: nameOf(kind) } as const] : [...line]
  const properties = { ...first.properties, className: ['callout-title'] }
  const title: Element = { ...first, properties, children: words }
  const body = isBlank(rest) ? [] : [{ ...first, children: [...rest] }]
  quote.properties = { ...quote.properties, className: ['callout'], dataCallout: kind.toLowerCase() }
  quote.children.splice(at, 1, title, ...body)
}

/** A paragraph parted at its first break. */
function firstLine(children: readonly ElementContent[]): {
  readonly line: readonly ElementContent[]
  readonly rest: readonly ElementContent[]
} {
  const at = children.findIndex((child) => child.type === 'element' && child.tagName === 'br')
  return at < 0 ? { line: children, rest: [] } : { line: children.slice(0, at), rest: children.slice(at + 1) }
}

function isBlank(children: readonly ElementContent[]): boolean {
  return children.every((child) => child.type === 'text' && child.value.trim() === '')
}

function nameOf(kind: string): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1).toLowerCase().replaceAll('-', ' ')}`
}
