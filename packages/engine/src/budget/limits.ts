import type { ArtifactKind } from '../artifact/artifact.ts'

/** How a turn is answered. */
export type Runner = 'chat' | 'plus' | 'agent' | 'vault-qa' | 'project'

export interface RunnerLimits {
  /** Turns that a strip leaves as they are. [L4-2] */
  readonly historyTurnsKept: number
  /** Tool calls whose results stay whole, rounded up to whole turns. [P-6] */
  readonly latestCallsWhole: number
  /** Notes that one folder or tag expands to; the listing names the rest. */
  readonly expandedNotes: number
  /** Passages that one search gives to the model. */
  readonly searchHits: number
  /** Model calls in one turn before the runner asks the user. */
  readonly steps: number
}

export interface SourceLimits {
  /** Structure and preview together. */
  readonly previewCharacters: number
  /** The shortest form that still names the artifact. */
  readonly lineCharacters: number
  /** Exact lines kept of a non-recoverable text. */
  readonly extractCharacters: number
}

const DOCUMENT: SourceLimits = { previewCharacters: 1600, lineCharacters: 200, extractCharacters: 4000 }
const PAGE: SourceLimits = { previewCharacters: 1200, lineCharacters: 200, extractCharacters: 4000 }
const SHORT: SourceLimits = { previewCharacters: 600, lineCharacters: 200, extractCharacters: 2000 }

/** Every default that the budget works with, in one place. [B-4] */
export const LIMITS = {
  /** A compaction continues until this share of the budget is reached, so that the next turns append. [B-2] */
  budget: { lowWater: 0.7 },
  /** A summary takes no more than its share of the budget: a small window has more use for the turns themselves. */
  history: { turnsKept: 2, minimumSummaryTokens: 200, maximumSummaryTokens: 300, summaryShare: 0.1 },
  /**
   * What a message may bring back of stripped turns: tokens in one turn, as far as the budget has room for what is
   * found; the length of a passage, and how many of the best are tried. [L4-5]
   */
  recall: { tokens: 4000, passageCharacters: 1200, tries: 400 },
  tools: { latestCallsWhole: 5, previewCharacters: 600 },
  compaction: {
    previewCharacters: 1600,
    lineCharacters: 200,
    extractCharacters: 4000,
    titleCharacters: 120,
    /** From this length on, a model is asked for a better compaction, of so many tokens. */
    modelCharacters: 8000,
    modelTokens: 400,
    /** Headings shown of one artifact; the rest is counted. */
    headings: 24,
    headingCharacters: 72,
    /** A section with less room than this shows its heading alone. */
    sectionCharacters: 96,
  },
  images: {
    /** Pasted pictures of so many turns stay at a re-base. */
    recentTurns: 2,
    /** Providers scale a picture down until its longer side has so many pixels. */
    longerSide: 1568,
    pixelsPerToken: 750,
    minimumTokens: 85,
    maximumTokens: 1600,
    unknownTokens: 1600,
  },
  calibration: {
    minimum: 0.5,
    maximum: 2,
    /** Coarse on purpose: a new calibration makes every stored count worthless. */
    step: 0.05,
    /** Below this a report tells more about message framing than about text. */
    sampleTokens: 100,
  },
  runner: {
    chat: { historyTurnsKept: 2, latestCallsWhole: 5, expandedNotes: 100, searchHits: 8, steps: 1 },
    plus: { historyTurnsKept: 2, latestCallsWhole: 5, expandedNotes: 100, searchHits: 12, steps: 2 },
    agent: { historyTurnsKept: 2, latestCallsWhole: 5, expandedNotes: 100, searchHits: 12, steps: 25 },
    'vault-qa': { historyTurnsKept: 2, latestCallsWhole: 5, expandedNotes: 30, searchHits: 20, steps: 1 },
    project: { historyTurnsKept: 2, latestCallsWhole: 5, expandedNotes: 300, searchHits: 8, steps: 1 },
  } satisfies Readonly<Record<Runner, RunnerLimits>>,
  source: {
    note: DOCUMENT,
    file: DOCUMENT,
    pdf: DOCUMENT,
    image: SHORT,
    url: PAGE,
    tweet: SHORT,
    'web-tab': PAGE,
    'web-selection': PAGE,
    youtube: PAGE,
    selection: DOCUMENT,
    paste: DOCUMENT,
    upload: DOCUMENT,
    chat: DOCUMENT,
    dataview: SHORT,
    folder: PAGE,
    tag: PAGE,
    'tool-result': SHORT,
    unparsed: DOCUMENT,
  } satisfies Readonly<Record<ArtifactKind, SourceLimits>>,
} as const
