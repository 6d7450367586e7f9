import type { ChatHitView, FileView, SearchHitView } from '@varve/server/types'
import type { ReactNode } from 'react'
import { FileIcon } from '../parts/file-icon.tsx'
import { Icon } from '../parts/icon.tsx'
import { PrivacyTag } from '../parts/privacy-tag.tsx'
import { useNow } from '../parts/use-now.ts'
import { commandKey } from '../shell/key-names.ts'
import { formatChanged } from '../view-model/text/format-changed.ts'
import { type HighlightPiece, splitHighlights } from '../view-model/text/split-highlights.ts'
import { plainSnippet } from './plain-snippet.ts'
import { hitPlace, type SearchResult } from './search-results.ts'

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
    case 'ask':
      return (
        <Line
          icon={<Icon name="plus" />}
          title={`Ask in a new chat: “${result.text}”`}
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
      side={attached ? <span className="tag">Attached</span> : hitPlace(hit)}
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
  return copies.length === 1 ? ' · 1 copy' : ` · ${copies.length} copies`
}

function Marked({ pieces }: { readonly pieces: readonly HighlightPiece[] }) {
  return pieces.map((piece, at) =>
    // The pieces have no names, and never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    piece.hit ? <b key={at}>{piece.text}</b> : <span key={at}>{piece.text}</span>,
  )
}

/** In code the marks of Markdown are something else. */
function piecesOf({ kind, snippet, highlights }: SearchHitView): readonly HighlightPiece[] {
  return kind === 'note' ? plainSnippet(snippet, highlights) : splitHighlights(snippet, highlights)
}

function RecentFile({ file, attached }: { readonly file: FileView; readonly attached: boolean }) {
  const now = useNow(undefined)
  return (
    <Line
      icon={<FileIcon kind={file.kind} />}
      title={file.title}
      path={file.path}
      side={attached ? <span className="tag">Attached</span> : formatChanged(file.modified, new Date(now))}
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
      title={chat.title.trim() || 'New chat'}
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
