import type { AttachmentView } from '@varve/server/types'
import { formatTokensShort } from '../text/format-tokens.ts'
import { lineLabel } from '../files/source-label.ts'
import { distinctName } from '../files/distinct-name.ts'
import { keyParts, queryLine } from '../files/key-parts.ts'
import { splitPath } from '../files/split-file-name.ts'

/** What a turn does with an attachment, for its chip: the same words before and after it is sent. */
export function describeAttachment(attachment: AttachmentView): string {
  const { form, tokens, added = 0, removed = 0, unseen } = attachment
  if (unseen) return 'not seen by this model'
  switch (form) {
    case 'full':
      return formatTokensShort(tokens)
    case 'reference':
      return 'already given'
    case 'update':
      return `+${added} −${removed}`
    case 'compacted':
      return `${formatTokensShort(tokens)}, shortened`
    case 'omitted':
      return 'not sent'
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
      const pages = from === to ? `page ${from}` : `pages ${from}–${to}`
      return { label: distinctName(path, files), ...(from === undefined ? {} : { part: pages }) }
    }
    case 'folder':
      return { label: title === '/' ? 'All files' : `${splitPath(title.replace(/\/$/, '')).name}/` }
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
  return line === undefined ? 'a query of it' : `query in line ${line}`
}
