import type { Mention } from './composer-reading.ts'

/** Looks up what a link or a name in a message means. */
export interface NoteFinder {
  /** As it is attached: `folder/plan.md`, with `#Heading` or `#^block` where the link says so. */
  readonly find: (target: string) => string | undefined
  readonly hasFolder: (folder: string) => boolean
}

/** Something that a message names and that can be attached, as it is there. */
export interface Named {
  readonly kind: 'note' | 'name' | 'folder' | 'tag' | 'url'
  readonly name: string
}

/** A mention of something to attach; undefined for words that are meant for the program. */
export function namedBy({ kind, name }: Mention): Named | undefined {
  switch (kind) {
    case 'note':
    case 'name':
    case 'folder':
    case 'tag':
    case 'url':
      return { kind, name }
    case 'vault':
    case 'chats':
    case 'web':
    case 'agent':
    case 'composer':
    case 'template':
    case 'skill':
    case 'command':
      return undefined
    default:
      return kind satisfies never
  }
}

/** Whether files have to be looked at to know what is meant. */
export function isFile({ kind }: Named): boolean {
  return kind === 'note' || kind === 'name' || kind === 'folder'
}

/** What is attached for a name; undefined where there is no such note or folder. */
export function attachmentFor({ kind, name }: Named, finder: NoteFinder | undefined): string | undefined {
  switch (kind) {
    case 'note':
    case 'name':
      return finder?.find(name)
    case 'folder':
      return finder?.hasFolder(name) ? name : undefined
    case 'tag':
    case 'url':
      return name
    default:
      return kind satisfies never
  }
}
