import type { FolderChoiceView } from '@varve/server/types'
import { formatTokens } from '../view-model/text/format-tokens.ts'

/** What a folder is, before it is opened: `12 notes here, an Obsidian vault`. */
export function folderWords({ notes, obsidian, workspaceId }: FolderChoiceView): string {
  const count =
    notes === 0
      ? 'No notes in the folder itself'
      : `${formatTokens(notes)} ${notes === 1 ? 'note' : 'notes'} here`
  return [
    count,
    ...(obsidian ? ['an Obsidian vault'] : []),
    ...(workspaceId === undefined ? [] : ['already a workspace']),
  ].join(', ')
}
