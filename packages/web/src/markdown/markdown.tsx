import './markdown.css'
import './footnote-mark.css'
import type { SourceView } from '@varve/contract'
import {
  type ComponentProps,
  createContext,
  isValidElement,
  memo,
  type MouseEvent,
  type ReactNode,
  useContext,
  useMemo,
  useState,
} from 'react'
import ReactMarkdown, { type Components, type ExtraProps, type Options } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import type { Element } from 'hast'
import type { Link, Nodes, Root } from 'mdast'
import { Icon, type IconName } from '../parts/icon.tsx'
import { splitNoteLinks } from '../view-model/files/note-text.ts'
import { isCostly, SANITIZE_SCHEMA } from './sanitize-schema.ts'
import { CodeBlock, GrowingContext } from './code-block.tsx'
import { Diagram } from './diagram.tsx'
import { Formula } from './formula.tsx'
import { type FormulaData, markMaths, rehypeMaths } from './maths.ts'
import { NoteAnchor, NoteLink, type NoteLinks, NoteLinksContext } from './note-link.tsx'
import { Quote, rehypeQuotes } from './quotes.tsx'
import {
  rehypeCallouts,
  rehypeCitations,
  rehypeDirection,
  rehypeFootnotes,
  rehypeHeadings,
  rehypeHighlights,
  rehypeNoteLinks,
} from './rehype-plugins.ts'
import { remarkAsText, remarkDetails } from './remark-plugins.ts'
import { codePiece, createSplitter, settleMarkdown } from './split-blocks.ts'
import { sourceLabel } from '../view-model/files/file-names.ts'
import { t } from '../i18n/t.ts'

/** What ends a sentence and not its address; GFM asks the same, at the end of what it takes for the address. */
const END = '?!.,:;\'"*_~'

interface MarkdownProps {
  readonly text: string
  /** More of it is on its way. */
  readonly isLive?: boolean
  readonly sources: readonly SourceView[]
  readonly onOpenSource: (source: SourceView) => void
}

type Sources = Pick<MarkdownProps, 'sources' | 'onOpenSource'>

const SourcesContext = createContext<Sources>({ sources: [], onOpenSource: () => {} })

const REMARK_PLUGINS: Options['remarkPlugins'] = [
  remarkGfm,
  remarkCitedAddresses,
  remarkDetails,
  [remarkAsText, { footnotes: false }],
]
const FOOTNOTED_PLUGINS: Options['remarkPlugins'] = [
  remarkGfm,
  remarkCitedAddresses,
  remarkDetails,
  [remarkAsText, { footnotes: true }],
]
// Citations and links to notes are made after sanitising, out of text that has already passed it.
const REHYPE_PLUGINS: Options['rehypePlugins'] = [
  [rehypeSanitize, SANITIZE_SCHEMA],
  rehypeMaths,
  rehypeFootnotes,
  rehypeCallouts,
  rehypeHighlights,
  rehypeQuotes,
  [rehypeNoteLinks, { tags: false }],
  rehypeCitations,
  rehypeHeadings,
  rehypeDirection,
]
/** How each element is drawn, in answers and in notes. */
export const COMPONENTS: Components = {
  a: SafeLink,
  blockquote: QuoteOrCallout,
  button: FootnoteMark,
  input: TaskBox,
  table: ScrolledTable,
  th: HeaderCell,
  pre: Code,
  span: OwnSpan,
}

/** The one renderer of untrusted Markdown. */
export const Markdown = memo(function Markdown({
  text,
  isLive = false,
  sources,
  onOpenSource,
}: MarkdownProps) {
  const context = useMemo(() => ({ sources, onOpenSource }), [sources, onOpenSource])
  const [split] = useState(createSplitter)
  const pieces = useMemo(() => split(text), [split, text])
  const last = pieces.length - 1
  return (
    <SourcesContext value={context}>
      {pieces.map((piece, at) => (
        // By its place: the piece at the end grows.
        <GrowingContext key={at} value={isLive && at === last}>
          <MarkdownPiece
            text={isLive && at === last ? settleMarkdown(piece) : piece}
            // A number in brackets is a citation where there are sources, or still may be. A piece without a
            // footnote stays as it is, so that the end of an answer doesn't read all of it again.
            hasFootnotes={!isLive && sources.length === 0 && piece.includes('[^')}
          />
        </GrowingContext>
      ))}
    </SourcesContext>
  )
})

interface MarkdownPieceProps extends Pick<MarkdownProps, 'text'> {
  readonly hasFootnotes?: boolean
}

/** Some whole blocks; one that has not changed is not read again while others come. */
export const MarkdownPiece = memo(function MarkdownPiece({ text, hasFootnotes = false }: MarkdownPieceProps) {
  const block = codePiece(text)
  if (block && block.language !== 'math') return <FencedBlock {...block} />
  if (isCostly(text)) return <p className="markdown-plain">{text}</p>
  return (
    <ReactMarkdown
      remarkPlugins={hasFootnotes ? FOOTNOTED_PLUGINS : REMARK_PLUGINS}
      rehypePlugins={REHYPE_PLUGINS}
      components={COMPONENTS}
    >
      {markMaths(text)}
    </ReactMarkdown>
  )
})

