import { existsSync, readFileSync } from 'node:fs'
import { isLuhnValid, isIbanValid } from '../../../packages/guard/src/checksum/check-digits.ts'
import { getCountries, isValidPhoneNumber } from 'libphonenumber-js/max'
import type { PiiCase } from './pii-cases.ts'

interface SynthLine {
  readonly id: string
  readonly text: string
  readonly spans: readonly { readonly start: number; readonly end: number; readonly entity: string }[]
}

/** What the set calls our types. Its names, streets and codes are counted too, without a goal. */
const TYPES: Readonly<Record<string, string>> = {
  CREDIT_CARD: 'CREDIT_CARD',
  EMAIL_ADDRESS: 'EMAIL',
  PHONE_NUMBER: 'PHONE',
  IBAN_CODE: 'IBAN',
  IP_ADDRESS: 'IP_ADDRESS',
  US_SSN: 'US_SSN',
  US_DRIVER_LICENSE: 'DRIVING_LICENCE',
  PERSON: 'NAME',
  STREET_ADDRESS: 'ADDRESS',
  ZIP_CODE: 'POSTCODE',
}

export const SYNTH_TYPES: ReadonlySet<string> = new Set(Object.values(TYPES))

/** The sentences, with places in UTF-16 units; undefined where the data is not there. */
export function readSynthSentences(): readonly PiiCase[] | undefined {
  const file = new URL('../../../../shared/data/pii_synth_sentences.jsonl', import.meta.url)
  if (!existsSync(file)) return undefined
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => toCase(JSON.parse(line) as SynthLine))
}

function toCase({ id, text, spans }: SynthLine): PiiCase {
  const points = Array.from(text)
  const unitsBefore = (count: number): number => points.slice(0, count).join('').length
  const findings = spans.flatMap(({ start, end, entity }) => {
    const type = TYPES[entity]
    if (!type) return []
    const from = unitsBefore(start)
    const value = text.slice(from, unitsBefore(end))
    // The set counts an extension in; a number ends before it here.
    const own = type === 'PHONE' ? value.replace(/x\d+$/, '') : value
    return [{ type, start: from, end: from + own.length }]
  })
  return { id, form: 'prose', text, findings, about: 'NAME' }
}

/** Whether a value made up for the set could exist: by its check digit, brand, length or numbering plan. */
export function couldExist(type: string, value: string): boolean {
  const digits = value.replace(/\D/g, '')
  switch (type) {
    case 'CREDIT_CARD':
      return (
        isLuhnValid(digits) &&
        digits.length >= 13 &&
        /^(?:4|5[1-58]|50|6|3[0-9]|2(?:2[2-9]|[3-6]|7[012])|2131|1800)/.test(digits)
      )
    case 'IBAN':
      return isIbanValid(value.toUpperCase().replace(/ /g, ''))
    case 'PHONE':
      return isPhoneSomewhere(value)
    case 'US_SSN':
      return /^(?!000|666|9)\d{3}(?!00)\d\d(?!0000)\d{4}$/.test(digits)
    default:
      return true
  }
}

/** A number with its code, or one that is valid in any country at all. */
export function isPhoneSomewhere(value: string): boolean {
  const plain = value.replace(/x\d+$/, '')
  if (isValidPhoneNumber(plain)) return true
  return getCountries().some((country) => isValidPhoneNumber(plain, country))
}
