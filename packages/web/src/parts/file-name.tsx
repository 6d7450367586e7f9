import './file-name.css'
import './button.css'
import { privacyWords, splitFileName, splitPath } from '../view-model/files/file-names.ts'
import { directionOf } from '../view-model/text/text.ts'
import { Icon, type IconName } from './icon.tsx'
import type { FileView } from '@varve/contract'

/** The name of a file that loses its middle when space is short, never its end. The whole path is its title. */
export function FileName({ path }: { readonly path: string }) {
  const end = path.endsWith('/') ? '/' : ''
  return <SplitName name={`${splitPath(path.slice(0, path.length - end.length)).name}${end}`} title={path} />
}

/** The same for a name whose place already has a title. */
export function SplitName({ name, title }: { readonly name: string; readonly title?: string }) {
  const { head, tail } = splitFileName(name)
  return (
    <span className="file-name" title={title} dir={directionOf(name) === 'rtl' ? 'rtl' : undefined}>
      {/* For reading aloud, finding and copying; its halves are only drawn. */}
      <span className="file-name-whole">{name}</span>
      <span className="file-name-head" aria-hidden="true" data-text={head} />
      {tail === '' ? null : <span className="file-name-tail" aria-hidden="true" data-text={tail} />}
    </span>
  )
}

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

/** That a file may not go everywhere; nothing for one that may. */
export function PrivacyTag({ privacy }: { readonly privacy: FileView['privacy'] }) {
  if (privacy === undefined) return null
  const { word, meaning } = privacyWords(privacy)
  return (
    <span className="tag" title={meaning}>
      {word}
    </span>
  )
}
