import { useContext } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Picture } from '../parts/picture.tsx'
import type { NotePiece } from '../view-model/files/split-note-links.ts'
import { NoteAnchor } from './note-anchor.tsx'
import { NoteLinksContext } from './note-links.ts'
import './note-link.css'

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
      <span className="note-link unresolved" title={`There is no note “${target}”`}>
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
      problem={isHeadless ? `There is no heading “${heading}” in ${path}` : undefined}
    >
      {embed ? <Icon name={PICTURE.test(path) ? 'image' : 'note'} size={14} /> : null}
      {embed ? pictureWords(label, target) : label}
    </NoteAnchor>
  )
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
