import type { ArtifactKind } from '../artifact/artifact.ts'

/** Sources that are shortened alike. */
export type SourceGroup = 'documents' | 'pages' | 'short'

interface SourceLimits {
  readonly group: SourceGroup
  /** Structure and preview together. */
  readonly previewCharacters: number
  /** The shortest form that still names the artifact. */
  readonly lineCharacters: number
}

const DOCUMENT: SourceLimits = { group: 'documents', previewCharacters: 1600, lineCharacters: 200 }
const PAGE: SourceLimits = { group: 'pages', previewCharacters: 1200, lineCharacters: 200 }
const SHORT: SourceLimits = { group: 'short', previewCharacters: 600, lineCharacters: 200 }

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
