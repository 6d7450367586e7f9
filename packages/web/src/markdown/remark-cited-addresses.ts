import type { Link, Nodes, Root } from 'mdast'

/** What ends a sentence and not its address; GFM asks the same, at the end of what it takes for the address. */
const END = '?!.,:;\'"*_~'

/** Gives back the citation that stands right after a bare address: neither the link nor the citation would lead anywhere. */
export function remarkCitedAddresses() {
  return (tree: Root): void => partWithin(tree)
}

function partWithin(parent: Nodes): void {
  if (!('children' in parent)) return
  // Only links are shortened, and text may stand wherever they do; mdast's types cannot say that.
  const children = parent.children as Nodes[]
  for (let index = children.length - 1; index >= 0; index--) {
    const child = children[index]
    if (child?.type !== 'link') {
      if (child) partWithin(child)
      continue
    }
    const after = shorten(child)
    if (after === '') continue
    const next = children[index + 1]
    if (next?.type === 'text') next.value = after + next.value
    else children.splice(index + 1, 0, { type: 'text', value: after })
  }
}

/** Makes a bare address end before its citation; what was cut off. */
function shorten(link: Link): string {
  const [words, ...more] = link.children
  if (words?.type !== 'text' || more.length > 0 || !link.url.endsWith(words.value)) return ''
  const { value } = words
  let end = value.search(/\[\^\d/)
  if (end <= 0) return ''
  const ends = value.slice(0, end).includes('(') ? END : `${END})`
  while (ends.includes(value.charAt(end - 1))) end -= 1
  const after = value.slice(end)
  link.url = link.url.slice(0, -after.length)
  words.value = value.slice(0, end)
  return after
}
