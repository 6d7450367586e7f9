import type { Label } from './find-labels.ts'
import { leadsTo } from './leads-to.ts'
import { BEFORE, OPEN_ENDED, type Surroundings } from './owner.ts'
import type { Vocabulary } from './vocabulary.ts'

/** "Date of birth (as on passport): …", "tax ID (adóazonosító jel) …": either may be meant. */
export function isRemark(text: string, outer: Label, inner: Label): boolean {
  return (
    /^\.?\s?\([^()\n]{0,24}$/.test(text.slice(outer.end, inner.start)) &&
    /^[^()\n]{0,24}\)/.test(text.slice(inner.end, inner.end + 25))
  )
}

/** "routing/transit: …", "SSN / ITIN: …". */
function isEither(text: string, outer: Label, inner: Label): boolean {
  return (
    /^\s?[/|]\s?$/.test(text.slice(outer.end, inner.start)) &&
    /^\s?(?:no|number|nr|#)?\.?\s?:/i.test(text.slice(inner.end, inner.end + 12))
  )
}

/** "NHS card", "ITIN card". */
function isCardOf(text: string, outer: Label, inner: Label): boolean {
  return inner.about.includes('card') && text.slice(outer.end, inner.start) === ' '
}

/** What a label and, where it leaves that open, those before it say. */
export function aboutOf(
  { text, labels, reach }: Surroundings,
  at: number,
  start: number,
): readonly Vocabulary[] {
  const about = [...(labels[at]?.about ?? [])]
  const [outer, inner] = [labels[at - 1], labels[at]]
  if (
    outer &&
    inner &&
    (isRemark(text, outer, inner) || isCardOf(text, outer, inner) || isEither(text, outer, inner))
  )
    about.push(...outer.about)
  for (let back = at - 1; back >= at - 2 && about.every((one) => OPEN_ENDED.has(one)); back -= 1) {
    const further = labels[back]
    if (further && leadsTo(text, further, start, BEFORE[reach])) about.push(...further.about)
  }
  return about
}
