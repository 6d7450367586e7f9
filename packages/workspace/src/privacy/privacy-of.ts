import type { JsonValue } from '@varve/engine/internal'
import { fileKind } from '../file-kind.ts'
import type { ParsedNote } from '../note/parsed-note.ts'

const STRENGTH: Readonly<Record<Privacy, number>> = { open: 0, 'local-only': 1, private: 2 }

/**
 * How far a file may travel: the strictest of what its folders, its tags and its front matter
 * (`private: true`, `local-only: true`, or either word behind `varve:`) say. What cannot be known counts as local-only: a note that was
 * not parsed, front matter that could not be read, a word that means nothing. Rules with a problem may have
 * meant any file, and as private.
 */
export function privacyOf(path: string, note: ParsedNote | undefined, rules: PrivacyRules): Privacy {
  const covers = (mark: PrivacyMark): boolean => isCovered(mark, path, note?.tags ?? [])
  const said: Privacy[] = note ? saidByNote(note) : fileKind(path) === 'note' ? ['local-only'] : []
  if (rules.problems.length > 0) said.push('private')
  if (rules.localOnly.some(covers)) said.push('local-only')
  if (rules.private.some(covers)) said.push('private')
  return strictestPrivacy(said)
}

function saidByNote({ frontMatter }: ParsedNote): Privacy[] {
  if (frontMatter.problem !== undefined) return ['local-only']
  return Object.entries(frontMatter.values).flatMap(([name, value]) => {
    switch (name.toLowerCase().replace(/[-_ ]/g, '')) {
      case 'varve':
        // A number is the version of a file of Varve's own.
        return (Array.isArray(value) ? value : [value])
          .filter((word) => typeof word !== 'number')
          .map(fromWord)
      case 'private':
        return fromSwitch(value, 'private')
      case 'localonly':
        return fromSwitch(value, 'local-only')
      default:
        return []
    }
  })
}

function fromWord(value: JsonValue): Privacy {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined
  return word === 'open' || word === 'private' ? word : 'local-only'
}

const ON: ReadonlySet<JsonValue> = new Set(['true', 'yes', 'on', 'y', '1'])
/** An unticked checkbox is written without a value. */
const OFF: ReadonlySet<JsonValue> = new Set(['false', 'no', 'off', 'n', '0', 'null', ''])

/** Of a property that is on or off; what is neither closes, as a word that means nothing does. */
function fromSwitch(value: JsonValue, mark: Privacy): readonly Privacy[] {
  const word = typeof value === 'object' && value !== null ? undefined : String(value).trim().toLowerCase()
  if (word !== undefined && OFF.has(word)) return []
  return [word !== undefined && ON.has(word) ? mark : 'local-only']
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

/** The one that includes all others; `open` where nothing was said. */
export function strictestPrivacy(said: readonly Privacy[]): Privacy {
  return said.reduce<Privacy>((one, other) => (STRENGTH[other] > STRENGTH[one] ? other : one), 'open')
}

/**
 * For anyone who owns the workspace: why nothing of it counts as open, with file, place and reason. It may name
 * what is private and is not for models.
 */
export function privacyProblem({ problems }: PrivacyRules): string | undefined {
  const [first, ...more] = problems
  if (first === undefined) return undefined
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`
  return `${PRIVACY_FILE} cannot be understood, so every file counts as private until it is mended: ${first.replace(/\.$/, '')}${others}.`
}

/** Where a workspace says which of its folders and tags are not for everybody. */
export const PRIVACY_FILE = 'Varve/workspace.json'

/**
 * Each includes the one before it. `local-only`: never to a model in the cloud. `private`: moreover in no
 * prompt and in nothing that a tool finds, unless the user names the file itself. Their own search shows both.
 */
export type Privacy = 'open' | 'local-only' | 'private'

export type PrivacyMark =
  | { readonly kind: 'everything' }
  /** A folder with all that is in it, or one file. */
  | { readonly kind: 'path'; readonly path: string }
  /** A tag with all tags below it, without `#`. */
  | { readonly kind: 'tag'; readonly tag: string }

export interface PrivacyRules {
  readonly localOnly: readonly PrivacyMark[]
  readonly private: readonly PrivacyMark[]
  /** What could not be understood. While there is anything, every file counts as private: it might have been meant. */
  readonly problems: readonly string[]
}
