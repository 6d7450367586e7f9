import { BANKING_WORDS } from './words-banking.ts'
import { IDLE_WORDS } from './words-idle.ts'
import { IDENTITY_WORDS } from './words-identity.ts'
import { NATIONAL_WORDS } from './words-national.ts'
import { NEUTRAL_WORDS } from './words-neutral.ts'
import { PERSONAL_WORDS } from './words-personal.ts'

export type Vocabulary =
  | keyof typeof BANKING_WORDS
  | keyof typeof IDENTITY_WORDS
  | keyof typeof IDLE_WORDS
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

/**
 * All labels of all vocabularies; phrases stand between bars, in lower case and without accents. A word may be one
 * of several with slashes between, and `~` stands for none: `numero/n/no de/~ compte`.
 */
export const LABEL_TREE: LabelNode = growTree({
  ...BANKING_WORDS,
  ...IDENTITY_WORDS,
  ...IDLE_WORDS,
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

function plant(root: GrowingNode, words: readonly string[], vocabulary: Vocabulary): void {
  let nodes: readonly GrowingNode[] = [root]
  for (const word of words) nodes = nodes.flatMap((node) => word.split('/').map((one) => childOf(node, one)))
  for (const node of nodes) if (!node.about.includes(vocabulary)) node.about.push(vocabulary)
}

function childOf(node: GrowingNode, word: string): GrowingNode {
  if (word === '~') return node
  const child = node.next.get(word) ?? { next: new Map(), about: [] }
  node.next.set(word, child)
  return child
}
