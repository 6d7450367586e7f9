import type { Attachable, AttachmentView } from '@varve/server/types'

/**
 * What a turn brought along, as it is named to bring it again. Pasted and uploaded texts have no name; the chat
 * keeps them, so that they need none. A folder names its files itself.
 */
export function attachAgain(attachments: readonly AttachmentView[]): readonly Attachable[] {
  const names = attachments.flatMap((attachment) => nameOf(attachment) ?? [])
  const folders = names.filter((name) => name.endsWith('/'))
  return names.filter((name) => !folders.some((folder) => name !== folder && name.startsWith(folder)))
}

function nameOf({ key, kind }: AttachmentView): string | undefined {
  switch (kind) {
    case 'folder':
      return key === 'folder:/' ? '/' : `${key.slice('folder:'.length)}/`
    case 'tag':
      return `#${key.slice('tag:'.length)}`
    case 'selection':
      return /^(.+#L\d+-\d+)@/.exec(key)?.[1]
    case 'paste':
    case 'upload':
    case 'dataview':
    case 'web-tab':
    case 'web-selection':
    case 'tool-result':
    case 'unparsed':
      return undefined
    default:
      return key
  }
}
