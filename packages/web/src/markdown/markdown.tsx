import type { SourceView } from '@varve/server/types'
import { type ComponentProps, createContext, memo, useContext, useMemo } from 'react'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { Citation } from './citation.tsx'
import { rehypeCitations } from './rehype-citations.ts'
import { remarkAsText } from './remark-as-text.ts'
import { SANITIZE_SCHEMA } from './sanitize-schema.ts'
import './markdown.css'

export interface MarkdownProps {
  readonly text: string
  readonly sources: readonly SourceView[]
  readonly onOpenSource: (source: SourceView) => void
}

type Sources = Pick<MarkdownProps, 'sources' | 'onOpenSource'>

const SourcesContext = createContext<Sources>({ sources: [], onOpenSource: () => {} })

const REMARK_PLUGINS: Options['remarkPlugins'] = [remarkGfm, remarkAsText]
// Citations are made after sanitising, out of text that has already passed it.
const REHYPE_PLUGINS: Options['rehypePlugins'] = [[rehypeSanitize, SANITIZE_SCHEMA], rehypeCitations]
const COMPONENTS: Components = {
  // The page has its own first two ranks: the chat, and who speaks.
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
  a: SafeLink,
  table: ScrolledTable,
  th: HeaderCell,
  pre: ScrolledCode,
  span: Glued,
}

/** The one renderer of untrusted Markdown. */
export const Markdown = memo(function Markdown({ text, sources, onOpenSource }: MarkdownProps) {
  const context = useMemo(() => ({ sources, onOpenSource }), [sources, onOpenSource])
  return (
    <SourcesContext value={context}>
      <ReactMarkdown remarkPlugins={REMARK_PLUGINS} rehypePlugins={REHYPE_PLUGINS} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </SourcesContext>
  )
})

/** Links leave the page only in a new tab; a link that names no host has nowhere to go and stays text. */
function SafeLink({ href, children }: ComponentProps<'a'>) {
  if (href === undefined || !/^(?:https?:|mailto:)/i.test(href)) return <span>{children}</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

/** A wide table scrolls by itself; the keyboard must reach it to do so. */
function ScrolledTable({ children }: ComponentProps<'table'>) {
  return (
    <div className="markdown-table" role="group" aria-label="Table" tabIndex={0}>
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

/** The only spans are ours: a citation, or a word with the citations that stick to it. */
function Glued(props: ComponentProps<'span'>) {
  const { sources, onOpenSource } = useContext(SourcesContext)
  const number = 'data-citation' in props ? Number(props['data-citation']) : undefined
  if (number === undefined) return <span className="markdown-glued">{props.children}</span>
  const source = sources.find((candidate) => candidate.number === number)
  return <Citation number={number} source={source} onOpen={onOpenSource} />
}
