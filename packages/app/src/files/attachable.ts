import type { Attachable } from '@varve/contract'
import type { Priority } from '@varve/engine/internal'
import { type AttachRequest, parseAttachRequest } from '@varve/workspace'

/** Fails for a name that can be none, before anything is read. */
export function parseAttachables(attach: readonly Attachable[]): readonly AttachRequest[] {
  return attach.map(parseAttachable)
}

function parseAttachable(item: Attachable): AttachRequest {
  if (typeof item === 'string') return parseName(item)
  const { priority } = item
  switch (item.kind) {
    case 'selection': {
      const { kind, path, lines, content } = item
      return marked({ kind, path, lines, content }, priority)
    }
    case 'paste':
      return marked({ kind: item.kind, content: item.content }, priority)
    case 'name':
      return marked(parseAttachRequest(item.name), priority)
    case 'chat-summary':
      return marked({ kind: 'chat', id: item.chatId, content: item.content }, priority)
    default:
      return item satisfies never
  }
}

const MARKS: Readonly<Record<string, Priority>> = { '!': 'essential', '?': 'optional' }

function parseName(name: string): AttachRequest {
  const last = name.at(-1) ?? ''
  const mark = Object.hasOwn(MARKS, last) ? MARKS[last] : undefined
  if (mark === undefined || /^\s*https?:/i.test(name)) return parseAttachRequest(name)
  return marked(parseAttachRequest(name.slice(0, -1)), mark)
}

function marked(request: AttachRequest, priority: Priority | undefined): AttachRequest {
  return priority === undefined ? request : { ...request, priority }
}
