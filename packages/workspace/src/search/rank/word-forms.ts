const ENDINGS: readonly string[] = [
  '',
  ...`
    e s y es ed er ers ing ings or ors ly al ally ic ics ical ically icate icates icated icating ication
    ications icator icity ion ions ional ation ations ational ate ates ated ating ator ators ative
    atives ive ives ively iveness ity ities ivity ment ments mental ness ful fully fulness less able
    ably ability ible ibly ibility ance ances ence ences ant ants ent ents ently ous ously ousness ism
    ist ists ize izes ized izer izing ization ise ised ising isation ality est
  `
    .trim()
    .split(/\s+/),
]
/** The last letter of the stem stands twice before these: run, running. */
const AFTER_DOUBLED = ['ing', 'ed', 'er', 'ers']
/** Longer ones take more from a word than a stem is sure to leave. */
export const LONGEST_ENDING = 7

/** What may be written where a stem stands: a word of about this length, if it has that stem. */
export function* wordForms(
  term: string,
  length: { readonly from: number; readonly to: number },
): Generator<string> {
  const isFit = (base: string, ending: string): boolean =>
    base.length + ending.length >= length.from && base.length + ending.length <= length.to
  for (const ending of ENDINGS) if (isFit(term, ending)) yield term + ending
  const doubled = term + (term.at(-1) ?? '')
  for (const ending of AFTER_DOUBLED) if (isFit(doubled, ending)) yield doubled + ending
  // A y at the end becomes an i.
  if (!term.endsWith('i')) return
  const base = term.slice(0, -1)
  for (const ending of ['y', 'ying']) if (isFit(base, ending)) yield base + ending
}
