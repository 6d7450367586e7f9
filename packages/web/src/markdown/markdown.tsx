import type { SourceView } from '@varve/server/types'
import { type ComponentProps, createContext, memo, useContext, useMemo } from 'react'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { splitNoteLinks } from '../view-model/files/split-note-links.ts'
import { Citation } from './citation.tsx'
import { isCostly } from './is-costly.ts'
import { NoteAnchor } from './note-anchor.tsx'
import { NoteLink } from './note-link.tsx'
import { type NoteLinks, NoteLinksContext } from './note-links.ts'
import { rehypeCitations } from './rehype-citations.ts'
import { rehypeDirection } from './rehype-direction.ts'
import { rehypeHeadings } from './rehype-headings.ts'
import { rehypeNoteLinks } from './rehype-note-links.ts'
import { remarkAsText } from './remark-as-text.ts'
import { remarkCitedAddresses } from './remark-cited-addresses.ts'
import { SANITIZE_SCHEMA } from './sanitize-schema.ts'
import { splitBlocks } from './split-blocks.ts'
import './markdown.css'

export interface MarkdownProps {
  readonly text: string
  readonly sources: readonly SourceView[]
  readonly onOpenSource: (source: SourceView) => void
}

type Sources = Pick<MarkdownProps, 'sources' | 'onOpenSource'>

const SourcesContext = createContext<Sources>({ sources: [], onOpenSource: () => {} })

const REMARK_PLUGINS: Options['remarkPlugins'] = [remarkGfm, remarkCitedAddresses, remarkAsText]
// Citations and links to notes are made after sanitising, out of text that has already passed it.
const REHYPE_PLUGINS: Options['rehypePlugins'] = [
  [rehypeSanitize, SANITIZE_SCHEMA],
  [rehypeNoteLinks, { tags: false }],
  rehypeCitations,
  rehypeHeadings,
  rehypeDirection,
]
/** How each element is drawn, in answers and in notes. */
export const COMPONENTS: Components = {
  a: SafeLink,
  input: TaskBox,
  table: ScrolledTable,
  th: HeaderCell,
  pre: ScrolledCode,
  span: OwnSpan,
}

/** The one renderer of untrusted Markdown. */
export const Markdown = memo(function Markdown({ text, sources, onOpenSource }: MarkdownProps) {
  const context = useMemo(() => ({ sources, onOpenSource }), [sources, onOpenSource])
  const pieces = useMemo(() => splitBlocks(text), [text])
  return (
    <SourcesContext value={context}>
      {pieces.map((piece, at) => (
        // By its place: the piece at the end grows.
        <MarkdownPiece key={at} text={piece} />
      ))}
    </SourcesContext>
  )
})

/** Some whole blocks; one that has not changed is not read again while others come. */
export const MarkdownPiece = memo(function MarkdownPiece({ text }: Pick<MarkdownProps, 'text'>) {
  if (isCostly(text)) return <p className="markdown-plain">{text}</p>
  return (
    <ReactMarkdown remarkPlugins={REMARK_PLUGINS} rehypePlugins={REHYPE_PLUGINS} components={COMPONENTS}>
      {text}
    </ReactMarkdown>
  )
})

/** Links leave the page only in a new tab; a link that names no host has nowhere to go and stays text. */
function SafeLink({ href, children }: ComponentProps<'a'>) {
  const links = useContext(NoteLinksContext)
  const [target = '', heading] = decodePath(href ?? '').split('#')
  const path = links && leadsThere(links, target, heading) ? links.find(target) : undefined
  if (links && path !== undefined)
    return (
      <NoteAnchor path={path} heading={heading}>
        {children}
      </NoteAnchor>
    )
  if (href === undefined || !/^(?:https?:|mailto:)/i.test(href)) return <span>{children}</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

/** Within a note it leads to a heading that is there. */
function leadsThere(links: NoteLinks, target: string, heading = ''): boolean {
  if (target !== '') return true
  const path = links.find('')
  return path !== undefined && heading !== '' && links.hasHeading?.(path, heading) === true
}

/** What a link within a note names; a malformed escape is the text that it is. */
function decodePath(href: string): string {
  if (/^[a-z][a-z\d+.-]*:|^\//i.test(href)) return ''
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}

/** The only input is the box of a task, which shows whether it is done. */
function TaskBox({ checked = false }: ComponentProps<'input'>) {
  return <input type="checkbox" disabled checked={checked} aria-label={checked ? 'Done' : 'To do'} readOnly />
}

/** A wide table scrolls by itself; the keyboard must reach it to do so. */
function ScrolledTable({ children, dir }: ComponentProps<'table'>) {
  return (
    <div className="markdown-table" role="group" aria-label="Table" tabIndex={0} dir={dir}>
      <table>{children}</table>
    </div>
  )
}

/** The corner of a table is no heading of anything. */
function HeaderCell({ children, style }: ComponentProps<'th'>) {
  if (children === undefined) return <td />
  return (
    <th scope="col" style={style}>
      {children}
    </th>
  )
}

function ScrolledCode({ children }: ComponentProps<'pre'>) {
  return <pre tabIndex={0}>{children}</pre>
}

/** The only spans are ours: a citation, a link to a note, or a word with the citations that stick to it. */
function OwnSpan(props: ComponentProps<'span'>) {
  if ('data-citation' in props) return <NumberedCitation number={Number(props['data-citation'])} />
  if ('data-note-link' in props) {
    const [piece] = splitNoteLinks(String(props['data-note-link']), { tags: true })
    return piece ? <NoteLink piece={piece} /> : null
  }
  return <span className="markdown-glued">{props.children}</span>
}

function NumberedCitation({ number }: { readonly number: number }) {
  const { sources, onOpenSource } = useContext(SourcesContext)
  const source = sources.find((candidate) => candidate.number === number)
  return <Citation number={number} source={source} onOpen={onOpenSource} />
}
