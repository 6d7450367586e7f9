import './markdown.css'
import './footnote-mark.css'
import {
  type ComponentProps,
  isValidElement,
  memo,
  type MouseEvent,
  type ReactNode,
  useContext,
  useMemo,
} from 'react'
import ReactMarkdown, { type Components, defaultUrlTransform, type Options } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import type { Element, ElementContent, Root } from 'hast'
import { Picture } from '../parts/picture.tsx'
import { INLINE_PICTURE, isCostly, NOTE_SCHEMA } from './sanitize-schema.ts'
import { COMPONENTS } from './markdown.tsx'
import { rehypeDirection, rehypeFootnotes, rehypeHeadings, rehypeNoteLinks } from './rehype-plugins.ts'
import { remarkBreaks, remarkNoteAsText } from './remark-plugins.ts'
import { NoteLinksContext } from './note-link.tsx'

/** `[!warning]- What it is about`, in the first line of a quote. The sign that folds it says nothing here. */
const HEAD = /^\s*\[!([\w-]{1,40})\][+-]?[ \t]*/

const UNTOUCHED: ReadonlySet<string> = new Set(['code', 'pre'])

const HIGHLIGHT = /==(?=\S)([^=\n]+)(?<=\S)==/g

const RESULT = 'Dataview query: its result is sent, not shown here'

const BLOCKS: ReadonlySet<string> = new Set('p h1 h2 h3 h4 h5 h6 li blockquote pre table tr hr'.split(' '))

const FENCE = String.raw`^[ \t>]*(?<fence>${'`{3,}'}|~{3,})[^\n]*(?:\n[\s\S]*?(?:^[ \t>]*\k<fence>[${'`'}~]*[ \t]*$|(?![\s\S]))|(?![\s\S]))`

const CODE = String.raw`(?<!${'`'})(?<code>${'`'}+)(?!${'`'})(?:(?!\n[ \t]*\n)[\s\S])*?(?<!${'`'})\k<code>(?!${'`'})`

const COMMENT = String.raw`%%(?<comment>[\s\S]*?)%%|<!--(?<markup>[\s\S]*?)-->`

/** At the end of a block: before an empty line, another item or heading, or nothing. */
const BLOCK_ID = String.raw`(?<=^|[ \t])(?<id>\^[A-Za-z\d-]+[ \t]*)(?=\r?\n[ \t>]*(?:\r?\n|[-*+#]|\d+[.)])|\r?\n?(?![\s\S]))`

const PARTS = new RegExp(`${FENCE}|${CODE}|${COMMENT}|${BLOCK_ID}`, 'gm')

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

/** A block of code. A query stays one here: what it finds is made when the note is sent, and what is not run says so. */
function NoteCode({ children }: ComponentProps<'pre'>) {
  const { whyIdle } = useContext(NoteLinksContext) ?? {}
  const code = <pre tabIndex={0}>{children}</pre>
  const block = asCode(children)
  if (block === undefined) return code
  const reason = whyIdle?.(block.text.trim())
  const words = reason ?? (block.isScript ? undefined : RESULT)
  if (words === undefined) return code
  return (
    <figure className="note-query">
      {code}
      <figcaption>{words}</figcaption>
    </figure>
  )
}

function asCode(children: ReactNode): { readonly isScript: boolean; readonly text: string } | undefined {
  if (!isValidElement<{ readonly className?: string; readonly children?: ReactNode }>(children))
    return undefined
  const { className, children: text } = children.props
  if (className !== 'language-dataview' && className !== 'language-dataviewjs') return undefined
  return { isScript: className === 'language-dataviewjs', text: typeof text === 'string' ? text : '' }
}

/** Makes `==words==` of a note a mark, as its author sees them elsewhere. Code stays as it is. */
function rehypeHighlights() {
  return (tree: Root): void => mark(tree)
}

function mark(parent: Root | Element): void {
  if (parent.type === 'element' && UNTOUCHED.has(parent.tagName)) return
  parent.children = (parent.children as ElementContent[]).flatMap((child) => {
    if (child.type === 'element') mark(child)
    return child.type === 'text' && child.value.includes('==') ? split(child.value) : [child]
  })
}

function split(text: string): readonly ElementContent[] {
  const pieces: ElementContent[] = []
  let from = 0
  for (const match of text.matchAll(HIGHLIGHT)) {
    if (match.index > from) pieces.push({ type: 'text', value: text.slice(from, match.index) })
    const words = { type: 'text', value: match[1] ?? '' } as const
    pieces.push({ type: 'element', tagName: 'mark', properties: {}, children: [words] })
    from = match.index + match[0].length
  }
  if (from < text.length) pieces.push({ type: 'text', value: text.slice(from) })
  return pieces
}

/** Makes a callout of a quote that begins like one: its kind and its title stand above what it says. */
function rehypeCallouts() {
  return (tree: Root): void => visit(tree)
}

function visit(parent: Root | Element): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    if (child.tagName === 'blockquote') become(child)
    visit(child)
  }
}

function become(quote: Element): void {
  const at = quote.children.findIndex(({ type }) => type === 'element')
  const first = quote.children[at]
  if (first?.type !== 'element' || first.tagName !== 'p') return
  const [start, ...others] = first.children
  const [head, kind] = start?.type === 'text' ? (HEAD.exec(start.value) ?? []) : []
  if (start?.type !== 'text' || head === undefined || kind === undefined) return
  const { line, rest } = firstLine([{ ...start, value: start.value.slice(head.length) }, ...others])
  const words = isBlank(line) ? [{ type: 'text', value: nameOf(kind) } as const] : [...line]
  const properties = { ...first.properties, className: ['callout-title'] }
  const title: Element = { ...first, properties, children: words }
  const body = isBlank(rest) ? [] : [{ ...first, children: [...rest] }]
  quote.properties = { ...quote.properties, className: ['callout'], dataCallout: kind.toLowerCase() }
  quote.children.splice(at, 1, title, ...body)
}

/** A paragraph parted at its first break. */
function firstLine(children: readonly ElementContent[]): {
  readonly line: readonly ElementContent[]
  readonly rest: readonly ElementContent[]
} {
  const at = children.findIndex((child) => child.type === 'element' && child.tagName === 'br')
  return at < 0 ? { line: children, rest: [] } : { line: children.slice(0, at), rest: children.slice(at + 1) }
}

function isBlank(children: readonly ElementContent[]): boolean {
  return children.every((child) => child.type === 'text' && child.value.trim() === '')
}

function nameOf(kind: string): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1).toLowerCase().replaceAll('-', ' ')}`
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
      aria-label={name === undefined ? 'Back to the text' : undefined}
      title={name === undefined ? 'Back to the text' : 'Footnote'}
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
