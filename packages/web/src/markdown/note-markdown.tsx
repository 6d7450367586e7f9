import { memo, useMemo } from 'react'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { COMPONENTS } from './markdown.tsx'
import { rehypeHeadings } from './rehype-headings.ts'
import { rehypeLines } from './rehype-lines.ts'
import { rehypeNoteLinks } from './rehype-note-links.ts'
import { remarkNoteAsText } from './remark-as-text.ts'
import { remarkBreaks } from './remark-breaks.ts'
import { SANITIZE_SCHEMA } from './sanitize-schema.ts'
import './markdown.css'

const REMARK_PLUGINS: Options['remarkPlugins'] = [remarkGfm, remarkBreaks, remarkNoteAsText]
/** Headings of a note have their ranks from their own plugin. */
const NOTE_COMPONENTS: Components = Object.fromEntries(
  Object.entries(COMPONENTS).filter(([name]) => !/^h\d$/.test(name)),
)

interface NoteMarkdownProps {
  readonly text: string
  /** Lines of the file that stand before the text. */
  readonly linesBefore: number
}

/** A note as it reads: links and tags act, pictures of the workspace show, each block knows its line. */
export const NoteMarkdown = memo(function NoteMarkdown({ text, linesBefore }: NoteMarkdownProps) {
  const plugins = useMemo<Options['rehypePlugins']>(
    () => [
      [rehypeSanitize, SANITIZE_SCHEMA],
      [rehypeLines, { linesBefore }],
      [rehypeNoteLinks, { tags: true }],
      rehypeHeadings,
    ],
    [linesBefore],
  )
  return (
    <ReactMarkdown remarkPlugins={REMARK_PLUGINS} rehypePlugins={plugins} components={NOTE_COMPONENTS}>
      {text}
    </ReactMarkdown>
  )
})
