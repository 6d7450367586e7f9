/** How much of a model is spent on summing up, at most. */
export const SUMMARY_LIMITS = {
  /** Fewer characters of old turns are not worth a call: an extract of 300 tokens says most of it. */
  leastCharacters: 6000,
  /** Texts beside the turns that are summed up for one message; the others keep their extract. */
  texts: 4,
  /** Tokens of one call, where the text allows; a longer text has longer parts before it has more of them. */
  partTokens: 12_000,
  /** Parts of one text. A text that has more in this model’s window keeps its extract. */
  parts: 8,
  /** The share of a window that a part may take: counts are estimates, and the answer needs room too. */
  windowShare: 0.6,
  /** A window with less room than this per part sums up nothing. */
  leastPartTokens: 500,
  /** Said of each part, before one summary is made of all. */
  noteTokens: 400,
  /** What some models think before they write. */
  thoughtTokens: 2000,
  /** After so many failures nothing more is asked for this message. */
  failures: 2,
} as const
