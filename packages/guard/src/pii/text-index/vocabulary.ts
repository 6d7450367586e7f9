import { BANKING_WORDS } from './words-banking.ts'
import { IDENTITY_WORDS } from './words-identity.ts'
import { NATIONAL_WORDS } from './words-national.ts'
import { NEUTRAL_WORDS } from './words-neutral.ts'
import { PERSONAL_WORDS } from './words-personal.ts'

export type Vocabulary =
  | keyof typeof BANKING_WORDS
  | keyof typeof IDENTITY_WORDS
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

/** All labels of all vocabularies; phrases stand between bars, in lower case and without accents. */
export const LABEL_TREE: LabelNode = growTree({
  ...BANKING_WORDS,
  ...IDENTITY_WORDS,
  ...NATIONAL_WORDS,
  ...NEUTRAL_WORDS,
  ...PERSONAL_WORDS,
})

function growTree(words: Readonly<Record<Vocabulary, string>>): LabelNode {
  const root: GrowingNode = { next: new Map(), about: [] }
  for (const [vocabulary, phrases] of Object.entries(words) as [Vocabulary, string][])
    for (const phrase of phrases.split('|')) {
      let node = root
      for (const word of phrase.trim().split(/\s+/)) {
        const next = node.next.get(word) ?? { next: new Map(), about: [] }
        node.next.set(word, next)
        node = next
      }
      node.about.push(vocabulary)
    }
  return root
}
