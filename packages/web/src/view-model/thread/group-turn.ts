import type { AttachmentView } from '@varve/server/types'
import { describeMany } from '../text/describe-many.ts'
import { matchAttachments } from '../composer/match-attachments.ts'

export interface GroupedTurn {
  readonly folders: readonly { readonly folder: AttachmentView; readonly words: string }[]
  /** Tags first, then what is no note or file: a tag may bring hundreds of these. */
  readonly others: readonly AttachmentView[]
  /** Files that a folder brought, and what the queries of a note gave: nobody attached these one by one. */
  readonly members: readonly AttachmentView[]
}

/** The attachments of a turn by how they came: a folder stands for its files, which need no chip of their own. */
export function groupTurn(attachments: readonly AttachmentView[]): GroupedTurn {
  const listings = attachments.filter(({ kind }) => kind === 'folder')
  const names = listings.map(({ key }) => (key === 'folder:/' ? '/' : `${key.slice('folder:'.length)}/`))
  const own = matchAttachments(names, attachments)
  const inFolders = new Set([...own.values()].flat())
  const others = attachments.filter((each) => !inFolders.has(each) && each.kind !== 'dataview')
  const queries = attachments.filter((each) => !inFolders.has(each) && each.kind === 'dataview')
  return {
    folders: listings.map((folder, place) => ({
      folder,
      words: describeMany(own.get(names[place] ?? '') ?? [], { word: 'file' }),
    })),
    others: [0, 1, 2].flatMap((place) => others.filter(({ kind }) => placeOf(kind) === place)),
    members: [...[...inFolders].filter(({ kind }) => kind !== 'folder'), ...queries],
  }
}

function placeOf(kind: string): number {
  if (kind === 'tag') return 0
  return kind === 'note' || kind === 'file' ? 2 : 1
}
