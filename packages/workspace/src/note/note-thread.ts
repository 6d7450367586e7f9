import { serveJob } from '../worker/serve-job.ts'
import { parseNote } from './parse-note.ts'
import type { ParsedNote } from './parsed-note.ts'

/** Handing over more of a kind would take as long as parsing it did. Nobody attaches so many at once. */
const MOST = 20_000

await serveJob(({ text }: { readonly text: string }): ParsedNote => {
  const { frontMatter, headings, tags, aliases, links, blocks, queries } = parseNote(text)
  return {
    frontMatter,
    tags,
    aliases: aliases.slice(0, MOST),
    headings: headings.slice(0, MOST),
    links: links.filter(({ embed }) => embed).slice(0, MOST),
    blocks: blocks.slice(0, MOST),
    queries: queries.slice(0, MOST),
    fields: [],
    items: [],
    callouts: [],
  }
})
