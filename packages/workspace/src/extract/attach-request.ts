import type { Priority, Range } from '@varve/engine/internal'
import { WorkspaceError } from '../workspace-error.ts'

/** One thing that a user names as context, before anything has been read. */
export type AttachRequest = (
  | {
      readonly kind: 'path'
      readonly path: string
      readonly pages?: Range
      readonly lines?: Range
      /** Of a note: a heading, or `^` and the id of a block. */
      readonly section?: string
    }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'url'; readonly url: string }
  /** A passage as the user marked it; its text is what counts, whatever the file holds by now. */
  | { readonly kind: 'selection'; readonly path: string; readonly lines: Range; readonly content: string }
  | { readonly kind: 'paste'; readonly content: string }
  /** An uploaded file, by its id. */
  | { readonly kind: 'upload'; readonly id: string }
  /** Another chat: all that was said, or this in its place. */
  | { readonly kind: 'chat'; readonly id: string; readonly content?: string }
) & { readonly priority?: Priority }

export type PathRequest = Extract<AttachRequest, { kind: 'path' }>

const PAGES = /^(.+\.pdf)#pages?=(\d{1,6})(?:-(\d{1,6}))?$/i
const SECTION = /^(.+?\.(?:md|markdown))#(.+)$/i
/** A block has an id that no name ends in, so the note's own ending may be left out, as links do. */
const BLOCK = /^([^#]+)#(\^[\w-]+)$/
const NO_PAGES = /\.(\w+)#pages?=[^./]*$/i
const LINES = /^(.+)#L(\d{1,9})(?:-L?(\d{1,9}))?$/

/**
 * What a user writes to name context: `note.md`, `folder/`, `#tag`, `https://…`, `paper.pdf#pages=3-5`,
 * `note.md#L10-20`, `note.md#Heading`, `note#^block`, `chat:id`, `upload:id`.
 */
export function parseAttachRequest(text: string): AttachRequest {
  const name = text.trim()
  if (name === '') throw refused(text, 'it is empty')
  if (/^https?:\/\//i.test(name)) return { kind: 'url', url: name }
  if (name.startsWith('#')) return { kind: 'tag', tag: parseTag(name) }
  if (name.startsWith('chat:')) return { kind: 'chat', id: name.slice('chat:'.length) }
  if (name.startsWith('upload:')) return { kind: 'upload', id: name.slice('upload:'.length) }
  if (name === '/' || name === './') return { kind: 'folder', path: '' }
  // Only the ends are trimmed for the forms above: a file's name may begin or end with a blank.
  if (text.endsWith('/')) return { kind: 'folder', path: text.slice(0, -1) }
  const pages = PAGES.exec(text)
  if (pages?.[1]) return { kind: 'path', path: pages[1], pages: parseRange(text, pages[2], pages[3]) }
  const lines = LINES.exec(text)
  if (lines?.[1]) return { kind: 'path', path: lines[1], lines: parseRange(text, lines[2], lines[3]) }
  const section = SECTION.exec(text) ?? BLOCK.exec(text)
  if (section?.[1] && section[2]) return { kind: 'path', path: section[1], section: section[2] }
  const ending = NO_PAGES.exec(text)?.[1]
  if (ending !== undefined)
    throw refused(
      text,
      ending.toLowerCase() === 'pdf' ? 'pages are numbers, as in "#pages=3-5"' : 'only a PDF has pages',
    )
  return { kind: 'path', path: text }
}

function parseTag(name: string): string {
  const tag = name
    .replace(/^#+/, '')
    .replace(/(?<!\/)\/+$/, '')
    .normalize('NFC')
  if (tag === '' || /[\s#]/.test(tag)) throw refused(name, 'a tag is "#" and a name without blanks')
  return tag
}

function parseRange(text: string, first: string | undefined, last: string | undefined): Range {
  const from = Number(first)
  const to = last === undefined ? from : Number(last)
  if (from < 1 || to < from) throw refused(text, `${from}-${to} is not a range counted from 1`)
  return [from, to]
}

function refused(text: string, reason: string): WorkspaceError {
  const shown = JSON.stringify(text.slice(0, 120))
  return new WorkspaceError('attachment-invalid', text, `${shown} cannot be attached: ${reason}.`)
}
