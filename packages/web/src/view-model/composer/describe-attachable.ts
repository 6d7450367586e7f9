import type { Attachable, UploadView } from '@varve/server/types'
import { shortAddress } from './page-address.ts'
import { lineLabel } from '../files/source-label.ts'
import { splitPath } from '../files/split-file-name.ts'

/** How something that can be attached looks before it is sent. */
export interface AttachableLook {
  /** For its sign; `path` is that of a file whose kind the list of files knows. */
  readonly kind: 'path' | 'pdf' | 'folder' | 'tag' | 'url' | 'selection' | 'paste' | 'upload' | 'chat'
  /** What is written on its chip; a middle too long is cut. */
  readonly label: string
  /** The whole name. */
  readonly title: string
  /** The file that it is, or is a part of. */
  readonly path?: string
  /** What of the file: pages or lines, in words. */
  readonly part?: string
  /** As the server's notices call it. */
  readonly subject: string
}

const PAGES = /^(.+\.pdf)#pages?=(\d{1,6})(?:-(\d{1,6}))?$/i
/** A heading, or `^` and the id of a block. */
const SECTION = /^(.+?\.(?:md|markdown))#(.+)$/i
const LINES = /^(.+)#L(\d{1,9})(?:-L?(\d{1,9}))?$/

export function describeAttachable(item: Attachable, uploads: readonly UploadView[] = []): AttachableLook {
  if (typeof item === 'string') return describeName(item, uploads)
  switch (item.kind) {
    case 'selection':
      return passage(item.path, item.lines)
    case 'paste':
      return { kind: 'paste', label: 'Pasted text', title: firstWords(item.content), subject: 'pasted text' }
    case 'name':
      return describeName(item.name, uploads)
    case 'chat-summary':
      return {
        kind: 'chat',
        label: 'Summary of the other chat',
        title: firstWords(item.content),
        subject: `chat:${item.chatId}`,
      }
    default:
      return item satisfies never
  }
}

function describeName(name: string, uploads: readonly UploadView[]): AttachableLook {
  if (/^https?:\/\//i.test(name))
    return { kind: 'url', label: shortAddress(name), title: name, subject: name }
  if (name.startsWith('#')) return { kind: 'tag', label: name, title: name, subject: name }
  if (name.startsWith('chat:')) return { kind: 'chat', label: 'Another chat', title: name, subject: name }
  if (name.startsWith('upload:')) {
    const upload = uploads.find(({ id }) => name === `upload:${id}`)
    const label = upload?.name ?? 'Uploaded file'
    return { kind: 'upload', label, title: label, subject: name }
  }
  if (name.endsWith('/')) return describeFolder(name)
  const lines = LINES.exec(name)
  if (lines?.[1]) return passage(lines[1], [Number(lines[2]), Number(lines[3] ?? lines[2])])
  const pages = PAGES.exec(name)
  if (pages?.[1]) {
    const [from, to] = [pages[2], pages[3] ?? pages[2]]
    const part = from === to ? `page ${from}` : `pages ${from}–${to}`
    return { kind: 'pdf', label: nameOf(pages[1]), title: name, path: pages[1], part, subject: pages[1] }
  }
  const [, note, section] = SECTION.exec(name) ?? []
  if (note !== undefined && section !== undefined)
    return { kind: 'selection', label: nameOf(note), title: name, path: note, part: section, subject: name }
  return { kind: 'path', label: nameOf(name), title: name, path: name, subject: name }
}

function describeFolder(name: string): AttachableLook {
  const path = name.slice(0, -1)
  const label = path === '' || path === '.' ? 'All files' : `${nameOf(path)}/`
  return { kind: 'folder', label, title: name, subject: name }
}

function passage(path: string, lines: readonly [number, number]): AttachableLook {
  const part = lineLabel(lines)
  return { kind: 'selection', label: nameOf(path), title: `${path}, ${part}`, path, part, subject: path }
}

function nameOf(path: string): string {
  return splitPath(path).name
}

const SHOWN = 300

function firstWords(text: string): string {
  const start = text.trimStart()
  return start.length > SHOWN ? `${start.slice(0, SHOWN)}…` : start
}
