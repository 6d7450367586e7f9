import type { Priority } from '@varve/engine'
import { type AttachRequest, parseAttachRequest } from '@varve/workspace'

/**
 * What a message may bring along: a name such as `note.md`, `folder/`, `#tag`, `https://…`, `upload:id`, or a
 * text that has no other place. A name with `!` behind it is essential to the user, one with `?` is optional; an
 * address is marked as an object, since it may end in either.
 */
export type Attachable =
  | string
  | ({
      readonly kind: 'selection'
      readonly path: string
      readonly lines: readonly [from: number, to: number]
      readonly content: string
    } & Marked)
  | ({ readonly kind: 'paste'; readonly content: string } & Marked)
  /** A name as it is, whatever it ends in. */
  | ({ readonly kind: 'name'; readonly name: string } & Marked)
  /** Another chat in short, in the words that `continueInNewChat` gave. */
  | ({ readonly kind: 'chat-summary'; readonly chatId: string; readonly content: string } & Marked)

interface Marked {
  readonly priority?: Priority | undefined
}

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
