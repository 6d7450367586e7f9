import { LEGACY_TAGS } from './legacy-tags.ts'

/** An outermost block of old rendered context, from `start` to `end` in the text. */
export interface LegacyBlock {
  readonly tag: string
  readonly attributes: string
  readonly inner: string
  readonly start: number
  readonly end: number
}

interface TagToken {
  readonly tag: string
  readonly attributes: string
  readonly closing: boolean
  readonly start: number
  readonly end: number
}

/** The outermost closed blocks in order; one pass over the tags, whatever is left open or crossed. */
export function scanLegacyBlocks(text: string): readonly LegacyBlock[] {
  const tokens = scanTags(text)
  const partners = pairTags(tokens)
  const blocks: LegacyBlock[] = []
  let index = 0
  while (index < tokens.length) {
    const open = tokens[index]
    const partner = partners.get(index)
    const close = partner === undefined ? undefined : tokens[partner]
    if (open && close && partner !== undefined) {
      const inner = text.slice(open.end, close.start)
      blocks.push({ tag: open.tag, attributes: open.attributes, inner, start: open.start, end: close.end })
      index = partner
    }
    index += 1
  }
  return blocks
}

function scanTags(text: string): readonly TagToken[] {
  const names = [...LEGACY_TAGS.keys()].join('|')
  // A tag ends before the next `<` at the latest, so that a try costs no more than its own stretch.
  const pattern = new RegExp(`<(/?)(${names})(\\s[^<>]*)?>`, 'g')
  return Array.from(text.matchAll(pattern), (match) => ({
    tag: match[2] ?? '',
    attributes: match[3] ?? '',
    closing: match[1] === '/',
    start: match.index,
    end: match.index + match[0].length,
  }))
}

/** Each opening tag with its closing one, counted per name: an unclosed tag of another name does no harm. */
function pairTags(tokens: readonly TagToken[]): ReadonlyMap<number, number> {
  const open = new Map<string, number[]>()
  const partners = new Map<number, number>()
  for (const [index, token] of tokens.entries()) {
    const waiting = open.get(token.tag) ?? []
    if (token.closing) {
      const partner = waiting.pop()
      if (partner !== undefined) partners.set(partner, index)
    } else waiting.push(index)
    open.set(token.tag, waiting)
  }
  return partners
}
