import './markdown.css'
import { type ComponentProps, memo, useContext, useMemo } from 'react'
import ReactMarkdown, { type Components, defaultUrlTransform, type Options } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import type { Element, Root } from 'hast'
import { Picture } from '../parts/picture.tsx'
import { INLINE_PICTURE, isCostly, NOTE_SCHEMA } from './sanitize-schema.ts'
import { Code, COMPONENTS, readCode } from './markdown.tsx'
import { markMaths, rehypeMaths } from './maths.ts'
import {
  rehypeCallouts,
  rehypeDirection,
  rehypeEmbeds,
  rehypeFootnotes,
  rehypeHeadings,
  rehypeHighlights,
  rehypeNoteLinks,
} from './rehype-plugins.ts'
import { remarkBreaks, remarkDetails, remarkNoteAsText } from './remark-plugins.ts'
import { t } from '../i18n/t.ts'
import { splitNoteLinks } from '../view-model/files/note-text.ts'
import { BlockEmbed, NoteLinksContext } from './note-link.tsx'

const BLOCKS: ReadonlySet<string> = new Set('p h1 h2 h3 h4 h5 h6 li blockquote pre table tr hr'.split(' '))

const FENCE = String.raw`^[ \t>]*(?<fence>${'`{3,}'}|~{3,})[^\n]*(?:\n[\s\S]*?(?:^[ \t>]*\k<fence>[${'`'}~]*[ \t]*$|(?![\s\S]))|(?![\s\S]))`

const CODE = String.raw`(?<!${'`'})(?<code>${'`'}+)(?!${'`'})(?:(?!\n[ \t]*\n)[\s\S])*?(?<!${'`'})\k<code>(?!${'`'})`

const COMMENT = String.raw`%%(?<comment>[\s\S]*?)%%|<!--(?<markup>[\s\S]*?)-->`

/** At the end of a block: before an empty line, another item or heading, or nothing. */
const BLOCK_ID = String.raw`(?<=^|[ \t])(?<id>\^[A-Za-z\d-]+[ \t]*)(?=\r?\n[ \t>]*(?:\r?\n|[-*+#]|\d+[.)])|\r?\n?(?![\s\S]))`

const PARTS = new RegExp(`${FENCE}|${CODE}|${COMMENT}|${BLOCK_ID}`, 'gm')

const REMARK_PLUGINS: Options['remarkPlugins'] = [remarkGfm, remarkDetails, remarkBreaks, remarkNoteAsText]
const NOTE_COMPONENTS: Components = {
  ...COMPONENTS,
  pre: NoteCode,
  div: OwnDivision,
  img: InlinePicture,
}

interface NoteMarkdownProps {
  readonly text: string
  /** Lines of the file above the text; undefined if it is no part of the file that is read. */
  readonly linesBefore: number | undefined
}

/** A note as it reads: links and tags act, pictures of the workspace show, each block knows its line. */
export const NoteMarkdown = memo(function NoteMarkdown({ text, linesBefore }: NoteMarkdownProps) {
  const plugins = useMemo<Options['rehypePlugins']>(
    () => [
      [rehypeSanitize, NOTE_SCHEMA],
      ...(linesBefore === undefined ? [] : [[rehypeLines, { linesBefore }] satisfies [unknown, object]]),
      rehypeMaths,
      rehypeFootnotes,
      rehypeCallouts,
      rehypeHighlights,
      [rehypeNoteLinks, { tags: true }],
      rehypeEmbeds,
      rehypeHeadings,
      rehypeDirection,
    ],
    [linesBefore],
  )
  const shown = useMemo(() => markMaths(hideComments(text)), [text])
  if (useMemo(() => isCostly(shown), [shown])) return <p className="markdown-plain">{text}</p>
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

/** The only pictures that come this way are embedded in the note: nothing is loaded for them. */
function InlinePicture({ src, alt }: ComponentProps<'img'>) {
  return (
    <span className="note-picture">
      <Picture src={src} alt={alt || t('Picture in this note')} />
    </span>
  )
}

/** A note without its `%%comments%%` and the ids of its blocks, which are for who writes it. Its lines stay where they are; code is left alone. */
export function hideComments(text: string): string {
  if (!/%%|<!--|\^/.test(text)) return text
  return text.replaceAll(PARTS, (part: string, ...rest: readonly unknown[]) => {
    const { comment, markup, id } = rest.at(-1) as Readonly<Record<string, string | undefined>>
    const hidden = comment ?? markup ?? id
    return hidden === undefined ? part : hidden.replaceAll(/[^\n]+/g, '')
  })
}

/** Says of every block at which line of the file it begins and ends, so that one can go there and name it. */
function rehypeLines({ linesBefore }: { readonly linesBefore: number }) {
  return (tree: Root): void => number(tree, linesBefore)
}

function number(parent: Root | Element, linesBefore: number): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    const line = child.position?.start.line
    if (line !== undefined && BLOCKS.has(child.tagName)) {
      child.properties['dataLine'] = String(line + linesBefore)
      const end = child.position?.end.line ?? line
      if (end > line) child.properties['dataEnd'] = String(end + linesBefore)
    }
    number(child, linesBefore)
  }
}

/** A block of code, or what a query of the note gives. */
function NoteCode({ children }: ComponentProps<'pre'>) {
  const { result } = useContext(NoteLinksContext) ?? {}
  const block = readCode(children)
  if (block?.language !== 'dataview' && block?.language !== 'dataviewjs') return <Code>{children}</Code>
  const given = result?.(block.code.trim())
  const code = <pre tabIndex={0}>{children}</pre>
  if (!given) return code
  if (given.rows === undefined)
    return (
      <figure className="note-query">
        {code}
        <figcaption>{given.text}</figcaption>
      </figure>
    )
  return (
    <figure className="note-query">
      <NoteMarkdown text={withShortNames(given.text)} linesBefore={undefined} />
      <details>
        <summary>{t('{count} {count|result|results} of a Dataview query', { count: given.rows })}</summary>
        {code}
      </details>
    </figure>
  )
}

/** A result names notes by their paths, and a reader by their names. */
function withShortNames(text: string): string {
  return text.replaceAll(/\[\[((?:[^[\]|#\n]*\/)([^[\]|#/\n]+))\]\]/g, String.raw`[[$1\|$2]]`)
}

/** The only divisions with a name of their own are embeds. */
function OwnDivision({ children, ...props }: ComponentProps<'div'> & { readonly 'data-note-link'?: string }) {
  const text = props['data-note-link']
  const [piece] = text === undefined ? [] : splitNoteLinks(text, { tags: false })
  if (piece) return <BlockEmbed piece={piece} />
  const { className, dir } = props
  const line = { 'data-line': Reflect.get(props, 'data-line'), 'data-end': Reflect.get(props, 'data-end') }
  return (
    <div className={className} dir={dir} {...line}>
      {children}
    </div>
  )
}
