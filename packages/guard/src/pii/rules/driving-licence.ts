import type { Candidate } from '../finding.ts'
import { isRealDate } from '../checksum/is-real-date.ts'
import type { ScanTools } from '../text-index/scan-tools.ts'
import { checkLicences } from './check-licences.ts'
import { isOnRoad } from './is-on-road.ts'
import { isExample } from './is-example.ts'
import { findLabelledCodes } from './labelled-code.ts'
import { isInPath } from './not-the-licence.ts'
import { findAnswers } from './licence-answers.ts'
import { elementsIn, findOnCard } from './licence-card.ts'
import { findNumbers } from './licence-numbers.ts'
import { findInRecords } from './licence-records.ts'
import type { Rule } from './rule.ts'

/** Capitals and digits, in groups with one sign between that hold digits but for the first; or digits with a small letter. */
const FORM =
  /^\d{4,5}\/\d{2}\/\d{4}(?!\d)|^[A-Z]{2} \d{2} (?:19|20)\d{9}(?!\d)|^[A-Z]{2}-[A-Z]{2}-[A-Z]{2}-[A-Z]\d{3}[A-Z]{2}|^(?:(?:[A-Z]{1,3}-|[A-Z] )(?=\d))?[A-Z0-9]{0,17}\d[A-Z0-9]{0,17}(?:([- .])[A-Z0-9]{0,7}\d[A-Z0-9]{0,7}(?![A-Za-z0-9])(?:\1[A-Z0-9]{0,7}\d[A-Z0-9]{0,7}(?![A-Za-z0-9])){0,4})?(?:-[A-Z](?![A-Za-z0-9]))?|^[a-z]{0,2}\d{6,13}/
/** Britain: five of the surname, the birthday with the month raised by 50 for women, initials, check; spaced or not. */
const BRITISH =
  /(?<![\p{L}\p{N}_/-])[A-Z]{1,5}9{0,4}[ -]?\d([0156]\d)(\d{2})\d[ -]?[A-Z9]{2}[A-Z0-9] ?[A-Z]{2}(?![\p{L}\p{N}_/])/giu

/** Washington's and Manitoba's are letters for the most part. */
const LETTERED = /^WDL[A-Z0-9]{9}$|^[A-Z]{7}\d{3}[A-Z]{2}$/

/** Of vehicles: seventeen, without the letters that look like digits. */
const VEHICLE = /^(?=[A-Z]*\d)(?=\d*[A-Z])[A-HJ-NPR-Z0-9]{17}$/

/** Words about such papers, whatever they end with. */
const SCENE_STEMS =
  /f[uü]hrersch|fuehrersch|permis de conduire|driv(?:er|ing)['’]?s? li[cs]|patente di guida|rijbewijs|licencia de (?:conducir|manejo)|carta de condu|prawo jazdy|dvla|dmv/iu

export const drivingLicenceRule: Rule = {
  type: 'DRIVING_LICENCE',
  version: 8,
  find: (text, tools) => {
    const isElement = elementsIn(text)
    const labelled = findLabelledCodes(text, tools, {
      vocabulary: 'licence',
      form: FORM,
      scene: SCENE_STEMS,
      accepts: (code) => isLicence(code) && !isElement(code),
      leastDigits: (code) => (LETTERED.test(code) ? 1 : 5),
      confidence: 0.85,
      weak: ['anyLicence'],
      mayBeWeak: (place) =>
        !isInPath(text, place) && isOnRoad(text.slice(Math.max(0, place - 120), place + 80)),
    })
    return withoutGuesses(text, [
      ...findBritish(text, tools),
      ...findOnCard(text, tools),
      ...findInRecords(text, isLicence),
      ...findAnswers(text, tools, isLicence),
      ...findNumbers(text, tools, isLicence),
      ...labelled.filter(checkLicences(text, tools)),
    ])
  },
}

function isLicence(code: string): boolean {
  const compact = code.replace(/[- ./]/g, '')
  const digits = compact.replace(/\D/g, '').length
  if (compact.length < 6 || compact.length > 20 || digits < (LETTERED.test(compact) ? 1 : 4)) return false
  // The tax office numbers its documents so, and acts their sections.
  if (
    /^\d{5}-\d{3}-\d{5}-\d$|^\d+\.\d{1,2}$|^[A-Z]{1,3}-?20\d\d[.-]\d{1,2}$/.test(code) ||
    VEHICLE.test(compact)
  )
    return false
  if (isPlaceholder(compact) || isDate(code)) return false
  return /^[A-Z0-9]+$|^[a-z]{0,2}\d+[a-z]{0,2}$/.test(compact)
}

/** What is at least so sure has a label of its own. */
const SURE = 0.8

/** Where a number is named outright, others without such a name are guesses, unless they look the same. */
function withoutGuesses(text: string, found: readonly Candidate[]): readonly Candidate[] {
  const shapeOf = ({ start, end }: Candidate): string =>
    text.slice(start, end).replace(/[A-Z]/g, 'A').replace(/\d/g, '9')
  const shapes = new Set(found.filter(({ confidence }) => confidence >= SURE).map(shapeOf))
  if (shapes.size === 0) return found
  return found.filter((one) => one.confidence >= SURE || shapes.has(shapeOf(one)))
}

/** Masked, or only there to show how such numbers look. */
function isPlaceholder(compact: string): boolean {
  return /X{4}|^X{3}|(\d)\1{6}|([A-Z])\2{4}/.test(compact)
}

function isDate(code: string): boolean {
  return /^(?:\d{1,2}[-./ ]\d{1,2}[-./ ]\d{2,4}|\d{1,2}[-./]\d{4}|(?:19|20)\d\d[-./]?(?:0[1-9]|1[0-2])[-./]?(?:0[1-9]|[12]\d|3[01])|(?:19|20)\d\d[-./ ](?:0[1-9]|1[0-2]))$/.test(
    code,
  )
}

function findBritish(text: string, tools: ScanTools): readonly Candidate[] {
  const found: Candidate[] = []
  for (const match of text.matchAll(BRITISH)) {
    const [raw, month, day] = match
    if (isExample(text, match.index)) continue
    if (raw.replace(/[ -]/g, '').length !== 16 || !isRealDate(Number(month) % 50, Number(day))) continue
    const span = { start: match.index, end: match.index + raw.length }
    const isNamed = tools.belongsTo(span, 'licence')
    found.push({ ...span, confidence: isNamed ? 0.98 : 0.8, jurisdiction: 'GB' })
  }
  return found
}
