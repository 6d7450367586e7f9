import type { JsonValue } from '@varve/engine'
import type { Privacy, PrivacyMark, PrivacyRules } from './privacy-rules.ts'
import { fileKind } from '../file-kind.ts'
import type { ParsedNote } from '../note/parsed-note.ts'

const STRENGTH: Readonly<Record<Privacy, number>> = { open: 0, 'local-only': 1, private: 2 }

/**
 * How far a file may travel: the strictest of what its folders, its tags and its front matter
 * (`varve: local-only` or `varve: private`) say. What cannot be known counts as local-only: a note that was
 * not parsed, front matter that could not be read, a word that means nothing, rules with a problem.
 */
export function privacyOf(path: string, note: ParsedNote | undefined, rules: PrivacyRules): Privacy {
  const covers = (mark: PrivacyMark): boolean => isCovered(mark, path, note?.tags ?? [])
  const said: Privacy[] = note ? saidByNote(note) : fileKind(nameOf(path)) === 'note' ? ['local-only'] : []
  if (rules.problems.length > 0) said.push('local-only')
  if (rules.localOnly.some(covers)) said.push('local-only')
  if (rules.private.some(covers)) said.push('private')
  return strictest(said)
}

function saidByNote({ frontMatter }: ParsedNote): Privacy[] {
  if (frontMatter.problem !== undefined) return ['local-only']
  return (
    Object.entries(frontMatter.values)
      .filter(([name]) => name.toLowerCase() === 'varve')
      .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
      // A number is the version of a file of Varve's own.
      .filter((value) => typeof value !== 'number')
      .map(fromWord)
  )
}

function fromWord(value: JsonValue): Privacy {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined
  return word === 'open' || word === 'private' ? word : 'local-only'
}

function isCovered(mark: PrivacyMark, path: string, tags: readonly string[]): boolean {
  switch (mark.kind) {
    case 'everything':
      return true
    case 'path':
      return isAtOrBelow(path, mark.path)
    case 'tag':
      return tags.some((tag) => isAtOrBelow(tag, mark.tag))
    default:
      return mark satisfies never
  }
}

/** Letter case is not looked at: on some disks and in tags it makes no difference, and here it only closes more. */
function isAtOrBelow(name: string, parent: string): boolean {
  const [below, above] = [folded(name), folded(parent)]
  return below === above || below.startsWith(`${above}/`)
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function strictest(said: readonly Privacy[]): Privacy {
  return said.reduce<Privacy>((one, other) => (STRENGTH[other] > STRENGTH[one] ? other : one), 'open')
}
