import { isRealDate } from '../checksum/is-real-date.ts'
import type { Candidate } from '../finding.ts'
import type { ScanTools } from '../text-index/scan-tools.ts'
import { isPlainGap } from '../text-index/is-plain-gap.ts'
import { findLabelledCodes } from './labelled-code.ts'
import type { Rule } from './rule.ts'

const FORM =
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
/** Words about such papers, whatever they end with. */
const SCENE_STEMS =
  /patientenakt|krankenakt|patient record|medical record|historia cl[ií]nica|cartella clinica|dossier m[eé]dical|medisch dossier/iu

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
    form: FORM,
    scene: SCENE_STEMS,
    accepts: (code) => {
      const digits = code.replace(/\D/g, '').length
      if (digits < 4 || digits > 14 || CUSTOMS.test(code)) return false
      if (/^(?:19|20)\d\d$/.test(code)) return false
      return !isDate(code)
    },
    confidence: 0.85,
    weak: ['caseFile', 'person'],
    weakFromAfar: ['caseFile'],
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
function isDate(code: string): boolean {
  if (/^(?:19|20)\d\d[-./]\d{2}[-./]\d{2}$/.test(code)) return true
  const parts = /^(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4}|\d{2})$/.exec(code)
  if (!parts) return false
  const [, first = '', second = '', third = ''] = parts
  const isDay = isRealDate(Number(second), Number(first)) || isRealDate(Number(first), Number(second))
  return third.length === 4 || (isDay && code.includes('/'))
}
