import type { DefinitionView } from '@varve/contract'
import type { IconName } from '../../parts/icon.tsx'
import { findPlace, foldText, type Mark, takeBest } from '../text/text.ts'
import { t } from '../../i18n/t.ts'

/** After the name itself come the three ranks of a place in it. */
const IN_NAME = 1

const LETTERS = 4

const ABOUT = 5

/** Something that a message calls by its name: it stays in the text. */
export interface WordOption {
  readonly kind: 'word'
  /** As written in the text: `/weekly-review`, `@vault`. */
  readonly item: string
  /** The same, with what was typed of it. */
  readonly marks: readonly Mark[]
  readonly about: string
  readonly icon: IconName
  /** What it asks for before it is used. */
  readonly variables: readonly string[]
  /** Set where it does nothing yet: the file behind it has to be looked at, or the settings if there is none. */
  readonly inert?: { readonly why: string; readonly definition?: DefinitionView }
}

/** Named as groups of mentions are. */
interface WordGroup {
  readonly title: string
  readonly options: readonly WordOption[]
  readonly found: number
}

interface Word {
  readonly name: string
  readonly about: string
  readonly icon: IconName
  readonly definition?: DefinitionView
  /** Why it does nothing yet. */
  readonly inert?: string
}

const SIGNS: readonly Word[] = [
  { name: 'vault', about: t('Search your notes for this message'), icon: 'search' },
  { name: 'chats', about: t('Search your earlier chats for this message'), icon: 'chat' },
  { name: 'web', about: t('Search the web for this message'), icon: 'globe' },
  { name: 'composer', about: t('Edit notes; you approve each change'), icon: 'edit' },
]

/** Done before a message is sent. */
const COMMANDS: readonly Word[] = [{ name: 'compact', about: t('Summarize and continue'), icon: 'layers' }]

const MOST = 8

/** What `/` calls: templates, skills and commands, the group first whose best is closest to what was typed. */
export function slashGroups(query: string, definitions: readonly DefinitionView[]): readonly WordGroup[] {
  const groups = [
    group(t('Templates'), '/', query, wordsOf(definitions, 'template', 'passage')),
    group(t('Skills'), '/', query, wordsOf(definitions, 'skill', 'bulb')),
    group(t('Commands'), '/', query, COMMANDS),
  ]
  // The closest match comes first, whatever its group.
  return groups.toSorted((a, b) => closeness(a, query) - closeness(b, query))
}

/** What `@` calls besides what it attaches: searches, the composer and the agents. */
export function atGroup(query: string, { definitions, searchesWeb }: AtWords): WordGroup {
  const signs = SIGNS.map((sign) =>
    sign.name === 'web' && !searchesWeb ? { ...sign, inert: t('Not set up') } : sign,
  )
  return group(t('For this message'), '@', query, [...signs, ...wordsOf(definitions, 'agent', 'person')])
}

interface AtWords {
  readonly definitions: readonly DefinitionView[]
  readonly searchesWeb: boolean
}

const NEARLY = 3

/** The name of one of them is typed. */
export function isNamed(words: WordGroup, query: string): boolean {
  return closeness(words, query) === 0
}

/** The beginning of one of them is typed, and not only a letter or two. */
export function isNearly(words: WordGroup, query: string): boolean {
  return query.length >= NEARLY && closeness(words, query) <= 1
}

/** Of the best of a group: 0 where its name is typed, 1 where its beginning is, else 2. */
function closeness({ options: [best] }: WordGroup, query: string): 0 | 1 | 2 {
  const [name, wanted] = [foldText(best?.item.slice(1) ?? ''), foldText(query)]
  if (!best || !name.startsWith(wanted)) return 2
  return name === wanted ? 0 : 1
}

function group(title: string, sign: '@' | '/', query: string, words: readonly Word[]): WordGroup {
  const { matches, found } = rankWords(words, query, MOST)
  return { title, found, options: matches.map(({ word, marks }) => optionOf(word, sign, marks)) }
}

