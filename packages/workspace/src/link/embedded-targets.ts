import { fileKind } from '../file-kind.ts'
import type { NoteLink, ParsedNote } from '../note/parsed-note.ts'
import { isRemote } from './is-remote.ts'

/** Something that a note shows in place; `link` says where it stands and what it names. */
export type EmbeddedTarget =
  | { readonly kind: 'note'; readonly link: NoteLink }
  | { readonly kind: 'image'; readonly link: NoteLink; readonly width?: number; readonly height?: number }
  | { readonly kind: 'pdf'; readonly link: NoteLink; readonly page?: number }
  | { readonly kind: 'file'; readonly link: NoteLink }
  | { readonly kind: 'web-image'; readonly link: NoteLink }

const SOUND_AND_FILM = /\.(?:3gp|flac|heic|m4a|mkv|mov|mp3|mp4|oga|ogg|ogv|opus|wav|webm)$/iu

/** What a note embeds, in order, each by what its name says it is; a name without a known ending is a note. */
export function embeddedTargets({ links }: Pick<ParsedNote, 'links'>): readonly EmbeddedTarget[] {
  return links.filter(({ embed }) => embed).map(embeddedTarget)
}

function embeddedTarget(link: NoteLink): EmbeddedTarget {
  if (isRemote(link)) return { kind: 'web-image', link }
  const kind = fileKind(link.target)
  switch (kind) {
    case 'image':
      return { kind: 'image', link, ...imageSize(link.alias) }
    case 'pdf':
      return { kind: 'pdf', link, ...pdfPage(link.heading) }
    case 'file':
      return { kind: 'file', link }
    case 'note':
    case undefined:
      return { kind: SOUND_AND_FILM.test(link.target) ? 'file' : 'note', link }
    default:
      return kind satisfies never
  }
}

/** `![[x.png|100]]`, `![[x.png|100x80]]`, `![text|100](x.png)` */
function imageSize(alias = ''): { readonly width?: number; readonly height?: number } {
  const size = /(?:^|\|)\s*([0-9]{1,5})(?:x([0-9]{1,5}))?\s*$/u.exec(alias)
  if (!size) return {}
  return { width: Number(size[1]), ...(size[2] === undefined ? {} : { height: Number(size[2]) }) }
}

/** `![[x.pdf#page=3]]` */
function pdfPage(heading = ''): { readonly page?: number } {
  const page = Number(/(?:^|&)page=([0-9]{1,6})(?:&|$)/u.exec(heading)?.[1] ?? 0)
  return page > 0 ? { page } : {}
}
