import type { ChatHitView, FileView, SearchHitView } from '@varve/contract'
import type { ReactNode } from 'react'
import { FileIcon, PrivacyTag } from '../parts/file-name.tsx'
import { Icon } from '../parts/icon.tsx'
import { useNow } from '../parts/hooks.ts'
import { commandKey } from '../workbench/use-shortcuts.ts'
import { formatChanged } from '../view-model/text/format.ts'
import { type HighlightPiece, splitHighlights } from '../view-model/text/text.ts'
import { hitPlace, type SearchResult } from './search-results.ts'
import { t } from '../i18n/t.ts'

/** Markdown syntax to remove. A link's target is removed if the link has text. */
const MARKS: readonly RegExp[] = [
  /\*\*|__|`/g,
  /(?<=^|[\s…])(?:#{1,6}|-{3,})(?=\s)/g,
  /(?<=^|[\s…])- \[[ xX]\](?=\s)/g,
  // The end of a link whose beginning was cut off.
  /(?<=^…?)[^[\]|…]*\|(?=[^[\]|]*\]\])/g,
  /!\[\[(?=[^[\]|]*\|\d+(?:x\d+)?\]\])|(?<=!\[\[[^[\]|]*)\|\d+(?:x\d+)?(?=\]\])/g,
  /!?\[\[(?:[^[\]|]*\|)?|\]\]/g,
  /!?\[(?=[^[\]]*\]\([^()\s]*\))|(?<=\[[^[\]]*)\]\([^()\s]*\)/g,
]

const HEADING_OF_LINK = /(?<=\[\[[^[\]|#]+)#\^?(?=[^[\]|#]+\]\])/g

const FRONT_MATTER = /^--- (?:.*?(?:^| )---(?= |$)|.*)/s

const NEXT_FIELD = / (?=[\p{L}_][\p{L}\p{N}_-]*: )/gu

/** A table's border, or adjacent cells. */
const CELLS = /(?: ?\|(?: ?:?-+:?(?= ?\|))?)+(?: |$)/g

const FEWEST_CELLS = 3

interface SearchOptionProps {
  readonly id: string
  readonly result: SearchResult
  readonly active: boolean
  readonly attached: ReadonlySet<string>
  readonly onPoint: () => void
  readonly onChoose: () => void
}

/** One thing that was found. */
export function SearchOption({ id, result, active, attached, onPoint, onChoose }: SearchOptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and the keys
    <div
      id={id}
      role="option"
      aria-selected={active}
      className="search-option"
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={active ? undefined : onPoint}
      onClick={onChoose}
    >
      <Inside result={result} attached={attached} />
    </div>
  )
}

function Inside({ result, attached }: Pick<SearchOptionProps, 'result' | 'attached'>) {
  switch (result.kind) {
    case 'hit':
      return <Hit hit={result.hit} attached={attached.has(result.hit.path)} />
    case 'file':
      return <RecentFile file={result.file} attached={attached.has(result.file.path)} />
    case 'chat':
      return <Chat found={result.found} />
    case 'command': {
      const { icon, label, keys } = result.command
      return (
        <Line
          icon={<Icon name={icon} />}
          title={label}
          side={keys === undefined ? undefined : <kbd>{keys}</kbd>}
        />
      )
    }
    case 'ask':
      return (
        <Line
          icon={<Icon name="plus" />}
          title={t('Ask in a new chat: “{text}”', { text: result.text })}
          side={<kbd>{`${commandKey()} ⏎`}</kbd>}
        />
      )
    default:
      return result satisfies never
  }
}

function Hit({ hit, attached }: { readonly hit: SearchHitView; readonly attached: boolean }) {
  return (
    <Line
      icon={<FileIcon kind={hit.kind} />}
      title={hit.title}
      path={hit.path}
      privacy={hit.privacy}
      side={attached ? <span className="tag">{t('Attached')}</span> : hitPlace(hit)}
    >
      <Marked pieces={piecesOf(hit)} />
      {hit.copies ? (
        <span className="search-copies" title={hit.copies.join('\n')}>
          {copiesWords(hit.copies)}
        </span>
      ) : null}
    </Line>
  )
}

function copiesWords(copies: readonly string[]): string {
  return ` · ${t('{count} {count|copy|copies}', { count: copies.length })}`
}

function Marked({ pieces }: { readonly pieces: readonly HighlightPiece[] }) {
  return pieces.map((piece, at) =>
    // The pieces have no names, and never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    piece.hit ? <b key={at}>{piece.text}</b> : <span key={at}>{piece.text}</span>,
  )
}

/** In code the marks of Markdown are something else, and the text of a board is JSON. */
function piecesOf({ kind, path, snippet, highlights }: SearchHitView): readonly HighlightPiece[] {
  if (path.endsWith('.canvas')) return []
  return kind === 'note' ? plainSnippet(snippet, highlights) : splitHighlights(snippet, highlights)
}

function RecentFile({ file, attached }: { readonly file: FileView; readonly attached: boolean }) {
  const now = useNow(undefined)
  return (
    <Line
      icon={<FileIcon kind={file.kind} />}
      title={file.title}
      path={file.path}
      side={
        attached ? <span className="tag">{t('Attached')}</span> : formatChanged(file.modified, new Date(now))
      }
    />
  )
}

/** With the newest passage that holds the words; none where its title does. */
function Chat({ found: { chat, passages } }: { readonly found: ChatHitView }) {
  const now = useNow(undefined)
  const [passage] = passages
  return (
    <Line
      icon={<Icon name="chat" />}
      title={chat.title.trim() || t('New chat')}
      side={formatChanged(new Date(chat.updatedAt).getTime(), new Date(now)).replace(/ at .*/, '')}
    >
      {passage ? <Marked pieces={plainSnippet(passage.snippet, passage.highlights)} /> : undefined}
    </Line>
  )
}

interface LineProps {
  readonly icon: ReactNode
  readonly title: string
  readonly path?: string
  readonly privacy?: FileView['privacy']
  readonly side: ReactNode
  readonly children?: ReactNode
}

function Line({ icon, title, path, privacy, side, children }: LineProps) {
  return (
    <>
      <span className="search-sign">{icon}</span>
      <span className="grow search-words">
        <span className="search-title">
          <span className="cut">{title}</span>
          {path === undefined || path === title ? null : <span className="search-path cut">{path}</span>}
          <PrivacyTag privacy={privacy} />
        </span>
        {children === undefined ? null : <span className="search-snippet">{children}</span>}
      </span>
      <span className="search-side figures">{side}</span>
    </>
  )
}

type Range = readonly [start: number, end: number]

/** What takes the place of a stretch of the text: nothing, or a sign. */
interface Change {
  readonly start: number
  readonly end: number
  readonly sign: string
}

/** A snippet of a note in pieces, those that were searched for marked, without the marks of Markdown, which in a line of a list say nothing. */
export function plainSnippet(text: string, highlights: readonly Range[]): readonly HighlightPiece[] {
  const changes = changesOf(text, highlights)
  const pieces: HighlightPiece[] = []
  let at = 0
  for (const { text: words, hit } of splitHighlights(text, highlights)) {
    const plain = changed(words, at, changes).replaceAll(/\s{2,}/g, ' ')
    const isDoubled = (pieces.at(-1)?.text ?? ' ').endsWith(' ')
    const shown = isDoubled ? plain.trimStart() : plain
    if (shown !== '') pieces.push({ text: shown, hit })
    at += words.length
  }
  return pieces
}

/** In order, without overlaps. */
function changesOf(text: string, highlights: readonly Range[]): readonly Change[] {
  const all = [
    ...frontMatter(text, highlights),
    ...cells(text),
    ...found(text, HEADING_OF_LINK, ' › '),
    ...MARKS.flatMap((mark) => found(text, mark, '')),
  ]
  const kept: Change[] = []
  for (const change of all)
    if (kept.every(({ start, end }) => change.end <= start || change.start >= end)) kept.push(change)
  return kept.toSorted((a, b) => a.start - b.start)
}

function found(text: string, pattern: RegExp, sign: string, from = 0): readonly Change[] {
  return [...text.matchAll(pattern)].map(({ 0: match, index }) => ({
    start: from + index,
    end: from + index + match.length,
    sign,
  }))
}

/** Front matter describes the note, whose title is shown above: it is hidden, unless the match is in it. */
function frontMatter(text: string, highlights: readonly Range[]): readonly Change[] {
  const [fields] = FRONT_MATTER.exec(text) ?? []
  if (fields === undefined) return []
  const end = fields.length
  const isOnly = highlights.length > 0 && highlights.every(([start]) => start < end)
  if (end < text.length && !isOnly) return [{ start: 0, end, sign: '' }]
  return found(fields.slice(4), NEXT_FIELD, ' · ', 4)
}

function cells(text: string): readonly Change[] {
  const all = found(text, CELLS, ' · ')
  if (all.length < FEWEST_CELLS) return []
  const isEdge = ({ start, end }: Change): boolean => start === 0 || end === text.length
  return all.map((change) => (isEdge(change) ? { ...change, sign: ' ' } : change))
}

/** Part of the text, from `at` on, as it is shown. What is changed over its end is shown where it begins. */
function changed(words: string, at: number, changes: readonly Change[]): string {
  let shown = ''
  let from = 0
  for (const { start, end, sign } of changes) {
    if (end <= at || start >= at + words.length) continue
    if (start >= at) shown += words.slice(from, start - at) + sign
    from = Math.min(end - at, words.length)
  }
  return shown + words.slice(from)
}
