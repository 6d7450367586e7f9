import { two } from './check-digits.ts'
import type { Draw } from './draw.ts'

const MONTHS = 'ABCDEHLMPRST'
const PLACES = ['F205', 'H501', 'L219', 'A944', 'D612', 'G273', 'F839', 'C351', 'L736', 'E506']
const ODD_VALUES = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
]

/** Sixteen signs: family name, first name, birth, place, and a letter for the check. */
export function italianFiscalCode(draw: Draw): string {
  const { year, month, day } = draw.birth()
  const names = draw.pick(['RSSMRA', 'BNCGLI', 'FRRLSN', 'CNTMTT', 'GLLSFN', 'MRTCHR', 'VRDLCU', 'DLCNNA'])
  const born = two(year) + MONTHS.charAt(month - 1) + two(day + draw.integer(0, 1) * 40)
  const body = names + born + draw.pick(PLACES)
  const sum = Array.from(body).reduce((total, sign, index) => {
    const value = /\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 65
    // The first place counts as odd.
    return total + (index % 2 === 0 ? (ODD_VALUES[value] ?? 0) : value)
  }, 0)
  return body + String.fromCharCode(65 + (sum % 26))
}
