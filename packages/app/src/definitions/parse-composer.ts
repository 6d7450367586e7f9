import { codeRanges, isInside } from './code-ranges.ts'
import type { ComposerNames, ComposerReading, Mention, MentionKind } from './composer-reading.ts'
import { readLink, readMention, readSlash } from './read-mention.ts'

const NO_NAMES: ComposerNames = { agents: [], templates: [], skills: [] }

/** The longest message that is looked through; what follows is text. */
const MOST_CHARACTERS = 1_000_000

/**
 * Reads what a user writes in the composer: `@note`, `@folder/`, `@#tag`, `@https://…`, `@vault`, `@web`, `@agent`,
 * `@composer`, `[[note]]`, `/template` and `/skill`. What stands in code, in an address or inside a word is text.
 * Names are told apart by the lists; a name on none of them may be a note, or nothing.
 */
export function parseComposer(text: string, names: ComposerNames = NO_NAMES): ComposerReading {
  const code = codeRanges(text.slice(0, MOST_CHARACTERS))
  const mentions: Mention[] = []
  const beginning = text.search(/\S/)
  const signs = /[@[/]/g
  for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
    const { index } = sign
    if (index >= MOST_CHARACTERS) break
    if (isInside(code, index) || !standsAlone(text, index)) continue
    const mention = readAt(text, index, { ...names, isBeginning: index === beginning })
    if (!mention) continue
    mentions.push(mention)
    signs.lastIndex = mention.to
  }
  return { text, mentions, plain: withoutDirectives(text, mentions), ...sumUp(mentions) }
}

function readAt(
  text: string,
  index: number,
  names: ComposerNames & { readonly isBeginning: boolean },
): Mention | undefined {
  switch (text[index]) {
    case '@':
      return readMention(text, index, names)
    case '[':
      return readLink(text, index, index)
    default:
      return readSlash(text, index, names)
  }
}

/** Not in the middle of a word, of an address or of a path; nor behind a backslash. */
function standsAlone(text: string, index: number): boolean {
  if (index === 0) return true
  const before = text.slice(Math.max(0, index - 2), index)
  if (text[index] === '[') return !/[\\[]$/.test(before)
  if (text[index] === '/') return /\s$/.test(before)
  return !/[\p{L}\p{N}\p{M}_@.+/\\#$%&=~<-]$/u.test(before)
}

/** Words to the program are taken out; what names something to read stays, for it belongs to the sentence. */
const TAKEN_OUT: ReadonlySet<MentionKind> = new Set(['vault', 'web', 'agent', 'template', 'skill', 'command'])

function withoutDirectives(text: string, mentions: readonly Mention[]): string {
  let plain = ''
  let copied = 0
  for (const { kind, from, to } of mentions) {
    if (!TAKEN_OUT.has(kind)) continue
    plain += text.slice(copied, from)
    // One of the blanks around it goes with it.
    const isParted = plain === '' || /\s$/.test(plain)
    copied = isParted && (text[to] === ' ' || text[to] === '\t') ? to + 1 : to
  }
  return (plain + text.slice(copied)).trim()
}

function sumUp(mentions: readonly Mention[]): Omit<ComposerReading, 'text' | 'mentions' | 'plain'> {
  const has = (kind: MentionKind): boolean => mentions.some((mention) => mention.kind === kind)
  const unique = (...kinds: readonly MentionKind[]): readonly string[] => [
    ...new Set(mentions.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)),
  ]
  const agent = mentions.findLast(({ kind }) => kind === 'agent')
  return {
    directives: {
      vault: has('vault'),
      web: has('web'),
      composer: has('composer'),
      ...(agent ? { agent: agent.name } : {}),
      templates: unique('template'),
      skills: unique('skill'),
      commands: unique('command'),
    },
    attach: unique('folder', 'tag', 'url'),
    notes: unique('note'),
    names: unique('name'),
  }
}