function wordsOf(
  definitions: readonly DefinitionView[],
  kind: DefinitionView['kind'],
  icon: IconName,
): readonly Word[] {
  const isInert = (definition: DefinitionView) => Number(whyInert(definition) !== undefined)
  return definitions
    .filter((definition) => definition.kind === kind)
    .toSorted((a, b) => isInert(a) - isInert(b))
    .map((definition) => ({
      name: definition.id,
      about: definition.description || definition.name,
      icon,
      definition,
    }))
}

function optionOf(
  { name, about, icon, definition, inert }: Word,
  sign: '@' | '/',
  marks: readonly Mark[],
): WordOption {
  const why = definition ? whyInert(definition) : inert
  return {
    kind: 'word',
    item: `${sign}${name}`,
    marks: marks.map(([from, to]) => [from + 1, to + 1] as const),
    about,
    icon,
    variables: definition ? askedFor(definition) : [],
    ...(why === undefined ? {} : { inert: { why, ...(definition ? { definition } : {}) } }),
  }
}

/** Variables of a template; of a skill only what it cannot do without. */
function askedFor({ variables, parameters }: DefinitionView): readonly string[] {
  const required: unknown = parameters?.['required']
  const needed = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
  return variables ?? needed
}

/** One that covers a built-in one leaves that in force. */
function whyInert({ problems, trusted, overrides }: DefinitionView): string | undefined {
  if (overrides) return undefined
  if (problems.length > 0) return t('Has a mistake')
  return trusted ? undefined : t('Not trusted')
}

interface Named {
  readonly name: string
  readonly about: string
}

interface WordMatch<T> {
  readonly word: T
  /** Where the typed text occurs in the name. */
  readonly marks: readonly Mark[]
}

interface RankedWords<T> {
  readonly matches: readonly WordMatch<T>[]
  readonly found: number
}

/**
 * Words that answer to a query: by the whole name, by the start of the name, of a word in it, or inside it; then by its letters in their
 * order, as in `wkrv` for `weekly-review`; then by what is said about it. Equal ones keep their order.
 */
function rankWords<T extends Named>(words: readonly T[], query: string, limit: number): RankedWords<T> {
  const wanted = foldText(query)
  const ranked = words.flatMap((word, place) => {
    const found = matchOf(word, wanted)
    return found ? [{ word, place, ...found }] : []
  })
  const best = takeBest(ranked, limit, (a, b) => a.rank - b.rank || a.place - b.place)
  return { matches: best.map(({ word, marks }) => ({ word, marks })), found: ranked.length }
}

function matchOf(
  { name, about }: Named,
  wanted: string,
): { readonly rank: number; readonly marks: readonly Mark[] } | undefined {
  if (wanted === '') return { rank: 0, marks: [] }
  const folded = foldText(name)
  // Folding can change the length of rare letters; then a place in it is none in the name.
  const inPlace = (marks: readonly Mark[]) => (folded.length === name.length ? marks : [])
  const place = findPlace(folded, wanted)
  if (place) return { rank: folded === wanted ? 0 : IN_NAME + place.rank, marks: inPlace([place.mark]) }
  const letters = lettersIn(folded, wanted)
  if (letters) return { rank: LETTERS, marks: inPlace(letters) }
  return wanted.length > 2 && foldText(about).includes(wanted) ? { rank: ABOUT, marks: [] } : undefined
}

/** The positions of the letters in a name, in order, starting at its beginning. */
function lettersIn(name: string, wanted: string): readonly Mark[] | undefined {
  if (name[0] !== wanted[0]) return undefined
  const marks: Mark[] = []
  let from = 0
  for (const letter of wanted) {
    const at = name.indexOf(letter, from)
    if (at < 0) return undefined
    marks.push([at, at + letter.length])
    from = at + letter.length
  }
  return marks
}
