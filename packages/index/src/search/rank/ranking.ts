/** How signals weigh against each other; tuned by `npm run bench -- search`, see docs/decisions/0016. */
export interface Ranking {
  /** How soon more of the same word stops counting. */
  readonly saturation: number
  /** How much a long passage is marked down, 0 to 1. */
  readonly length: number
  /** One occurrence in a field against one in a passage of usual length. */
  readonly fields: {
    readonly title: number
    readonly aliases: number
    readonly headings: number
    readonly tags: number
    readonly path: number
    /** The headings that the passage itself is under. */
    readonly ownHeadings: number
    /** Added if the title or an alias is exactly the query, relative to the weight of its words. */
    readonly named: number
  }
  /** The score that other passages of the file add, by words that the best one lacks. */
  readonly spread: number
  readonly proximity: { readonly weight: number; readonly window: number }
  /** A quoted phrase in a conversation, where it is no condition. */
  readonly phrase: number
  readonly links: {
    /** For a question of one word, and from so many words on. */
    readonly least: number
    readonly most: number
    readonly words: number
    /** Of the whole passage's score against the words on the link's own line. */
    readonly passage: number
    /** How many passages have a voice in a long question; fewer in a short one. */
    readonly voters: number
    /** Each further voter counts by this much less. */
    readonly decay: number
  }
  /** Cosine against the best text score, where embeddings are on. */
  readonly vectors: number
  /** Minimum cosine for a passage found by meaning alone; `unknown` applies to one or two words that occur nowhere. */
  readonly leastCosine: { readonly usual: number; readonly unknown: number }
  readonly candidates: { readonly passages: number; readonly files: number; readonly targets: number }
}

export const RANKING: Ranking = {
  saturation: 1.6,
  length: 0.8,
  fields: { title: 10, aliases: 8, headings: 1, tags: 2, path: 1, ownHeadings: 0.5, named: 1 },
  spread: 0.1,
  proximity: { weight: 0.8, window: 8 },
  phrase: 1,
  links: { least: 0, most: 0.7, words: 8, passage: 0.5, voters: 150, decay: 0.5 },
  vectors: 0.8,
  leastCosine: { usual: 0.4, unknown: 0.5 },
  candidates: { passages: 150, files: 50, targets: 50 },
}
