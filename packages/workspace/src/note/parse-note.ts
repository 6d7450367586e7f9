import { parseBlocks } from './block-parser.ts'
import { BlockCollector } from './collect-blocks.ts'
import { frontMatterAliases, frontMatterTags } from './front-matter-names.ts'
import { toLineFeeds } from './line-breaks.ts'
import type { ParsedNote } from './parsed-note.ts'
import { readFrontMatter } from './read-front-matter.ts'
import type { Findings } from './inline-scan.ts'

/**
 * What a note says about itself, for any text, in time linear in its length. Lines are counted from 1 and ended by
 * LF, CRLF or CR. Code, comments and addresses hold no links and no tags; nothing is ever executed.
 */
export function parseNote(text: string): ParsedNote {
  const plain = toLineFeeds(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  const { frontMatter, lines, bodyStart, links } = readFrontMatter(plain)
  const findings: Findings = { links: [...links], tags: [], fields: [] }
  const blocks = new BlockCollector(findings, lines)
  blocks.collect(parseBlocks(bodyStart === 0 ? plain : plain.slice(bodyStart)))
  return {
    frontMatter,
    headings: blocks.headings,
    tags: eachOnce([...frontMatterTags(frontMatter), ...findings.tags]),
    aliases: frontMatterAliases(frontMatter),
    links: findings.links,
    blocks: blocks.blocks,
    fields: findings.fields,
    items: blocks.items,
    callouts: blocks.callouts,
    queries: blocks.queries,
  }
}

/** Tags differ by more than case; the first writing stands. */
function eachOnce(tags: readonly string[]): readonly string[] {
  if (tags.length < 2) return tags
  const first = new Map<string, string>()
  for (const tag of tags) {
    const folded = tag.toLowerCase()
    if (!first.has(folded)) first.set(folded, tag)
  }
  return [...first.values()]
}