/** A block of code, or the drawing that it describes once it is whole. */
function FencedBlock({ code, language }: { readonly code: string; readonly language: string }) {
  const isGrowing = useContext(GrowingContext)
  if (language.toLowerCase() === 'mermaid' && !isGrowing) return <Diagram source={code} />
  return <CodeBlock code={code} language={language} />
}

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
  return (
    <input
      type="checkbox"
      disabled
      checked={checked}
      aria-label={checked ? t('Done') : t('To do')}
      readOnly
    />
  )
}

/** A wide table scrolls by itself; the keyboard must reach it to do so. */
function ScrolledTable({ children, dir, node }: ComponentProps<'table'> & ExtraProps) {
  const columns = node ? columnsOf(node) : 0
  return (
    <div
      className={columns > FEW_COLUMNS ? 'markdown-table many-columns' : 'markdown-table'}
      role="group"
      aria-label={t('Table')}
      tabIndex={0}
      dir={dir}
    >
      <table>{children}</table>
    </div>
  )
}

/** More would be too narrow to read beside each other: they keep a width, and the table scrolls. */
const FEW_COLUMNS = 4

function columnsOf(table: Element): number {
  const row = (parent: Element): Element | undefined =>
    parent.children
      .filter((child) => child.type === 'element')
      .map((child) => (child.tagName === 'tr' ? child : row(child)))
      .find((found) => found !== undefined)
  return row(table)?.children.filter(({ type }) => type === 'element').length ?? 0
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

/** The content of a fence, at any depth. */
export function readCode(
  children: ReactNode,
): { readonly language: string; readonly code: string } | undefined {
  if (!isValidElement<{ readonly className?: string; readonly children?: ReactNode }>(children))
    return undefined
  const { className = '', children: code = '' } = children.props
  return typeof code === 'string' ? { language: className.replace(/^language-/, ''), code } : undefined
}

export function Code({ children }: ComponentProps<'pre'>) {
  const block = readCode(children)
  return block ? <FencedBlock {...block} /> : <pre tabIndex={0}>{children}</pre>
}

/** The only spans are ours: a citation, a link to a note, a formula, or a word with the citations that stick to it. */
type QuoteProps = ComponentProps<'blockquote'> & {
  readonly 'data-callout'?: string
  readonly 'data-line'?: string
  readonly 'data-end'?: string
}

function QuoteOrCallout(props: QuoteProps) {
  const { className, dir, children, 'data-callout': kind, 'data-line': line, 'data-end': end } = props
  return (
    <blockquote dir={dir} data-line={line} data-end={end} className={className} data-callout={kind}>
      {kind === undefined ? null : <Icon name={CALLOUT_ICONS.get(kind) ?? 'edit'} />}
      {children}
    </blockquote>
  )
}

/** By the kinds that Obsidian and GitHub know, and their other names; any other is a note. */
const CALLOUT_ICONS: ReadonlyMap<string, IconName> = new Map(
  Object.entries({
    info: 'info',
    abstract: 'paste',
    summary: 'paste',
    tldr: 'paste',
    todo: 'check',
    success: 'check',
    check: 'check',
    done: 'check',
    tip: 'bulb',
    hint: 'bulb',
    important: 'bulb',
    question: 'question',
    help: 'question',
    faq: 'question',
    warning: 'warn',
    caution: 'warn',
    attention: 'warn',
    danger: 'warn',
    error: 'warn',
    failure: 'close',
    fail: 'close',
    missing: 'close',
    bug: 'bug',
    example: 'menu',
    quote: 'passage',
    cite: 'passage',
  } as const),
)

function OwnSpan(props: ComponentProps<'span'> & FormulaData & { readonly 'data-quote'?: string }) {
  const quote = props['data-quote']
  if (quote !== undefined) return <Quote quote={quote}>{props.children}</Quote>
  const formula = props['data-formula']
  if (formula !== undefined) return <Formula formula={formula} isDisplay={'data-display' in props} />
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
      aria-label={t('Source {number}: {label}', { number, label })}
      onClick={() => onOpen(source)}
    >
      {number}
    </button>
  )
}

/** Separates a citation directly after a bare address: otherwise neither the link nor the citation would work. */
function remarkCitedAddresses() {
  return (tree: Root): void => partWithin(tree)
}

function partWithin(parent: Nodes): void {
  if (!('children' in parent)) return
  // Only links are shortened, and text is allowed wherever they are; mdast's types can't express that.
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

interface Marked {
  readonly 'data-footnote'?: string
  readonly 'data-leads-to'?: string
}

/** The number of a footnote in the text, or the way back from below. */
function FootnoteMark({ children, ...marked }: ComponentProps<'button'> & Marked) {
  const [name, to = ''] = [marked['data-footnote'], marked['data-leads-to']]
  return (
    <button
      type="button"
      className="footnote-mark"
      data-footnote={name}
      aria-label={name === undefined ? t('Back to the text') : undefined}
      title={name === undefined ? t('Back to the text') : t('Footnote')}
      onClick={(event) => goTo(event, to)}
    >
      {children}
    </button>
  )
}

function goTo({ currentTarget }: MouseEvent<HTMLElement>, to: string): void {
  const all = currentTarget.closest('.markdown')?.querySelectorAll<HTMLElement>('[data-footnote]') ?? []
  const target = [...all].find(({ dataset }) => dataset['footnote'] === to)
  target?.scrollIntoView({ block: 'center' })
  const shown = target?.matches('button') ? target : target?.querySelector<HTMLElement>('.footnote-mark')
  shown?.focus({ preventScroll: true })
}
