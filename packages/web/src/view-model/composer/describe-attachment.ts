import type { Attachable, AttachmentView, UploadView } from '@varve/contract'
import { formatTokensShort } from '../text/format.ts'
import { distinctName, keyParts, lineLabel, queryLine, splitPath } from '../files/file-names.ts'
import { shortAddress } from './find-mention.ts'
import { t } from '../../i18n/t.ts'

/** What a turn does with an attachment, for its chip: the same words before and after it is sent. */
export function describeAttachment(attachment: AttachmentView): string {
  const { form, tokens, added = 0, removed = 0, unseen } = attachment
  if (unseen) return t('not seen by this model')
  switch (form) {
    case 'full':
      return formatTokensShort(tokens)
    case 'reference':
      return t('already given')
    case 'update':
      return `+${added} −${removed}`
    case 'compacted':
      return t('{tokens}, shortened', { tokens: formatTokensShort(tokens) })
    case 'omitted':
      return t('not sent')
    default:
      return form satisfies never
  }
}

/**
 * How a chip looks. `changed`: an update was sent. `refused`: it is not sent. `warned`: there is something to say
 * about it. `open`: the note beside the chat.
 */
export type ChipLook = 'plain' | 'changed' | 'refused' | 'warned' | 'open'

export function attachmentLook({ form }: AttachmentView): 'plain' | 'changed' | 'refused' {
  if (form === 'update') return 'changed'
  return form === 'omitted' ? 'refused' : 'plain'
}

const PASSAGE = /^(.+)#L(\d+)-(\d+)@[0-9a-f]+$/
const PART = /^(.+)#pages=(\d+)-(\d+)$/

/** What is written on the chip of a turn: the name of a file, what else is called by its title. */
export function attachmentLabel(
  { key, title, kind }: AttachmentView,
  files: readonly string[] = [],
): { readonly label: string; readonly part?: string } {
  switch (kind) {
    case 'selection': {
      const [, path = title, from, to] = PASSAGE.exec(key) ?? []
      return from === undefined
        ? { label: title }
        : { label: distinctName(path, files), part: lineLabel([Number(from), Number(to)]) }
    }
    case 'pdf': {
      const [, path = key, from, to] = PART.exec(key) ?? []
      const pages = lineLabel([Number(from), Number(to)], 'page')
      return { label: distinctName(path, files), ...(from === undefined ? {} : { part: pages }) }
    }
    case 'folder':
      return { label: title === '/' ? t('All files') : `${splitPath(title.replace(/\/$/, '')).name}/` }
    case 'dataview':
      return { label: distinctName(key.replace(/#query=.*$/, ''), files), part: queryWords(title) }
    case 'note':
    case 'file':
    case 'image':
      return { label: distinctName(key, files) }
    default:
      return { label: title === '' ? key : title }
  }
}

/**
 * What was attached, by a name that can be read: a passage says its lines, and nothing the hash of its text.
 * Files go by their paths, or by what `nameOf` makes of these.
 */
export function keyLabel(
  name: string,
  title?: string,
  nameOf: (path: string) => string = (path) => path,
): string {
  const [, path = name, from, to] = PASSAGE.exec(name) ?? []
  if (from !== undefined) return `${nameOf(path)}, ${lineLabel([Number(from), Number(to)])}`
  const parts = keyParts(name)
  switch (parts.kind) {
    case 'file':
      return nameOf(name)
    case 'query':
      return `${nameOf(parts.path)}, ${queryWords(title)}`
    case 'held':
      return title ?? parts.label
    case 'group':
      return parts.label
    default:
      return parts satisfies never
  }
}

/** A note may hold many queries: each is known by its line, where its title says one. */
function queryWords(title: string | undefined): string {
  const line = queryLine(title)
  return line === undefined ? t('a query of it') : t('query in line {line}', { line })
}

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
      return {
        kind: 'paste',
        label: t('Pasted text'),
        title: firstWords(item.content),
        subject: t('pasted text'),
      }
    case 'name':
      return describeName(item.name, uploads)
    case 'chat-summary':
      return {
        kind: 'chat',
        label: t('Summary of the other chat'),
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
  if (name.startsWith('chat:')) return { kind: 'chat', label: t('Another chat'), title: name, subject: name }
  if (name.startsWith('upload:')) {
    const upload = uploads.find(({ id }) => name === `upload:${id}`)
    const label = upload?.name ?? t('Uploaded file')
    return { kind: 'upload', label, title: label, subject: name }
  }
  if (name.endsWith('/')) return describeFolder(name)
  const lines = LINES.exec(name)
  if (lines?.[1]) return passage(lines[1], [Number(lines[2]), Number(lines[3] ?? lines[2])])
  const pages = PAGES.exec(name)
  if (pages?.[1]) {
    const [from, to] = [pages[2], pages[3] ?? pages[2]]
    const part = lineLabel([Number(from), Number(to)], 'page')
    return { kind: 'pdf', label: lastName(pages[1]), title: name, path: pages[1], part, subject: pages[1] }
  }
  const [, note, section] = SECTION.exec(name) ?? []
  if (note !== undefined && section !== undefined)
    return { kind: 'selection', label: lastName(note), title: name, path: note, part: section, subject: name }
  return { kind: 'path', label: lastName(name), title: name, path: name, subject: name }
}

function describeFolder(name: string): AttachableLook {
  const path = name.slice(0, -1)
  const label = path === '' || path === '.' ? t('All files') : `${lastName(path)}/`
  return { kind: 'folder', label, title: name, subject: name }
}

function passage(path: string, lines: readonly [number, number]): AttachableLook {
  const part = lineLabel(lines)
  return { kind: 'selection', label: lastName(path), title: `${path}, ${part}`, path, part, subject: path }
}

function lastName(path: string): string {
  return splitPath(path).name
}

const SHOWN = 300

function firstWords(text: string): string {
  const start = text.trimStart()
  return start.length > SHOWN ? `${start.slice(0, SHOWN)}…` : start
}
