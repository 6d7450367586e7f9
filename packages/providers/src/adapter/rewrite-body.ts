import type { CatalogueModel } from '../catalogue/catalogue-model.ts'
import type { CallInput } from './call-input.ts'
import { restoreNames } from './guarded-name.ts'

/** What the packages do not write as it is meant. */
export function rewriteBody(input: CallInput): (bodyText: string) => string {
  const calls = input.messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'tool-call' || part.kind === 'tool-result' ? [part.tool] : [])),
  )
  const listSystem = systemRewriter(input)
  return (bodyText) => restoreNames(listSystem(bodyText), calls)
}

/**
 * The package writes an unmarked system text as a bare string and a marked one as a list of parts. Where marks
 * may come and go, it is always a list, so that nothing but the mark changes. [P-2] Only the front of the
 * text is searched, and quotes inside of strings are escaped, so what is found is the message itself.
 */
function systemRewriter(input: CallInput): (bodyText: string) => string {
  if (!isMarkedBySystem(input.model)) return (bodyText) => bodyText
  const texts = input.messages
    .flatMap(({ role, parts }) => (role === 'system' ? parts : []))
    .flatMap((part) => (part.kind === 'text' && part.text !== '' ? [JSON.stringify(part.text)] : []))
  return (bodyText) => {
    let rewritten = bodyText
    let from = 0
    for (const text of texts) {
      for (const role of ['developer', 'system']) {
        const bare = `{"role":"${role}","content":${text}}`
        const at = rewritten.indexOf(bare, from)
        if (at < 0) continue
        const parts = `{"role":"${role}","content":[{"type":"input_text","text":${text}}]}`
        rewritten = rewritten.slice(0, at) + parts + rewritten.slice(at + bare.length)
        from = at + parts.length
        break
      }
    }
    return rewritten
  }
}

function isMarkedBySystem({ protocol, cache }: CatalogueModel): boolean {
  return protocol === 'openai-responses' && cache.profile === 'openai-5.6'
}
