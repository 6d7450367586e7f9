import type { Attachable, AttachmentView, UploadView } from '@varve/contract'
import { attachableId } from '../draft.ts'
import { describeAttachable } from './describe-attachment.ts'

const PAGE_KINDS: ReadonlySet<string> = new Set(['url', 'tweet', 'youtube'])

/**
 * Assigns a forecast's attachments to the draft's items, by item id. A folder or a tag has many; an
 * attachment named by two items counts for both, since each alone would add it.
 */
export function matchAttachments(
  attach: readonly Attachable[],
  attachments: readonly AttachmentView[],
  uploads: readonly UploadView[] = [],
): ReadonlyMap<string, readonly AttachmentView[]> {
  const pastes = attachments.filter(({ kind }) => kind === 'paste')
  const pages = attachments.filter(({ kind }) => PAGE_KINDS.has(kind))
  const uploadKeys = keysOf(attach.flatMap((item) => uploads.find(({ id }) => item === `upload:${id}`) ?? []))
  const own = new Map<string, readonly AttachmentView[]>()
  let paste = 0
  for (const item of attach) {
    const id = attachableId(item)
    const { kind, subject } = describeAttachable(item, uploads)
    switch (kind) {
      case 'paste':
        // Their keys are hashes; they come back in the order in which they were attached.
        own.set(id, pastes.slice(paste, ++paste))
        break
      case 'url':
        own.set(
          id,
          pages.filter(({ key }) => isSamePage(key, subject) || pages.length === 1),
        )
        break
      case 'upload':
        own.set(
          id,
          attachments.filter(({ key }) => key === uploadKeys.get(id)),
        )
        break
      case 'folder':
        own.set(
          id,
          attachments.filter(({ key }) => isUnder(key, subject)),
        )
        break
      case 'tag':
        break
      case 'selection':
        own.set(
          id,
          attachments.filter(
            ({ key, title }) => isPassage(key, item) || (title === id && title.includes('#')),
          ),
        )
        break
      case 'path':
      case 'pdf':
      case 'chat':
        own.set(
          id,
          attachments.filter(({ key }) => isNamed(key, kind === 'chat' ? subject : id)),
        )
        break
      default:
        kind satisfies never
    }
  }
  for (const item of attach)
    if (typeof item === 'string' && item.startsWith('#')) own.set(item, ofTag(item, attachments, own))
  return own
}

/**
 * They are attached by their ids, and known by their content from then on; a picture, which is part of the message, by
 * its name. Pictures that share one are numbered: browsers call every screenshot the same.
 */
function keysOf(uploads: readonly UploadView[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  return new Map(
    uploads.map(({ id, kind, name, hash }) => {
      if (kind !== 'image') return [`upload:${id}`, `upload:${hash}`] as const
      const taken = new Set(names.values())
      let free = names.get(hash) ?? name
      for (let number = 2; !names.has(hash) && taken.has(free); number += 1)
        free = name.replace(/(?<=.)(\.[^.]*)?$/, (end) => ` (${number})${end}`)
      names.set(hash, free)
      return [`upload:${id}`, free] as const
    }),
  )
}

function isNamed(key: string, name: string): boolean {
  return key === name.normalize('NFC') || key === `./${name}`
}

function isSamePage(key: string, address: string): boolean {
  if (!URL.canParse(key) || !URL.canParse(address)) return key === address
  const [a, b] = [new URL(key), new URL(address)]
  return a.host === b.host && a.pathname === b.pathname && a.search === b.search
}

function isUnder(key: string, folder: string): boolean {
  const path = folder === '/' || folder === './' ? '' : folder.slice(0, -1)
  if (key === `folder:${path || '/'}`) return true
  return path === '' ? !/^\w+:/.test(key) : key.startsWith(folder)
}

function isPassage(key: string, item: Attachable): boolean {
  const named = typeof item === 'string' ? item.replace(/#L(\d+)$/, '#L$1-$1') : undefined
  const start =
    typeof item === 'string' ? named : 'path' in item ? `${item.path}#L${item.lines.join('-')}` : ''
  return key.startsWith(`${start}@`)
}

/** The notes of a tag precede its listing, back to another item's attachments. */
function ofTag(
  tag: string,
  attachments: readonly AttachmentView[],
  own: ReadonlyMap<string, readonly AttachmentView[]>,
): readonly AttachmentView[] {
  const listing = attachments.findIndex(({ key }) => key === `tag:${tag.slice(1).normalize('NFC')}`)
  if (listing < 0) return []
  const others = new Set([...own].filter(([id]) => id !== tag).flatMap(([, each]) => each))
  const isEnd = (each: AttachmentView) => others.has(each) || each.kind === 'tag' || each.kind === 'folder'
  const before = attachments.slice(0, listing).findLastIndex(isEnd)
  return attachments.slice(before + 1, listing + 1)
}
