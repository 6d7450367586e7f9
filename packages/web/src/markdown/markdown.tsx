import './markdown.css'
import type { SourceView } from '@varve/contract'
import { type ComponentProps, createContext, memo, useContext, useMemo } from 'react'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import type { Link, Nodes, Root } from 'mdast'
import { splitNoteLinks } from '../view-model/files/note-text.ts'
import { isCostly, SANITIZE_SCHEMA } from './sanitize-schema.ts'
import { NoteAnchor, NoteLink, type NoteLinks, NoteLinksContext } from './note-link.tsx'
import { rehypeCitations, rehypeDirection, rehypeHeadings, rehypeNoteLinks } from './rehype-plugins.ts'
import { remarkAsText } from './remark-plugins.ts'
import { sourceLabel } from '../view-model/files/file-names.ts'

/** Smaller pieces would cost more to keep apart than to read again. */
const LEAST = 1_500

const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})/

const FENCE_END = /^( *)(`{3,}|~{3,})[ \t]*$/

/** HTML ends by rules of its own, and what looks like a fence in it is none. */
const HTML = /^ {0,3}</

/** Of a link or a footnote: it changes how blocks before it read. Its name may go on in a line that follows. */
const DEFINITION = /^[ \t>*+\-\d.)]*\[(?:[^[\]\\]|\\.)*(?:\]:|\\?\n)/

/** What may belong to a block that is open: a line of a list, or one that is set in. */
const GOES_ON = /^(?:[ \t]|[-*+](?:[ \t]|$)|\d{1,9}(?:[.)]|$))/

/** What ends a sentence and not its address; GFM asks the same, at the end of what it takes for the address. */
const END = '?!.,:;\'"*_~'

interface MarkdownProps {
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

interface CitationProps {
  readonly number: number
  readonly source: SourceView | undefined
  readonly onOpen: (source: SourceView) => void
}

/** A small number that opens its source. While an answer streams, its sources are not known yet. */
function Citation({ number, source, onOpen }: CitationProps) {
  if (!source) return <span className="citation">{number}</span>
  const label = sourceLabel(source)
  return (
    <button
      type="button"
      className="citation"
      title={label}
      aria-label={`Source ${number}: ${label}`}
      onClick={() => onOpen(source)}
    >
      {number}
    </button>
  )
}

/** Gives back the citation that stands right after a bare address: neither the link nor the citation would lead anywhere. */
function remarkCitedAddresses() {
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

interface Fence {
  readonly mark: string
  /** Of the spaces before it: with any, it stands in a list or on its own, which the line alone does not tell. */
  readonly indent: number
}

/**
 * Parts Markdown where a block ends for certain, into pieces that read alone as they read together. While a text
 * grows, all pieces but the last stay the same: what has been read of a long answer is not read again with each word.
 */
export function splitBlocks(text: string, least = LEAST): readonly string[] {
  if (/\r(?!\n)/.test(text)) return [text]
  const pieces: string[] = []
  let from = 0
  let fence: Fence | undefined
  let isAfterBlank = false
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end === -1 ? text.length : end).replace(/\r$/, '')
    if (fence) {
      const within = goOn(fence, line)
      if (within === 'unclear') break
      if (within === 'closed') fence = undefined
    } else {
      if (HTML.test(line)) break
      if (DEFINITION.test(end === -1 ? line : `${line}\n`)) return [text]
      if (isAfterBlank && at - from >= least && line !== '' && !GOES_ON.test(line)) {
        pieces.push(text.slice(from, at))
        from = at
      }
      fence = fenceOf(line)
    }
    isAfterBlank = isBlank(line)
    at = end === -1 ? text.length : end + 1
  }
  return [...pieces, text.slice(from)]
}

function fenceOf(line: string): Fence | undefined {
  const [, indent = '', mark] = FENCE.exec(line) ?? []
  return mark === undefined ? undefined : { mark, indent: indent.length }
}

/** What a line does to a fence. One that is set in ends with its list, if it stands in one: then nothing is certain. */
function goOn({ mark, indent }: Fence, line: string): 'open' | 'closed' | 'unclear' {
  const spaces = /^ */.exec(line)?.[0].length ?? 0
  if (indent > 0 && spaces < indent && !isBlank(line)) return 'unclear'
  const [, before = '', end = ''] = FENCE_END.exec(line) ?? []
  if (end[0] !== mark[0] || end.length < mark.length) return 'open'
  if (before.length <= 3) return 'closed'
  return indent > 0 ? 'unclear' : 'open'
}

function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line)
}
