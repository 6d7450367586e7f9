import type { ArtifactKind, Source } from './artifact.ts'

/** What a person would call an artifact that came without a title. */
export function defaultTitle(kind: ArtifactKind, source: Source): string {
  switch (kind) {
    case 'note':
    case 'file':
    case 'pdf':
    case 'image':
    case 'url':
    case 'tweet':
    case 'web-tab':
    case 'web-selection':
    case 'youtube':
    case 'selection':
    case 'dataview':
      return sourceTitle(source)
    case 'chat':
    case 'folder':
    case 'tool-result':
      return source.name ?? source.path ?? ''
    case 'tag':
      return `#${source.name?.replace(/^#+/, '') ?? ''}`
    case 'paste':
      return source.name ?? 'Pasted text'
    case 'upload':
      return source.name ?? 'Uploaded file'
    case 'unparsed':
      return 'Unparsed context'
    default:
      kind satisfies never
      return ''
  }
}

function sourceTitle(source: Source): string {
  if (source.path !== undefined) {
    const name = source.path.slice(source.path.lastIndexOf('/') + 1)
    return name.length > 3 && name.toLowerCase().endsWith('.md') ? name.slice(0, -3) : name
  }
  if (source.url === undefined || !URL.canParse(source.url)) return source.url ?? ''
  const url = new URL(source.url)
  return `${url.host}${url.pathname === '/' ? '' : url.pathname}${url.search}`
}
