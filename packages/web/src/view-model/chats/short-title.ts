const MOST_SIGNS = 48

/** A title within a sentence: a long one ends early, so that the rest of the sentence is read. */
export function shortTitle(title: string): string {
  // A letter with its accents, or an emoji of several parts, is one sign.
  const signs = Array.from(
    new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(title),
    ({ segment }) => segment,
  )
  if (signs.length <= MOST_SIGNS) return title
  return `${signs
    .slice(0, MOST_SIGNS - 1)
    .join('')
    .trimEnd()}…`
}
