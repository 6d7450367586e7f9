import { messagesOf } from '../../plan/messages-of.ts'
import type { Part } from '../../plan/message.ts'
import type { Plan } from '../../plan/plan.ts'

/** A request as a person reads it: a line for each message and part, the text behind a bar. */
export function dumpRequest(plan: Plan): string {
  const { turn, call, epoch, prefixHash } = plan
  const title = `==== turn ${turn}${call > 1 ? `, call ${call}` : ''}: epoch ${epoch.id} (${epoch.reason}), request ${prefixHash.slice(0, 16)}`
  const messages = messagesOf(plan).flatMap(({ role, parts }) => [
    `-- ${role}`,
    ...parts.flatMap((part, index) => [
      ...(index === 0 ? [] : [`   part ${index + 1}`]),
      ...barred(dumpPart(part)),
    ]),
  ])
  return [title, ...messages, ''].join('\n')
}

/** Blanks at the end of a line stay visible in a diff only behind a sign of their own. */
function barred(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => (line === '' ? '|' : `| ${line.replace(/(?<![ \t\r])[ \t\r]+$/, shown)}`))
}

function shown(blanks: string): string {
  return blanks.replaceAll(' ', '·').replaceAll('\t', '→').replaceAll('\r', '␍')
}

function dumpPart(part: Part): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'reasoning':
      return `(reasoning of ${part.model}) ${part.text}`
    case 'image':
      return `(image ${part.image.name}, ${part.image.mediaType})`
    case 'tool-call':
      return `(call ${part.callId}) ${part.tool} ${part.arguments}`
    case 'tool-result':
      return `(result of ${part.callId}, ${part.tool}) ${part.text}`
    default:
      return part satisfies never
  }
}
