import './note-link.css'
import type { NoteQueryView } from '@varve/contract'
import { createContext, Fragment, type MouseEvent, type ReactNode, useContext } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Picture } from '../parts/picture.tsx'
import type { NotePiece } from '../view-model/files/note-text.ts'
import { filesHref } from '../workbench/place.ts'
import { t } from '../i18n/t.ts'

const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|bmp)$/i

/** A `[[link]]`, an embed or a `#tag`. Pictures come from the workspace only; what leads nowhere says so. */
export function NoteLink({ piece }: { readonly piece: NotePiece }) {
  const links = useContext(NoteLinksContext)
  if (piece.kind === 'text' || !links) return piece.text
  if (piece.kind === 'tag') return <Tag tag={piece.tag} />
  const { target, heading, label, embed } = piece
  const path = links.find(target)
  if (path === undefined)
    return (
      <span className="note-link unresolved" title={t('There is no note “{target}”', { target })}>
        {embed ? pictureWords(label, target) : label}
      </span>
    )
  if (embed && links.picture && PICTURE.test(path))
    return (
      <button type="button" className="note-picture" onClick={() => links.open(path, undefined)}>
        <Picture src={links.picture(path)} alt={pictureWords(label, target)} {...pictureSize(label)} />
      </button>
    )
  const isHeadless = heading !== undefined && links.hasHeading?.(path, heading) === false
  return (
    <NoteAnchor
      path={path}
      heading={heading}
      problem={isHeadless ? t('There is no heading “{heading}” in {path}', { heading, path }) : undefined}
    >
      {embed ? <Icon name={PICTURE.test(path) ? 'image' : 'note'} size={14} /> : null}
      {embed ? pictureWords(label, target) : label}
    </NoteAnchor>
  )
}

/** An embed that stands alone: what it names is drawn in its place. */
export function BlockEmbed({ piece }: { readonly piece: NotePiece }) {
  const links = useContext(NoteLinksContext)
  const path = piece.kind === 'link' ? links?.find(piece.target) : undefined
  const drawn =
    piece.kind === 'link' && path !== undefined && !PICTURE.test(path)
      ? links?.embed?.(path, piece.heading)
      : undefined
  return drawn ?? <NoteLink piece={piece} />
}

export function Tag({ tag }: { readonly tag: string }) {
  const { searchTag } = useContext(NoteLinksContext) ?? {}
  if (!searchTag) return `#${tag}`
  return (
    <button type="button" className="note-tag" onClick={() => searchTag(tag)}>
      #{tag}
    </button>
  )
}

const SIZE = /^(\d{1,5})(?:x(\d{1,5}))?$/

function pictureSize(label: string): { readonly width?: number; readonly height?: number } {
  const [, width, height] = SIZE.exec(label) ?? []
  if (width === undefined) return {}
  return { width: Number(width), ...(height === undefined ? {} : { height: Number(height) }) }
}

/** In an embed the words after the bar may be a width; then the name is what there is to say. */
function pictureWords(label: string, target: string): string {
  return SIZE.test(label) ? target : label
}

/** What links, tags and pictures of a text do where it is shown. */
export interface NoteLinks {
  /** The file that a link leads to; undefined where there is none. */
  readonly find: (target: string) => string | undefined
  /** Whether a file has a heading; undefined where that is not known. */
  readonly hasHeading?: (path: string, heading: string) => boolean | undefined
  readonly open: (path: string, heading: string | undefined) => void
  /** Searches for a tag; absent where `#word` is not one, as in an answer. */
  readonly searchTag?: (tag: string) => void
  /** The address of a picture of the workspace; absent where pictures are only named. */
  readonly picture?: (path: string) => string
  /** What a query gives; absent where that is not known. */
  readonly result?: (query: string) => NoteQueryView | undefined
  /** Draws a file in place of its embed; undefined where it is only linked. */
  readonly embed?: (path: string, heading: string | undefined) => ReactNode
}

/** Until someone says what links lead to, they are text. */
export const NoteLinksContext = createContext<NoteLinks | undefined>(undefined)

/** Text as it was typed, in which links to notes lead there. */
export function LinkedPieces({ pieces }: { readonly pieces: readonly NotePiece[] }) {
  return pieces.map((piece, at) => (
    // The pieces of a text have no names, and never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>{piece.kind === 'text' ? piece.text : <NoteLink piece={piece} />}</Fragment>
  ))
}

interface NoteAnchorProps {
  readonly path: string
  readonly heading: string | undefined
  /** Why it leads less far than it says. */
  readonly problem?: string | undefined
  readonly children: ReactNode
}

/** The link to a note. It has an address, so that it can be opened in another tab as well. */
export function NoteAnchor({ path, heading, problem, children }: NoteAnchorProps) {
  const links = useContext(NoteLinksContext)
  const open = (event: MouseEvent) => {
    if (!links || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    links.open(path, heading)
  }
  return (
    <a
      className={problem === undefined ? 'note-link' : 'note-link unresolved'}
      href={filesHref(path, heading === undefined ? undefined : { kind: 'heading', heading })}
      title={problem ?? path}
      onClick={open}
    >
      {children}
    </a>
  )
}
