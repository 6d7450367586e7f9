import {
  isCifValid,
  isDniValid,
  isLuhnValid,
  isMod11And10Valid,
  isPpsnValid,
  isRealDate,
  isRfcValid,
  remainderBy97,
  weightedSum,
} from '../checksum/check-digits.ts'
import {
  isAfmValid,
  isBsnValid,
  isEgnValid,
  isPersonasKodsValid,
  isPortugueseNifValid,
  isRodneCisloValid,
} from '../checksum/personal-codes.ts'
import type { ScanTools } from '../context/scan-tools.ts'
import type { Candidate } from '../finding.ts'
import type { Rule } from './rule.ts'

type Check = (code: string) => boolean

const at = (digits: string, place: number): number => digits.charCodeAt(place) - 48

/** By prefix: whether what follows it, in capitals and without separators, is a VAT number. */
export const VAT_CHECKS: Readonly<Record<string, Check>> = {
  AT: (code) => /^U\d{8}$/.test(code) && isAustrian(code.slice(1)),
  BE: (code) => /^[01]?\d{9}$/.test(code) && 97 - (Number(code.slice(0, -2)) % 97) === Number(code.slice(-2)),
  BG: (code) => (/^\d{9}$/.test(code) ? isBulgarian(code) : /^\d{10}$/.test(code) && isBulgarianPerson(code)),
  CY: (code) => /^\d{8}[A-Z]$/.test(code) && isCypriot(code),
  CZ: (code) =>
    /^\d{8}$/.test(code) ? isCzechCompany(code) : /^\d{9,10}$/.test(code) && isRodneCisloValid(code),
  DE: (code) => /^[1-9]\d{8}$/.test(code) && isMod11And10Valid(code),
  DK: (code) => /^[1-9]\d{7}$/.test(code) && weightedSum(code, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  EE: (code) => /^\d{9}$/.test(code) && weightedSum(code, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  EL: (code) => /^\d{9}$/.test(code) && isAfmValid(code),
  ES: (code) =>
    isDniValid(code) || isCifValid(code) || (/^[KLM]/.test(code) && isDniValid(`0${code.slice(1)}`)),
  FI: (code) => /^\d{8}$/.test(code) && weightedSum(code, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0,
  FR: (code) => /^[A-HJ-NP-Z\d]{2}\d{9}$/.test(code) && isFrench(code),
  GB: (code) =>
    /^(?:\d{9}|\d{12})$/.test(code) ? isBritish(code) : /^(?:GD[0-4]\d\d|HA[5-9]\d\d)$/.test(code),
  XI: (code) => /^(?:\d{9}|\d{12})$/.test(code) && isBritish(code),
  HR: (code) => /^\d{11}$/.test(code) && isMod11And10Valid(code),
  HU: (code) => /^[1-9]\d{7}$/.test(code) && weightedSum(code, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0,
  IE: (code) => isPpsnValid(code) || isOldIrish(code),
  IT: (code) => /^\d{11}$/.test(code) && Number(code) > 0 && isLuhnValid(code),
  LT: (code) => /^(?:\d{9}|\d{12})$/.test(code) && isLithuanian(code),
  LU: (code) => /^\d{8}$/.test(code) && Number(code.slice(0, 6)) % 89 === Number(code.slice(6)),
  LV: (code) =>
    /^[4-9]\d{10}$/.test(code)
      ? weightedSum(code, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3
      : /^\d{11}$/.test(code) && isPersonasKodsValid(code),
  MT: (code) => /^[1-9]\d{7}$/.test(code) && weightedSum(code, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0,
  NL: (code) => /^\d{9}B\d\d$/.test(code) && (isBsnValid(code) || remainderBy97(`NL${code}`) === 1),
  PL: (code) => /^\d{10}$/.test(code) && weightedSum(code, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === at(code, 9),
  PT: (code) => /^\d{9}$/.test(code) && isPortugueseNifValid(code),
  RO: (code) => /^[1-9]\d{1,9}$/.test(code) && isRomanian(code),
  SE: (code) => /^\d{10}(?:0[1-9]|[1-8]\d|9[0-4])$/.test(code) && isLuhnValid(code.slice(0, 10)),
  SI: (code) => /^[1-9]\d{7}$/.test(code) && isSlovene(code),
  SK: (code) => /^[1-9]\d{9}$/.test(code) && Number(code) % 11 === 0,
  CHE: (code) => /^\d{9}$/.test(code) && isSwiss(code),
}

function isAustrian(digits: string): boolean {
  let sum = 4
  for (let place = 0; place < 7; place += 1) {
    const digit = at(digits, place)
    sum += place % 2 === 0 ? digit : Math.floor(digit / 5) + ((digit * 2) % 10)
  }
  return (10 - (sum % 10)) % 10 === at(digits, 7)
}

function isBulgarian(digits: string): boolean {
  const first = weightedSum(digits, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
  const second = weightedSum(digits, [3, 4, 5, 6, 7, 8, 9, 10]) % 11
  return (first < 10 ? first : second % 10) === at(digits, 8)
}

function isBulgarianPerson(digits: string): boolean {
  const foreigner = weightedSum(digits, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10
  const other = (11 - (weightedSum(digits, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  return isEgnValid(digits) || foreigner === at(digits, 9) || other === at(digits, 9)
}

const CYPRIOT = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]

function isCypriot(code: string): boolean {
  let sum = 0
  for (let place = 0; place < 8; place += 1)
    sum += place % 2 === 0 ? (CYPRIOT[at(code, place)] ?? 0) : at(code, place)
  return String.fromCharCode(65 + (sum % 26)) === code[8]
}

function isCzechCompany(digits: string): boolean {
  const check = (11 - (weightedSum(digits, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  return (check === 0 ? 1 : check) % 10 === at(digits, 7)
}

/** Keys with letters have no public check of their own; the company number beneath has. */
function isFrench(code: string): boolean {
  const [key, siren] = [code.slice(0, 2), code.slice(2)]
  if (!isLuhnValid(siren)) return false
  return /^\d\d$/.test(key) ? (12 + 3 * (Number(siren) % 97)) % 97 === Number(key) : true
}

function isBritish(code: string): boolean {
  const rest = weightedSum(code, [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97
  return Number(code.slice(0, 7)) > 0 && (rest === 0 || rest === 42)
}

function isOldIrish(code: string): boolean {
  const match = /^(\d)[A-Z+*](\d{5})([A-W])$/.exec(code)
  return match !== null && isPpsnValid(`0${match[2]}${match[1]}${match[3]}`)
}

function isLithuanian(code: string): boolean {
  const length = code.length - 1
  const sum = (shift: number): number => {
    let total = 0
    for (let place = 0; place < length; place += 1) total += (1 + ((place + shift) % 9)) * at(code, place)
    return total % 11
  }
  const first = sum(0)
  return (first < 10 ? first : sum(2) % 10) === at(code, length)
}

function isRomanian(code: string): boolean {
  const padded = code.padStart(10, '0')
  return ((weightedSum(padded, [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === at(padded, 9)
}

function isSlovene(digits: string): boolean {
  const check = 11 - (weightedSum(digits, [8, 7, 6, 5, 4, 3, 2]) % 11)
  return check !== 11 && check % 10 === at(digits, 7)
}

function isSwiss(digits: string): boolean {
  return (11 - (weightedSum(digits, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === at(digits, 8)
}

const PREFIX =
  /^(?:CHE|AT|BE|BG|CY|CZ|DE|DK|EE|EL|GR|ES|FI|FR|GB|XI|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)/
const BEGINS = /[ABCDEFGHILMNPRSX]/i
const DIGITS = /(?:\d[^\d]{0,3}){4}/
const REST = /^[ .-]?[A-Z0-9](?:[ .-]?[A-Z0-9+*]){1,13}/
const SUFFIX = /^[ -]?(?:MWST|TVA|IVA)/
/** Of Ireland, and of Spain's people: the letters make up for the digits. */
const SEVEN_DIGITS = /^(?:IE\d{7}[A-W][A-I]?|ES[KLMXYZ]\d{7}[A-Z])$/

export const euVatRule: Rule = {
  type: 'EU_VAT',
  version: 2,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const { start, kind } of tools.tokens) {
      if (kind === 'digits' || !BEGINS.test(text[start] ?? '')) continue
      const raw = text.slice(start, start + 32)
      const prefix = PREFIX.exec(raw.toUpperCase())?.[0]
      const before = text[start - 1] ?? ' '
      if (!prefix || !DIGITS.test(raw) || '_@'.includes(before)) continue
      const end = numberEnd(raw, prefix)
      if (end === undefined) continue
      const span = { start, end: start + end }
      const isNamed = tools.belongsTo(span, 'vat', 'nationalId', 'idES', 'idHR', 'idGR', 'idPT')
      const isCapital = raw.slice(0, prefix.length) === prefix
      if (!isCapital && !/[A-Z0-9]/i.test(raw[prefix.length] ?? '')) continue
      // Two letters and a few digits are common; without a label the number must be long, and in capitals.
      if (!isNamed && !isCapital) continue
      const isElsewhere = tools.belongsElsewhere(
        span,
        'vat',
        'name',
        'address',
        'phone',
        'bank',
        'account',
        'iban',
        'swift',
      )
      const digits = raw.slice(prefix.length, end).replace(/\D/g, '').length
      const isLong = digits > 7 || SEVEN_DIGITS.test(raw.slice(0, end))
      if (!isNamed && (!isLong || '/-'.includes(before))) continue
      const jurisdiction = prefix === 'EL' ? 'GR' : prefix === 'XI' ? 'GB' : prefix.slice(0, 2)
      found.push({
        ...span,
        confidence: isNamed ? 0.97 : isElsewhere ? (isAnotherNumber(tools, span) ? 0.4 : 0.52) : 0.7,
        jurisdiction,
      })
    }
    return found
  },
}

/** "Lot DE…", "part no. PL…". */
function isAnotherNumber(
  tools: ScanTools,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  const label = tools.labelOf(start, end)
  return (
    label !== undefined && label.isTight && label.about.some((one) => one === 'neutral' || one === 'version')
  )
}

/** Where the number ends: the longest part that ends at a border and whose check holds. */
function numberEnd(raw: string, prefix: string): number | undefined {
  const upper = raw.toUpperCase()
  const isValid = VAT_CHECKS[prefix === 'GR' ? 'EL' : prefix]
  const rest = REST.exec(upper.slice(prefix.length))?.[0]
  if (!isValid || rest === undefined) return undefined
  for (let end = prefix.length + rest.length; end > prefix.length + 2; end -= 1) {
    if (/[A-Z0-9_]/.test(upper[end] ?? ' ') || !/[A-Z0-9]/.test(upper[end - 1] ?? '')) continue
    const compact = upper.slice(prefix.length, end).replace(/[ .-]/g, '')
    if (isValid(compact))
      return /^[-.][A-Z0-9]/.test(upper.slice(end)) && !SUFFIX.test(upper.slice(end)) ? undefined : end
  }
  return undefined
}

const FORM =
  /(?<![\p{L}\p{N}_&-])[A-ZÑ&]{3,4}[ -]?(\d{2})(\d{2})(\d{2})[ -]?[A-Z0-9]{2}[0-9A](?![\p{L}\p{N}_-])/giu

export const mxRfcRule: Rule = {
  type: 'MX_RFC',
  version: 1,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const match of text.matchAll(FORM)) {
      const span = { start: match.index, end: match.index + match[0].length }
      if (!isRealDate(Number(match[2]), Number(match[3]))) continue
      const isNamed = tools.belongsTo(span, 'rfc') || isSpokenOf(span, tools)
      const raw = match[0]
      const compact = raw.replace(/[ -]/g, '').toUpperCase()
      const isChecked = isRfcValid(compact)
      // Used for anybody: the public at large, and foreigners.
      if (/^X[AE]XX010101000$/.test(compact)) continue
      if (!isNamed && (!isChecked || raw !== compact)) continue
      const isElsewhere = tools.belongsElsewhere(
        span,
        'curp',
        'nationalId',
        'name',
        'address',
        'birth',
        'vat',
      )
      // Some were issued with a wrong check digit, so a label can confirm one.
      found.push({
        ...span,
        confidence: isNamed ? (isChecked ? 0.98 : 0.6) : isElsewhere ? 0.5 : 0.8,
        jurisdiction: 'MX',
      })
    }
    return found
  },
}

/** "… el RFC para la factura? …": a nearer word that the number may be wanted for takes nothing away. */
function isSpokenOf(span: { readonly start: number; readonly end: number }, tools: ScanTools): boolean {
  return tools.mentionedBefore(span.start, 'rfc') && !tools.belongsElsewhere(span, 'rfc', 'neutral')
}
