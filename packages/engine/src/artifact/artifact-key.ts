import { EngineError } from '../engine-error.ts'
import type { ArtifactKey, ArtifactKind, Range, Source } from './artifact.ts'
import { type Hash, hashText, shortHash } from './hash.ts'
import { normalizePath, normalizeUrl } from './normalize-path.ts'

/** The key of an artifact, made of its source, and of its hash where only the text names it. [A-2] */
export function artifactKey(kind: ArtifactKind, source: Source, contentHash: Hash): ArtifactKey {
  switch (kind) {
    case 'note':
      return pathKey(kind, source)
    case 'file':
    case 'pdf':
    case 'image':
      return `${pathKey(kind, source)}${source.pages ? `#pages=${renderRange(kind, source.pages)}` : ''}`
    case 'url':
    case 'tweet':
    case 'web-tab':
    case 'youtube':
      return normalizeUrl(need(kind, 'url', source.url))
    case 'web-selection':
      return `${normalizeUrl(need(kind, 'url', source.url))}${excerpt(kind, source, contentHash)}`
    case 'selection':
      return `${selectionOrigin(source)}${excerpt(kind, source, contentHash)}`
    case 'paste':
    case 'upload':
    case 'unparsed':
      return `${kind}:${need(kind, 'content hash', contentHash)}`
    case 'chat':
      return `chat:${need(kind, 'name', source.name)}`
    case 'dataview':
      return `${pathKey(kind, source)}#query=${shortHash(hashText(need(kind, 'query', source.query)))}`
    case 'folder':
      return `folder:${folderName(source)}`
    case 'tag':
      return `tag:${need(kind, 'name', source.name?.replace(/^#+/, '').normalize('NFC'))}`
    case 'tool-result':
      return `tool:${need(kind, 'name', source.name)}:${shortHash(hashText(source.query ?? ''))}:${source.ordinal ?? 1}`
    default:
      kind satisfies never
      throw new EngineError('invalid-key', `No key is defined for the kind ${String(kind)}.`)
  }
}

/** A file that is named like another kind's key stays distinct: normalised paths never begin with `./`. */
function pathKey(kind: ArtifactKind, source: Source): string {
  const path = normalizePath(need(kind, 'path', source.path))
  const ambiguous =
    /^(?:paste|upload|chat|folder|tag|tool|unparsed):/.test(path) ||
    /#(?:pages=\d+-\d+|query=[0-9a-f]{16}|(?:L\d+-\d+)?@[0-9a-f]{16})$/.test(path)
  return ambiguous ? `./${path}` : path
}

function selectionOrigin(source: Source): string {
  return source.path === undefined && source.url !== undefined
    ? normalizeUrl(source.url)
    : pathKey('selection', source)
}

function excerpt(kind: ArtifactKind, source: Source, contentHash: Hash): string {
  return `#${source.lines ? `L${renderRange(kind, source.lines)}` : ''}@${shortHash(contentHash)}`
}

function folderName(source: Source): string {
  const name = need('folder', 'name', source.name ?? source.path)
  return /^[./\\]+$/.test(name) && !name.includes('..') ? '/' : normalizePath(name)
}

function renderRange(kind: ArtifactKind, [from, to]: Range): string {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 1 || to < from)
    throw new EngineError(
      'invalid-key',
      `The range ${from}-${to} of a ${kind} is not a range counted from 1.`,
    )
  return `${from}-${to}`
}

function need(kind: ArtifactKind, field: string, value: string | undefined): string {
  if (value === undefined || value === '')
    throw new EngineError('invalid-key', `A ${kind} needs a ${field} to have a key.`)
  return value
}
