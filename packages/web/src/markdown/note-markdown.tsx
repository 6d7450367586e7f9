import { type ComponentProps, memo, useMemo } from 'react'
import ReactMarkdown, { type Components, defaultUrlTransform, type Options } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { hideComments } from '../view-model/files/hide-comments.ts'
import { Picture } from '../parts/picture.tsx'
import { FootnoteMark } from './footnote-mark.tsx'
import { INLINE_PICTURE } from './inline-picture.ts'
import { isCostly } from './is-costly.ts'
import { COMPONENTS } from './markdown.tsx'
import { NoteCode } from './note-code.tsx'
import { rehypeCallouts } from './rehype-callouts.ts'
import { rehypeDirection } from './rehype-direction.ts'
import { rehypeFootnotes } from './rehype-footnotes.ts'
import { rehypeHeadings } from './rehype-headings.ts'
import { rehypeHighlights } from './rehype-highlights.ts'
import { rehypeLines } from './rehype-lines.ts'
import { rehypeNoteLinks } from './rehype-note-links.ts'
import { remarkNoteAsText } from './remark-as-text.ts'
import { remarkBreaks } from './remark-breaks.ts'
import { NOTE_SCHEMA } from './sanitize-schema.ts'
import './markdown.css'

const REMARK_PLUGINS: Options['remarkPlugins'] = [remarkGfm, remarkBreaks, remarkNoteAsText]
const NOTE_COMPONENTS: Components = {
  ...COMPONENTS,
  pre: NoteCode,
  button: FootnoteMark,
  img: InlinePicture,
}

interface NoteMarkdownProps {
  readonly text: string
  /** Lines of the file that stand before the text. */
  readonly linesBefore: number
}

/** A note as it reads: links and tags act, pictures of the workspace show, each block knows its line. */
export const NoteMarkdown = memo(function NoteMarkdown({ text, linesBefore }: NoteMarkdownProps) {
  const plugins = useMemo<Options['rehypePlugins']>(
    () => [
      [rehypeSanitize, NOTE_SCHEMA],
      [rehypeLines, { linesBefore }],
      rehypeFootnotes,
      rehypeCallouts,
      rehypeHighlights,
      [rehypeNoteLinks, { tags: true }],
      rehypeHeadings,
      rehypeDirection,
    ],
    [linesBefore],
  )
  const shown = useMemo(() => hideComments(text), [text])
  if (useMemo(() => isCostly(shown), [shown])) return <p className="markdown-plain">{shown}</p>
  return (
    <ReactMarkdown
      remarkPlugins={REMARK_PLUGINS}
      rehypePlugins={plugins}
      components={NOTE_COMPONENTS}
      urlTransform={keepInlinePictures}
    >
      {shown}
    </ReactMarkdown>
  )
})

function keepInlinePictures(url: string): string {
  return INLINE_PICTURE.test(url) ? url : defaultUrlTransform(url)
}

/** The only pictures that come this way stand in the note itself: nothing is loaded for them. */
function InlinePicture({ src, alt }: ComponentProps<'img'>) {
  return (
    <span className="note-picture">
      <Picture src={src} alt={alt || 'Picture in this note'} />
    </span>
  )
}
