import type { ComposerReading, Mention, MentionKind } from '../definitions/composer-reading.ts'
import { parseComposer } from '../definitions/parse-composer.ts'

/** What is meant for the program and says nothing of what a message is about. */
const DIRECTIVES: ReadonlySet<MentionKind> = new Set([
  'vault',
  'chats',
  'web',
  'agent',
  'composer',
  'template',
  'skill',
])
/** As templates and skills take them. */
const PARAMETER = /(?<!\S)[\p{L}_][\p{L}\p{N}_-]*=(?:"[^"]*"|\S*)/gu
const SENTENCE_ENDS = /[\n.?!…。？！]["')”’»]{0,8}$/u
const SENTENCE_BEGINS = /^[^\S\n]*(?:$|\n|\p{Lu})/u

/**
 * The words of a message that a chat can be named by: without the signs of the composer, and where those are all there
 * is, of what was sent in their place. A message of nothing else keeps them.
 */
export function titleWords(reading: ComposerReading, sent: string): string {
  const { directives, text } = reading
  const calls = directives.templates.length + directives.skills.length
  const withoutParameters = (words: string): string => (calls === 0 ? words : words.replace(PARAMETER, ''))
  const resent = parseComposer(sent)
  const [found = text] = [
    withoutParameters(spokenWords(reading, leftOut)),
    spokenWords(resent, leftOut),
    withoutParameters(spokenWords(reading, directivesOf)),
    spokenWords(resent, directivesOf),
    sent,
  ].filter((part) => /[\p{L}\p{N}]/u.test(part))
  return found
}

type Read = Pick<ComposerReading, 'text' | 'mentions'>

/** A message with its mentions as plain words, some of them left out. */
function spokenWords(read: Read, without: (read: Read) => ReadonlySet<Mention>): string {
  const { text, mentions } = read
  const gone = without(read)
  let words = ''
  let copied = 0
  for (const mention of mentions) {
    const { from, to } = mention
    const between = text.slice(copied, from)
    // A comma between two removed names is removed too.
    words += gone.has(mention) && /^[\s,]*$/.test(between) ? between.replaceAll(',', '') : between
    if (!gone.has(mention)) words += nameIn(text.slice(from, to), mention)
    copied = to
  }
  return words + text.slice(copied)
}

function directivesOf({ mentions }: Read): ReadonlySet<Mention> {
  return new Set(mentions.filter(({ kind }) => DIRECTIVES.has(kind)))
}

/** Directives, and what is named beside the sentences: at their place within one the names are part of it. */
function leftOut(read: Read): ReadonlySet<Mention> {
  const { text } = read
  const gone = new Set(directivesOf(read))
  for (const row of rowsOf(read)) {
    const [first, last] = [row[0], row.at(-1)]
    if (!first || !last || row.some(({ kind }) => kind === 'command')) continue
    const isApart = endsSentence(text.slice(0, first.from)) && SENTENCE_BEGINS.test(text.slice(last.to))
    if (isApart) for (const mention of row) gone.add(mention)
  }
  return gone
}

/** Mentions with nothing but blanks and commas between them. */
function rowsOf({ text, mentions }: Read): readonly (readonly Mention[])[] {
  const rows: Mention[][] = []
  let end = -1
  for (const mention of mentions) {
    const row = rows.at(-1)
    if (row && /^[\s,]*$/.test(text.slice(end, mention.from))) row.push(mention)
    else rows.push([mention])
    end = mention.to
  }
  return rows
}

function endsSentence(before: string): boolean {
  const words = before.trimEnd()
  return words === '' || before.slice(words.length).includes('\n') || SENTENCE_ENDS.test(words.slice(-10))
}

/** As one would say it: the words that a link shows, a folder without its stroke. */
function nameIn(written: string, { kind, name }: Mention): string {
  if (kind === 'note') return /\[\[[^[|]*\|(.*)\]\]$/.exec(written)?.[1]?.trim() || name
  if (kind === 'folder') return name.replace(/(?<!\/)\/+$/, '')
  return kind === 'name' ? name : written.replace(/^@(?=[#h])/i, '')
}
