import { keyParts } from './key-parts.ts'

const NOTE = /\.(?:md|markdown)$/i

/** Whether `[[ ]]` in a text is a link to a note: in notes and in what is made of them it is, in code it is code. */
export function holdsLinks(key: string, title: string | undefined): boolean {
  const parts = keyParts(key)
  switch (parts.kind) {
    case 'file':
      return NOTE.test(parts.path.replace(/#(?:L\d+-\d+)?@[0-9a-f]+$/, ''))
    case 'query':
    case 'group':
      return true
    case 'held':
      return key.startsWith('chat:') || NOTE.test(title ?? '')
    default:
      return parts satisfies never
  }
}
