import type { OwnKey } from './own-key.ts'
import { lastBefore, type Owner, type Surroundings } from './owner.ts'

/** How far before its values a line of a log says what they are. */
const LONGEST_LINE = 120
/** "… mismatch booking=A scan=B": the keys say where each of the values comes from, and not what it is. */
const COMPARED =
  /^["'`:,)\s]{0,3}(?:\p{L}{2,10}\s)?(?:mismatch|mismatched|differs?|diff|conflict|discrepancy|changed|updated|corrected|replaced|(?:does not|doesn['’]t|did not|no) match|not equal)(?!\p{L})[^\n]{0,100}$/iu
const SOURCE =
  /^(?:booking|scan|scanned|mrz|chip|crm|db|form|file|record|profile|system|source|target|ours|theirs|local|remote|a|b|lhs|rhs|api|ocr|ui|upstream|downstream|app|ticket|request|reservation|master|vendor|manifest|visa|export|import|previous|current|prev|curr|claimed|declared|typed|manual|registry|bureau|left|right|first|second|input|stored|cached|expected|actual|had|have|want|web|hotel|airline|agent|check|passport|licence|license|card|id|paper|contract|invoice|bank|dmv|dvla|clinic|hospital|ehr|lab|hr|payroll|user|customer|client|server|cache|primary|secondary|old|new|from|to|got|given)$/i

/** The label in front of a comparison, for the values that are compared. */
export function ownerInComparison({ text, labels }: Surroundings, key: OwnKey): Owner | undefined {
  if (!SOURCE.test(text.slice(key.start, key.end))) return undefined
  for (let at = lastBefore(labels, key.start); at >= 0; at -= 1) {
    const label = labels[at]
    if (!label || key.start - label.end > LONGEST_LINE) return undefined
    if (COMPARED.test(text.slice(label.end, key.start)))
      return { ...label, how: 'before', isBeside: true, isTight: true }
  }
  return undefined
}
