import { BANKING_WORDS } from './words-banking.ts'
import { IDLE_WORDS } from './words-idle.ts'
import { IDENTITY_WORDS } from './words-identity.ts'
import { LICENCE_WORDS } from './words-licence.ts'
import { NATIONAL_WORDS } from './words-national.ts'
import { NEUTRAL_WORDS } from './words-neutral.ts'
import { PERSONAL_WORDS } from './words-personal.ts'

export type Vocabulary =
  | keyof typeof BANKING_WORDS
  | keyof typeof IDENTITY_WORDS
  | keyof typeof IDLE_WORDS
  | keyof typeof LICENCE_WORDS
  | keyof typeof NATIONAL_WORDS
  | keyof typeof NEUTRAL_WORDS
  | keyof typeof PERSONAL_WORDS

/** A step in the tree of words that labels are made of. */
export interface LabelNode {
  readonly next: ReadonlyMap<string, LabelNode>
  /** What a label that ends here is about. */
  readonly about: readonly Vocabulary[]
}

interface GrowingNode {
  readonly next: Map<string, GrowingNode>
  readonly about: Vocabulary[]
}

/** How "number" is written: all of them are one in labels, and `n` is so where a vocabulary has a longer one. */
const NUMBER_WORDS: ReadonlySet<string> = new Set(
  'number numbers no nos nr nrs num nums nro nbr numero numeros nummer nummern numer'.split(' '),
)
export const NUMBER = '#'

/** Names that are written in one: `callerid`, `dateofbirth`, `routingno`; short ones would be other words. */
const SHORTEST_JOINED = 7
const MOST_JOINED = 3

/**
 * All labels of all vocabularies; phrases stand between bars, in lower case and without accents. A word may be one
 * of several with slashes between, and `~` stands for none: `numero/n/no de/~ compte`.
 */
export const LABEL_TREE: LabelNode = growTree({
  ...BANKING_WORDS,
  ...IDENTITY_WORDS,
  ...IDLE_WORDS,
  ...LICENCE_WORDS,
  ...NATIONAL_WORDS,
  ...NEUTRAL_WORDS,
  ...PERSONAL_WORDS,
})

function growTree(words: Readonly<Record<Vocabulary, string>>): LabelNode {
  const root: GrowingNode = { next: new Map(), about: [] }
  for (const [vocabulary, phrases] of Object.entries(words) as [Vocabulary, string][])
    for (const phrase of phrases.split('|')) plant(root, phrase.trim().split(/\s+/), vocabulary)
  return root
}

function waysOf(word: string): readonly string[] {
  return NUMBER_WORDS.has(word) ? [NUMBER, 'n'] : [word]
}

function plant(root: GrowingNode, words: readonly string[], vocabulary: Vocabulary): void {
  let nodes: readonly GrowingNode[] = [root]
  for (const word of words)
    nodes = nodes.flatMap((node) =>
      word.split('/').flatMap((one) => waysOf(one).map((way) => childOf(node, way))),
    )
  for (const node of nodes) if (!node.about.includes(vocabulary)) node.about.push(vocabulary)
  const joined = joinedOf(words)
  if (joined !== undefined && !root.next.has(joined)) childOf(root, joined).about.push(vocabulary)
}

function joinedOf(words: readonly string[]): string | undefined {
  if (words.length < 2 || words.length > MOST_JOINED || words.some((word) => /[/~#]/.test(word)))
    return undefined
  const joined = words.join('')
  return joined.length < SHORTEST_JOINED ? undefined : joined
}

/** A word as the tree has it. */
export function labelWord(folded: string): string {
  return NUMBER_WORDS.has(folded) ? NUMBER : folded
}

function childOf(node: GrowingNode, word: string): GrowingNode {
  if (word === '~') return node
  const child = node.next.get(word) ?? { next: new Map(), about: [] }
  node.next.set(word, child)
  return child
}
