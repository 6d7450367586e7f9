import { Icon, type IconName } from './icon.tsx'

const BY_KIND: Readonly<Record<string, IconName>> = {
  note: 'note',
  file: 'file',
  pdf: 'pdf',
  image: 'image',
  folder: 'folder',
  tag: 'tag',
  url: 'globe',
  tweet: 'globe',
  youtube: 'globe',
  'web-tab': 'globe',
  'web-selection': 'passage',
  selection: 'passage',
  paste: 'paste',
  upload: 'clip',
  chat: 'chat',
  dataview: 'search',
}

/** The sign of a file's kind. Kinds that a newer server may know look like a note. */
export function FileIcon({ kind }: { readonly kind: string }) {
  return <Icon name={BY_KIND[kind] ?? 'note'} size={14} />
}
