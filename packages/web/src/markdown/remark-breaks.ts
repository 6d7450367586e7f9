import type { Nodes, Root } from 'mdast'

/** A single line break in a note is meant as one, as people who write notes expect. */
export function remarkBreaks() {
  return (tree: Root): void => breakWithin(tree)
}

function breakWithin(parent: Nodes): void {
  if (!('children' in parent)) return
  // Text and breaks stand in the same places; mdast's types cannot say that of a replacement.
  const children = parent.children as Nodes[]
  for (const child of children) breakWithin(child)
  const broken = children.flatMap((child) =>
    child.type === 'text' ? splitText(child.value, child) : [child],
  )
  children.splice(0, children.length, ...broken)
}

function splitText(value: string, node: Nodes): readonly Nodes[] {
  const lines = value.split(/(?<![ \t])[ \t]*\r?\n/)
  if (lines.length === 1) return [node]
  return lines.flatMap((line, at): Nodes[] => [
    ...(at === 0 ? [] : [{ type: 'break' } as const]),
    ...(line === '' ? [] : [{ type: 'text', value: line } as const]),
  ])
}
