import { isRealDate } from '../checksum/check-digits.ts'
import { isPlainGap } from '../context/around.ts'
import { lastBefore } from '../context/owner.ts'
import type { Owner, ScanTools } from '../context/scan-tools.ts'
import type { Vocabulary } from '../context/labels.ts'
import type { Candidate } from '../finding.ts'
import { isCounted, isExample, isLed } from './beside.ts'
import { checkedRule } from './checked-numbers.ts'
import type { Rule } from './rule.ts'

export interface LabelledCode {
  readonly vocabulary: Vocabulary
  /** What the code is made of, from its first character on; anchored, bounded. */
  readonly form: RegExp
  /** Whether what the form took can be such a code. */
  readonly accepts: (code: string) => boolean
  readonly confidence: number
  /** Digits that a code without a label needs, where such codes are spoken of; it is never guessed without. */
  readonly unlabelled?: number
  /** Labels that need more than themselves, and whether there is more around a place. */
  readonly weak?: readonly Vocabulary[]
  readonly mayBeWeak?: (place: number, code: string) => boolean
}

/** Codes without a form of their own: the first word with a digit in it behind a label, or the column beneath it. */
export function findLabelledCodes(text: string, tools: ScanTools, kind: LabelledCode): readonly Candidate[] {
  const { vocabulary, form, accepts, weak = [] } = kind
  const isNamed = tools.labels.some(({ about }) =>
    about.some((one) => one === vocabulary || weak.includes(one)),
  )
  if (!isNamed) return []
  const found: Candidate[] = []
  let from = 0
  for (const { start, end: tokenEnd } of tools.tokens) {
    // A digit on its own begins no code, and a letter only before groups of digits.
    if (start < from) continue
    if (tokenEnd - start === 1 && text[tokenEnd] === ' ' && !IN_GROUPS.test(text.slice(start, start + 10)))
      continue
    const previous = text[start - 1] ?? ' '
    const isBlankLine = text.slice(start - 3, start) === '___'
    if ((previous === '_' && !isBlankLine) || previous === '@' || previous === '$' || previous === '€')
      continue
    // Neither inside of something longer, nor at a label: of "MRN 00586957" only the number is the code.
    if ('-/.'.includes(previous) && isAlphanumeric(text[start - 2]) && !endsLabel(text, tools, start - 1))
      continue
    if (startsLabel(text, tools, start)) continue
    const code = withoutCount(text, start, form.exec(text.slice(start, start + 40))?.[0])
    if (code === undefined || !accepts(code)) continue
    const end = start + code.length
    if (/^[\p{L}\p{N}@]|^_(?!_)|^[-./:][\p{L}\p{N}]|^:\/\//u.test(text.slice(end, end + 3))) continue
    if (isCounted(text, end) || isExample(text, start) || ROUND.test(code)) continue
    const confidence = rateCode(text, tools, kind, { start, end, code })
    if (confidence === 0) continue
    found.push({ start, end, confidence })
    from = end
  }
  return found
}

/** Of "1) … 4968471 2) …" and "5 J43DTY2V901 9 AM/B" the second count is no part of the code. */
function withoutCount(text: string, start: number, code: string | undefined): string | undefined {
  const isCount = code !== undefined && text[start + code.length] === ')' && text[start - 1] !== '('
  return isCount ? code.replace(/ \d{1,2}$/, '') : code?.replace(/^([A-Z0-9]{8,}) \d{1,2}$/, '$1')
}

/** "D 152 374 455 425". */
const IN_GROUPS = /^(?:[A-Z] \d{3}[ -]\d{3}|[B-HJ-Z] \d{7}(?!\d))/
/** Amounts and counts, places on maps, seconds. */
const ROUND = /^\d{1,3}0{4,}$|^\d{1,3}\.\d+Z?$/
/** "licence: NSW 12345678": who issued it. */
const STATE = /^[\s:#(,]{1,3}(?:[A-Z]{2,3}|Vic|Qld|Tas|Ont|Alta|Sask|Man|Que|Cal|Tex|Fla)[.\s:#)]{1,3}$/

interface Code {
  readonly start: number
  readonly end: number
  readonly code: string
}

function rateCode(text: string, tools: ScanTools, kind: LabelledCode, found: Code): number {
  const { vocabulary, confidence, weak = [], mayBeWeak } = kind
  const { start, end, code } = found
  const label = tools.labelOf(start, end)
  const isLedTo = isLed(text, start) || STATE.test(text.slice(label?.end ?? start, start))
  if (label && (label.how !== 'behind' || explains(text, end, label))) {
    if (isNumberOfOther(text.slice(label.end, start))) return 0
    if (label.about.includes(vocabulary)) return rate(label, isLedTo, code, confidence)
    const isTold = label.how === 'header' || label.isBeside || SAID.test(text.slice(label.end, start))
    if (
      isTold &&
      label.about.some((one) => weak.includes(one)) &&
      (mayBeWeak?.(label.how === 'header' ? label.start : start, code) ?? false)
    )
      return rate(label, isLedTo, code, confidence)
  }
  return isSpokenOf(text, tools, kind, found) ? UNLABELLED : 0
}

/** "licence. Task ID …", "appointment no. …": another noun with "number" between a label and a code. */
const OTHERS_NUMBER =
  /(?<![\p{L}\p{N}'’-])(\p{L}{3,24})[ _-](?:number|no|nr|num|id|code|ref|n[°º]|num[eé]ro|n[uú]mero|nummer)[.]?["'`]?(?:\s?[:=#]|\s(?:is|was|est|es|ist))?\s?["'`#]?$/iu
/** Papers and their holders are no others. */
const OF_PAPER =
  /^(?:doc|ident|card|reg|official|gov|holder|person|licen|permi|pass|cart|tarjeta|ausweis|driver|client|custom|member|pa[tcz]ien|conduct|chauff|titular|state)/i

function isNumberOfOther(gap: string): boolean {
  const noun = OTHERS_NUMBER.exec(gap)?.[1]
  return noun !== undefined && !OF_PAPER.test(noun) && !isPlainGap(noun)
}

/** Nothing else claims it, and such codes are mentioned: "need ur passport number", answered in the lines below. */
function isSpokenOf(text: string, tools: ScanTools, kind: LabelledCode, { start, end, code }: Code): boolean {
  const { vocabulary, unlabelled } = kind
  if (unlabelled === undefined || code.replace(/\D/g, '').length < unlabelled || /^[A-Z]{2,6} /.test(code))
    return false
  return isLed(text, start) && tools.mayBe({ start, end }, vocabulary)
}

/** Confidence of a code without its own label. */
const UNLABELLED = 0.6

/** Between a value and the label behind it: "… (passport)", "… is my passport". */
const EXPLAINS =
  /^["'`]?\s?(?:[([–—-]\s?(?:[\p{L}'’]{1,12} ){0,3}|,?\s?(?:is|was|are|est|es|ist|è|é|as|als|come|como|comme)\s(?:\p{L}{1,6}\s)?|[.!]?\n(?:[^\s:]{1,16}:\s)?(?:that['’]?s|it['’]?s|c['’]est|es|das ist)\s(?:\p{L}{1,6}\s)?)$/iu

function explains(text: string, end: number, label: Owner): boolean {
  const gap = text.slice(end, label.start)
  return EXPLAINS.test(gap)
}

const SAID = /(?:^|[^\p{L}])(?:is|est|es|ist|è|é|ID)\s$|:\s?$/iu

function isAlphanumeric(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}

/** A label that is not tied to digits, as it is in `MRN-0045127`. */
function startsLabel(text: string, tools: ScanTools, start: number): boolean {
  const label = tools.labels[lastBefore(tools.labels, start) + 1]
  if (label?.start !== start) return false
  return label.about.includes('neutral') || !/^[-_]\d/.test(text.slice(label.end, label.end + 2))
}

/** `DL-482910`; in "letter ref DVLA/278583" it is a part of what the label before it has. */
function endsLabel(text: string, tools: ScanTools, place: number): boolean {
  const at = lastBefore(tools.labels, place)
  const [outer, label] = [tools.labels[at - 1], tools.labels[at]]
  if (label?.end !== place) return false
  return !(outer?.about.includes('neutral') && /^[\s:.#]{1,3}$/.test(text.slice(outer.end, label.start)))
}

/** A code several words after its label is less certain. */
function rate(label: Owner, isLedTo: boolean, code: string, confidence: number): number {
  if (label.isBeside || label.how === 'header') return confidence
  // Nothing leads to the digits: "the passport office issued 1250000 booklets".
  if (!isLedTo && /^[\d .]+$/.test(code)) return confidence - 0.4
  if (/^[A-Z]{2,6} /.test(code)) return confidence - 0.4
  return confidence - 0.2
}

/** Six to nine characters, mostly digits, with up to three letters before and one behind. */
const FORM =
  /^(?:[A-Z]{0,3} ?\d{5,9}[A-Z]?|[A-Z]{1,2} \d{2,3} \d{2,3}(?: \d{2})?\d?|[A-Z]{1,3}-\d{6,8}|\d{2} ?[A-Z]{2} ?\d{5}|[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}\d|[A-Z0-9]{8,9}|\d{2} \d{7}|\d{2} \d{2} \d{5,6}|\d{3} \d{3} \d{3}|\d{4} \d{5,6})(?![\p{L}\p{N}])/iu

/** What lets people into programs. */
const LIBRARY =
  /passport\.(?:use|js|authenticate|initialize|session|serialize)|(?:from|require\()\s?['"]passport/
/** Nine of the letters that are mistaken for no digit and no vowel. */
const GERMAN = /^[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}$/
/** Two letters, six of either, a digit. */
const DUTCH = /^[A-NP-Z]{2}[A-NP-Z0-9]{6}\d$/

export const passportRule: Rule = {
  type: 'PASSPORT',
  version: 5,
  find: (text, tools) =>
    LIBRARY.test(text)
      ? []
      : findLabelledCodes(text, tools, {
          vocabulary: 'passport',
          form: FORM,
          accepts: (code) => {
            // "is 13500" begins with a word.
            if (/^[a-z]+ /.test(code)) return false
            const compact = code.replace(/[ -]/g, '')
            const digits = compact.replace(/\D/g, '').length
            // Germany's and those of the Netherlands have nine characters, of which seven may be letters.
            const least = GERMAN.test(compact) || DUTCH.test(compact) ? 2 : 3
            if (compact.length < 6 || compact.length > 10 || digits < least) return false
            // Days as one number are dates of issue.
            return (
              !/^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$/.test(compact) &&
              (!/[a-z]/.test(compact.replace(/^[a-z]{1,2}\d+$/, '')) ||
                (digits > 3 && /^[a-z0-9]{8,9}$/.test(compact)))
            )
          },
          unlabelled: 5,
          confidence: 0.85,
        }),
}

/** Capitals and digits, in groups with one sign between that hold digits but for the first; or digits with a small letter. */
const DRIVING_LICENCE_FORM =
  /^\d{4,5}\/\d{2}\/\d{4}(?!\d)|^[A-Z]{2} \d{2} (?:19|20)\d{9}(?!\d)|^[A-Z]{2}-[A-Z]{2}-[A-Z]{2}-[A-Z]\d{3}[A-Z]{2}|^(?:(?:[A-Z]{1,3}-|[A-Z] )(?=\d))?[A-Z0-9]{0,17}\d[A-Z0-9]{0,17}(?:([- .])[A-Z0-9]{0,7}\d[A-Z0-9]{0,7}(?![A-Za-z0-9])(?:\1[A-Z0-9]{0,7}\d[A-Z0-9]{0,7}(?![A-Za-z0-9])){0,4})?(?:-[A-Z](?![A-Za-z0-9]))?|^[a-z]{0,2}\d{6,13}/
/** Britain: five of the surname, the birthday with the month raised by 50 for women, initials, check; spaced or not. */
const BRITISH =
  /(?<![\p{L}\p{N}_/-])[A-Z]{1,5}9{0,4}[ -]?\d([0156]\d)(\d{2})\d[ -]?[A-Z9]{2}[A-Z0-9] ?[A-Z]{2}(?![\p{L}\p{N}_/])/giu

/** Washington's and Manitoba's are letters for the most part. */
const LETTERED = /^WDL[A-Z0-9]{9}$|^[A-Z]{7}\d{3}[A-Z]{2}$/

/** Of vehicles: seventeen, without the letters that look like digits. */
const VEHICLE = /^(?=[A-Z]*\d)(?=\d*[A-Z])[A-HJ-NPR-Z0-9]{17}$/

/** Other things that have licences. */
const TRADES =
  /(?<!\p{L})(?:electric|plumb|roof|contractor|nurs(?:e|ing)|rn(?! number)|physician|pharm|attorney|bar no|broker|realtor|estate|notary|teacher|architect|engineer|pilot|radio|ship|fish|hunt|firearm|shotgun|liquor|alcohol|premises|gaming|taxi|minicab|hackney|o-licen|haulage|software|product|perpetual|subscription|seats?|activation|security|cannabis|funcionamiento|construcci|pesca|caza|armas|rbq|operator,)/iu

export const drivingLicenceRule: Rule = {
  type: 'DRIVING_LICENCE',
  version: 8,
  find: (text, tools) => [
    ...findBritish(text, tools),
    ...findLabelledCodes(text, tools, {
      vocabulary: 'licence',
      form: DRIVING_LICENCE_FORM,
      accepts: isLicence,
      confidence: 0.85,
      weak: ['anyLicence'],
      mayBeWeak: (place) => {
        const around = text.slice(Math.max(0, place - 120), place + 80)
        return isOnRoad(around) && !TRADES.test(around)
      },
    }),
  ],
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

/** What is around when a licence is one to drive. */
const ROAD =
  /driv|officer|trooper|police|fahrer|lkw|pkw|chauffeur|chofer|conduc|condui|v[eé]hic|plate|endorsed|penalty points|constable|suspended|pulled over|traffic|speed|rental|renter|(?:^|[^\p{L}])(?:car|cars|cdl|dl|dln|dob|date of birth|hgv|lgv|pcv|endorsements?|vans?|lorry|fleet|moto|dmv|dvla|dva|ndls|rto|icbc|saaq|mvr|hire|hirer|truck|motor\p{L}{0,6}|placas?|camion\p{L}{0,3}|coche|carro|unidad|class [A-E])(?!\p{L})/iu
/** Licences of trades and programs are of no state. */
const DRIVING_LICENCE_STATE = /[Ss]tate["']?\s?[:=]\s?["']?[A-Z]{2}(?![A-Za-z])/

/** "PA license 16 303 671", and "D/L". */
const OF_STATE =
  /(?<![\p{L}\p{N}])(?:A[LKZR]|C[AOT]|DE|FL|GA|HI|I[DLNA]|K[SY]|LA|M[EDAINSOT]|N[EVHJMYCD]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[TA]|W[AVIY])\s(?:state\s)?licen[cs]e|(?<![\p{L}\p{N}])D\/L(?!\p{L})/u

/** Whether words around a licence number are about driving. */
function isOnRoad(around: string): boolean {
  return ROAD.test(around) || DRIVING_LICENCE_STATE.test(around) || OF_STATE.test(around)
}

const MEDICAL_RECORD_FORM =
  /^(?:(?:[A-Z]{1,6}[-:#/]|[A-Z] )(?=\d))?[A-Z0-9]{0,12}\d[A-Z0-9]{0,12}(?:[-/ .][A-Z0-9]{0,8}\d[A-Z0-9]{0,8}){0,4}(?:[-/][A-Z](?![A-Za-z0-9]))?|^[a-z]{0,3}-?\d{4,12}/

/** The customs' movement reference number, which is called MRN as well: year, country, office, check. */
const CUSTOMS = /^\d{2}[A-Z]{2}[A-Z0-9]{11,14}$/
/** A day in one piece, a Social Security number, a telephone. */
const OTHER_SHAPES =
  /^(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])|\d{3}-\d\d-\d{4}|\d{3}[- ]\d{3}[- ]\d{4})$/
/** Who and what is around when a file is a patient's. */
const SCENE =
  /hospital|sjukhus|sykehus|sygehus|sairaala|szpital|nemocnic|pasient|potil|pacjent|arztpraxis|ambulan[tzc]|chirurg|h[oô]pital|h[oô]pit|clinic|cliniq|cl[ií]nic|klinik|kliniek|pati[eë]nt|ziekenhuis|krankenhaus|ospedal|pacient|pazient|m[eé]dic|doctor|docteur|arzt|nurses?(?!\p{L})|infirm|enferm|(?:^|[^\p{L}])ward(?!\p{L})|radiolog|cardiolog|oncolog|urgences|urgencias|notaufnahme|station |surgery|biops|discharg|diagnos|(?:^|[^\p{L}])(?:mrns?|er|or|icu|gp|dr|pt|bed|lab|npo|rx|triage|rounds|vitals|meds|x-?rays?|mri|ct|preop|postop|anesthesia|anaesthesia|chole|nicu|ccu|a&e|obs)(?!\p{L})/iu
/** The patient's segment of an HL7 message. */
const SEGMENT =
  /^PID\|[^|\n]{0,4}\|(?:[^|\n]{0,24}\|(?=[A-Z0-9-]{4,16}\^))?([A-Z0-9-]{4,16})(?=[\^|])(?!\^{1,3}(?:[^|~^\n]{0,16}\^)?NHS?[|~^])/gm

/** Among several numbers of a patient, the one of the kind MR. */
const REPEATED = /(?<=[|~])([A-Z0-9-]{4,16})(?=\^{2,3}[^|~\n]{0,24}\^MR[|~^])/g
/** Goods that cross borders have an MRN, too. */
const BORDER =
  /(?:^|[^\p{L}])(?:customs|import declaration|export declaration|office of (?:exit|entry|destination|departure)|zoll|douanes?|aduanas?|dogan[ae]|transit declaration|consignment|shipment|exporter|importer|incoterms?)(?!\p{L})/iu

export const medicalRecordRule: Rule = {
  type: 'MEDICAL_RECORD',
  version: 4,
  find: (text, tools) => [
    ...findSegments(text),
    ...(BORDER.test(text) && !PATIENT.test(text) ? [] : findLabelled(text, tools)).filter(
      ({ start }) => !isInSegment(text, start),
    ),
  ],
}

const PATIENT = /pati[eë]nt|pacient|pazient|hospital|clinic|klinik|h[oô]pital/iu

function findLabelled(text: string, tools: ScanTools): readonly Candidate[] {
  return findLabelledCodes(text, tools, {
    vocabulary: 'medical',
    unlabelled: 5,
    form: MEDICAL_RECORD_FORM,
    accepts: (code) => {
      const digits = code.replace(/\D/g, '').length
      if (digits < 4 || digits > 14 || CUSTOMS.test(code)) return false
      if (/^(?:19|20)\d\d$/.test(code)) return false
      return !isDateMedicalRecord(code)
    },
    confidence: 0.85,
    weak: ['caseFile', 'person'],
    mayBeWeak: (place, code) =>
      code.length > 4 &&
      !OTHER_SHAPES.test(code) &&
      !isRecordOfOther(text.slice(Math.max(0, place - 48), place)) &&
      SCENE.test(text.slice(Math.max(0, place - 160), place + 160)),
  })
}

/** "the land registry record no. …", "court file number …": of what, right before it. */
const RECORD_OF =
  /(?<![\p{L}\p{N}])(\p{L}{3,20})\s(?:records?|files?|case|unit|episode|visit|admission|akte|journal)(?:\s(?:no|number|nr|id)\b)?[.:#]{0,2}\s?["'`#]?$/iu

function isRecordOfOther(before: string): boolean {
  const of = RECORD_OF.exec(before)?.[1]
  return of !== undefined && !isPlainGap(of) && !SCENE.test(of) && !/^(?:health|care|and|die|der)$/i.test(of)
}

/** Characters that are looked at for the beginning of a line. */
const LONGEST_SEGMENT = 400

/** The fields of messages between clinics' programs have their places, and no labels: the patient's are read apart. */
function isInSegment(text: string, place: number): boolean {
  const before = text.slice(Math.max(0, place - LONGEST_SEGMENT), place)
  return /^[A-Z][A-Z0-9]{2}\|[^\s|]{0,40}\|/.test(before.slice(before.lastIndexOf('\n') + 1))
}

function findSegments(text: string): readonly Candidate[] {
  return [...text.matchAll(SEGMENT), ...text.matchAll(REPEATED)].map((match) => {
    const end = match.index + match[0].length
    return { start: end - (match[1] ?? '').length, end, confidence: 0.9 }
  })
}

/** Days with their year; `77-22-02` and others without one are numbers as files have them. */
function isDateMedicalRecord(code: string): boolean {
  if (/^(?:19|20)\d\d[-./]\d{2}[-./]\d{2}$/.test(code)) return true
  const parts = /^(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4}|\d{2})$/.exec(code)
  if (!parts) return false
  const [, first = '', second = '', third = ''] = parts
  const isDay = isRealDate(Number(second), Number(first)) || isRealDate(Number(first), Number(second))
  return third.length === 4 || (isDay && code.includes('/'))
}

const INSURANCE_FORM =
  /^(?:[A-Z]{1,5}[- ]?)?\d[A-Z0-9]{2,19}(?:[- ][A-Z0-9]{1,8}){0,3}|^[A-Z]{1,5}\d[A-Z0-9]{3,14}|^[A-Z]{4}[ -]?\d{4}[ -]?\d{4}/

export const healthInsuranceRule: Rule = {
  type: 'HEALTH_INSURANCE',
  version: 1,
  find: (text, tools) => [
    ...checkedRule('HEALTH_INSURANCE', 1).find(text, tools),
    ...findLabelledCodes(text, tools, {
      vocabulary: 'healthInsurance',
      unlabelled: 5,
      form: INSURANCE_FORM,
      accepts: (code) => {
        const digits = code.replace(/\D/g, '').length
        return (
          digits >= 4 && digits <= 20 && !/^\d{1,2}[- ]\d{1,2}[- ]\d{2,4}$|^(?:19|20)\d\d(?:$|-)/.test(code)
        )
      },
      confidence: 0.8,
    }),
  ],
}
