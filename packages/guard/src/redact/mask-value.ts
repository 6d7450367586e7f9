import type { FindingType } from '../finding.ts'

const DOTS = '••••'
const FEW = 4

/** A value as the dialog shows it: enough to know which one it is, too little to use it. */
export function maskValue(type: FindingType, value: string): string {
  switch (type) {
    case 'EMAIL':
      return maskEmail(value)
    case 'PASSWORD':
    case 'PRIVATE_KEY':
    case 'URL_CREDENTIALS':
      return DOTS
    case 'API_KEY':
      return value.length < 16 ? DOTS : `${firstOf(value, FEW)}…`
    case 'NAME':
    case 'ADDRESS':
      return value
        .split(/\s+/)
        .map((word) => `${firstOf(word, 1)}…`)
        .join(' ')
    case 'DATE_OF_BIRTH':
      return value.replace(/[\p{L}\p{N}]/gu, '•')
    case 'IP_ADDRESS':
      return `${/^[^.:]*/.exec(value)?.[0] ?? ''}…`
    default:
      return maskNumber(value)
  }
}

function maskEmail(value: string): string {
  const ending = value.slice(value.lastIndexOf('.') + 1)
  return `${firstOf(value, 1)}…@…${ending}`
}

/** The last four, or fewer where four would be nearly all. */
function maskNumber(value: string): string {
  const compact = Array.from(value).filter((character) => /[\p{L}\p{N}]/u.test(character))
  const shown = Math.min(FEW, Math.floor(compact.length / 3))
  return shown === 0 ? DOTS : `${DOTS} ${compact.slice(-shown).join('')}`
}

function firstOf(text: string, count: number): string {
  return Array.from(text).slice(0, count).join('')
}
