import type { Part } from '../message.ts'

/** A part of a request as a person reads it: texts exactly, calls and pictures by name. */
export function shownText(part: Part): string {
  switch (part.kind) {
    case 'text':
    case 'reasoning':
    case 'tool-result':
      return part.text
    case 'tool-call':
      return `${part.tool} ${part.arguments}`
    case 'image':
      return `[image ${part.image.name}]`
    default:
      return part satisfies never
  }
}
