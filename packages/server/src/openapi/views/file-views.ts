import { z } from 'zod'
import type {
  FileContentView,
  FileDiffView,
  FileVersionView,
  FileView,
  SearchHitView,
  SearchView,
  TagView,
  TrashedFileView,
  UploadView,
  WrittenFileView,
} from '../../api-types.ts'
import { stretch, unit, viewOf } from './view-of.ts'

const kind = z.enum(['note', 'file', 'pdf', 'image'])
const privacy = z.enum(['local-only', 'private']).exactOptional().describe('Absent where it may go anywhere.')
const hash = z.string().describe('SHA-256, in hexadecimal.')

const fileFields = {
  path: z.string(),
  title: z.string(),
  kind,
  bytes: z.number(),
  modified: z.number().describe('Milliseconds since 1970.'),
  tokens: z.number().exactOptional(),
  aliases: z.array(z.string()).exactOptional(),
  privacy,
}

const file = viewOf<FileView>()(z.object(fileFields))

const link = z.object({
  line: z.number(),
  target: z.string(),
  alias: z.string().exactOptional(),
  heading: z.string().exactOptional(),
  embed: z.boolean(),
  path: z.string().exactOptional().describe('The file that it leads to; absent where there is none.'),
})

const content = viewOf<FileContentView>()(
  z.object({
    ...fileFields,
    content: z.string().describe('Of a PDF, its text by page; empty for a picture.'),
    contentHash: hash,
    tags: z.array(z.string()).exactOptional(),
    headings: z.array(z.object({ level: z.number(), text: z.string(), line: z.number() })).exactOptional(),
    links: z.array(link).exactOptional(),
    incoming: z.array(z.string()).exactOptional().describe('Notes that link here.'),
    idleQueries: z.array(z.object({ query: z.string(), reason: z.string() })).exactOptional(),
  }),
)

const hit = viewOf<SearchHitView>()(
  z.object({
    path: z.string(),
    title: z.string(),
    kind,
    lines: stretch.describe('First and last line of the best passage, or what `unit` says, counted from 1.'),
    unit: unit.exactOptional(),
    line: z
      .number()
      .exactOptional()
      .describe('Of these the first that holds something of what the snippet marks.'),
    headings: z.array(z.string()),
    score: z.number(),
    snippet: z.string(),
    highlights: z.array(stretch).describe('In the snippet, in UTF-16 code units.'),
    linked: z.boolean().exactOptional().describe('It holds none of the words: passages that do link to it.'),
    copies: z.array(z.string()).exactOptional().describe('Paths of other files with the same passage.'),
    privacy,
  }),
)

const search = viewOf<SearchView>()(
  z.object({
    hits: z.array(hit).describe('Best first.'),
    notes: z.array(z.string()).describe('How the text was understood, in words.'),
    unchanged: z.boolean().exactOptional(),
    incomplete: z.boolean().exactOptional().describe('Not every file has been looked at yet.'),
  }),
)

const stored = { path: z.string(), contentHash: hash, bytes: z.number() }

/** Files, and what is found in them. */
export const FILE_VIEWS = {
  File: file,
  FileContent: content,
  SearchHit: hit,
  Search: search,
  Tag: viewOf<TagView>()(z.object({ tag: z.string(), count: z.number() })),
  Upload: viewOf<UploadView>()(
    z.object({
      id: z.string().describe('It is attached as `upload:` and this id.'),
      name: z.string(),
      kind,
      bytes: z.number(),
      hash,
    }),
  ),
  WrittenFile: viewOf<WrittenFileView>()(z.object({ ...stored, modified: z.number() })),
  FileVersion: viewOf<FileVersionView>()(z.object({ id: z.string(), ...stored, keptAt: z.number() })),
  TrashedFile: viewOf<TrashedFileView>()(z.object({ id: z.string(), ...stored, removedAt: z.number() })),
  FileDiff: viewOf<FileDiffView>()(
    z.object({
      path: z.string(),
      from: z.string(),
      to: z.string(),
      same: z.boolean(),
      text: z.string().describe('A unified diff.'),
    }),
  ),
}
