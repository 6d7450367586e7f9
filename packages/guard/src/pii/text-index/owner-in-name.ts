import { isDerailed, isDerailing } from './derailing-words.ts'
import type { Label } from './find-labels.ts'
import { isRemark } from './about-of.ts'
import { isPlainGap } from './is-plain-gap.ts'
import type { OwnKey } from './own-key.ts'
import { ASIDE, lastBefore, OPEN_ENDED, type Owner, type Surroundings } from './owner.ts'
import { restOf } from './row-label.ts'

/** `MAX_MRN` and the like bound values, and are none. */
const LIMITS = /(?:max|min|num|total|count)[_-]?$/i

/** Values to try something with are values. */
const TRIAL = /^(?:samples?|tests?|examples?|demo|mock|fixture|real|default|raw)$/i
const TRIALS = /(?:samples?|tests?|demo|mock|fixture|real|default)(?!\p{Ll})/giu

/** The label in the name of the key that a value is given to. */
export function ownerInKey({ text, labels }: Surroundings, key: OwnKey): Owner | undefined {
  let at = lastBefore(labels, key.end)
  const last = labels[at]
  // `ITIN_SAMPLE` is an ITIN.
  if (last && TRIAL.test(text.slice(last.start, last.end)) && (labels[at - 1]?.start ?? -1) >= key.start)
    at -= 1
  const named = labels[at]
  if (!named || named.end <= key.start) return undefined
  const rest = text.slice(named.end, key.end).replace(TRIALS, '')
  if (isDerailing(rest) || LIMITS.test(text.slice(key.start, named.start))) return undefined
  const isBeside = named.about.every((one) => ASIDE.has(one)) || isPlainGap(rest)
  return { ...named, how: 'before', isBeside, isTight: true }
}

/** The label in the first cell of the column that a value stands in. */
export function ownerInColumn({ text, labels, tables }: Surroundings, start: number): Owner | undefined {
  const header = tables.headerOf(start)
  // "| CLABE 0720… |": a label in the cell itself says more than the one above.
  const own = header ? labels[lastBefore(labels, start)] : undefined
  if (own && own.start >= (tables.cellOf(start)?.start ?? start) && isPlainGap(text.slice(own.end, start)))
    return undefined
  const label = header ? labels[lastBefore(labels, header.end)] : undefined
  if (!header || !label || label.start < header.start || isDerailed(text, label)) return undefined
  // "Q4. Application no.?": the row has a name of its own.
  const cell = tables.cellOf(start)
  const rowStart = text.lastIndexOf('\n', start - 1) + 1
  if (cell && cell.start > rowStart && ASKED.test(text.slice(rowStart, cell.start))) return undefined
  // "…, born 28 Mar 1961" is a line like those below it, and heads none of them.
  if (/\d{4}/.test(text.slice(header.start, header.end))) return undefined
  // Neither what is given a value nor a sentence is a heading.
  if (/\w=["'\w]/.test(text.slice(header.start, header.end))) return undefined
  if (text.slice(header.start, header.end).trim().split(/\s+/).length > MOST_WORDS) return undefined
  const isBeside = isPlainGap(restOf(text, header, label)) || isHeadNoun(text, header, label)
  const outer = labels[lastBefore(labels, label.start)]
  const isOpen = label.about.every((one) => OPEN_ENDED.has(one)) || (outer && isRemark(text, outer, label))
  const about =
    outer && outer.start >= header.start && isOpen ? [...label.about, ...outer.about] : label.about
  return { ...label, about, how: 'header', isBeside, isTight: true }
}

const MOST_WORDS = 7
const ASKED = /^[^\t|\n]{0,60}\?["']?\s{0,3}[\t|]\s{0,3}["']?$/

/** "Auto-pay acct" is an account, "abonnés du compte" are not. */
function isHeadNoun(
  text: string,
  header: { readonly start: number; readonly end: number },
  label: Label,
): boolean {
  return (
    isPlainGap(text.slice(label.end, header.end)) &&
    !/(?:^|[^\p{L}])(?:of|per|by|for|from|in|on|to|du|de|des|d|del|di|der|des|dem|von|van|da|do|by|with|without|no)['’\s]/iu.test(
      text.slice(header.start, label.start),
    )
  )
}
