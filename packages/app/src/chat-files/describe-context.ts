import { type AttachRequest, type ChatContext, WorkspaceError } from '@varve/workspace'
import { type Attachable, parseAttachables } from '../files/attachable.ts'
import { pathOf } from './file-texts.ts'

interface Given {
  readonly role?: string | undefined
  readonly source: unknown
}

/** What the line below a question names: what the user named, and the note that was open. */
export function describeContext(attach: readonly Attachable[], given: readonly Given[]): ChatContext {
  const requests = attach.flatMap(requestOf)
  const names = (nameOf: (request: AttachRequest) => string | undefined): readonly string[] => [
    ...new Set(requests.flatMap((request) => nameOf(request) ?? [])),
  ]
  const active = given.flatMap(({ role, source }) => (role === 'active' ? (pathOf(source) ?? []) : []))
  const notes = names((request) =>
    request.kind === 'path' || request.kind === 'selection' ? request.path : undefined,
  )
  return {
    notes: [...new Set([...notes, ...active])],
    urls: names((request) => (request.kind === 'url' ? request.url : undefined)),
    tabs: [],
    tags: names((request) => (request.kind === 'tag' ? `#${request.tag}` : undefined)),
    folders: names((request) => (request.kind === 'folder' ? request.path || '/' : undefined)),
  }
}

/** A name that an earlier version took and this one does not is still in the comment. */
function requestOf(item: Attachable): readonly AttachRequest[] {
  try {
    return parseAttachables([item])
  } catch (error) {
    if (error instanceof WorkspaceError) return []
    throw error
  }
}
