import type { ComposerReading, MentionKind } from '../definitions/composer-reading.ts'
import { parseComposer } from '../definitions/parse-composer.ts'

/** What is meant for the program and says nothing of what a message is about. */
const DIRECTIVES: ReadonlySet<MentionKind> = new Set([
  'vault',
  'web',
  'agent',
  'composer',
  'template',
  'skill',
])
/** As templates and skills take them. */
const PARAMETER = /(?<!\S)[\p{L}_][\p{L}\p{N}_-]*=(?:"[^"]*"|\S*)/gu

/**
 * The words of a message that a chat can be named by: without directives, and where those are all there is, of what
 * was sent in their place. A message of nothing else keeps them.
 */
export function titleWords(reading: ComposerReading, sent: string): string {
  const { directives, text } = reading
  const rest = withoutDirectives(reading)
  const calls = directives.templates.length + directives.skills.length
  const words = calls === 0 ? rest : rest.replace(PARAMETER, '')
  const [found = text] = [words, withoutDirectives(parseComposer(sent)), sent].filter((part) =>
    /[\p{L}\p{N}]/u.test(part),
  )
  return found
}

function withoutDirectives({ text, mentions }: Pick<ComposerReading, 'text' | 'mentions'>): string {
  let words = ''
  let copied = 0
  for (const { kind, from, to } of mentions) {
    if (!DIRECTIVES.has(kind)) continue
    words += text.slice(copied, from)
    copied = to
  }
  return words + text.slice(copied)
}
