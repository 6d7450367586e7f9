import { luhnDigit, mod1110Digit, two, untilDefined, verhoeffDigit, weighted } from './check-digits.ts'
import type { BirthDate, Draw } from './draw.ts'
import { italianFiscalCode } from './italian-fiscal-code.ts'
import { greekNumber, portugueseNumber } from './vat-numbers.ts'

type Make = (draw: Draw) => string | undefined

const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
const FINNISH_SIGNS = '0123456789ABCDEFHJKLMNPRSTUVWXY'
const IRISH_LETTERS = 'WABCDEFGHIJKLMNOPQRSTUV'

const yearFirst = ({ year, month, day }: BirthDate): string => two(year) + two(month) + two(day)
const dayFirst = ({ year, month, day }: BirthDate): string => two(day) + two(month) + two(year)

/** A personal number without its usual dividers, except where they are part of it. */
const MAKERS: Readonly<Record<string, Make>> = {
  dni: (draw) => {
    const body = draw.fill('%#######')
    return body + DNI_LETTERS.charAt(Number(body) % 23)
  },
  nie: (draw) => {
    const first = draw.integer(0, 2)
    const body = draw.fill('#######')
    return 'XYZ'.charAt(first) + body + DNI_LETTERS.charAt(Number(`${first}${body}`) % 23)
  },
  nir: (draw) => {
    const { year, month } = draw.birth()
    const body = `${draw.integer(1, 2)}${two(year)}${two(month)}${draw.pick(['13', '33', '59', '69', '75'])}${two(draw.integer(1, 98))}${draw.fill('###%##')}`
    const thirteen = body.slice(0, 13)
    return thirteen + String(97 - Number(BigInt(thirteen) % 97n)).padStart(2, '0')
  },
  steuerid: (draw) => {
    const signs = Array.from('0123456789')
    for (let index = 9; index > 0; index--) {
      const other = draw.integer(0, index)
      const kept = signs[index] ?? ''
      signs[index] = signs[other] ?? ''
      signs[other] = kept
    }
    // One digit is missing and another one comes twice, not side by side.
    const body = signs.join('').slice(0, 9) + signs.join('').charAt(draw.integer(1, 5))
    return body.startsWith('0') ? undefined : body + mod1110Digit(body)
  },
  codicefiscale: italianFiscalCode,
  bsn: (draw) => {
    const body = draw.fill('%#######')
    const check = weighted(body, [9, 8, 7, 6, 5, 4, 3, 2]) % 11
    return check === 10 ? undefined : `${body}${check}`
  },
  rijksregister: (draw) => {
    const body = yearFirst(draw.birth()) + String(draw.integer(2, 990)).padStart(3, '0')
    return body + String(97 - (Number(body) % 97)).padStart(2, '0')
  },
  pesel: (draw) => {
    const body = yearFirst(draw.birth()) + draw.digits(4)
    return `${body}${(10 - (weighted(body, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10}`
  },
  nif: (draw) => portugueseNumber(draw, draw.pick(['1', '2'])),
  personnummer: (draw) => {
    const body = yearFirst(draw.birth()) + draw.fill('##%')
    return body + luhnDigit(body)
  },
  henkilotunnus: (draw) => {
    const born = dayFirst(draw.birth())
    const serial = String(draw.integer(2, 899)).padStart(3, '0')
    return `${born}-${serial}${FINNISH_SIGNS.charAt(Number(born + serial) % 31)}`
  },
  cpr: (draw) => dayFirst(draw.birth()) + draw.fill('1###'),
  svnr: (draw) => {
    const serial = String(draw.integer(100, 999))
    const born = dayFirst(draw.birth())
    const check = (weighted(serial, [3, 7, 9]) + weighted(born, [5, 8, 4, 2, 1, 6])) % 11
    return check === 10 ? undefined : `${serial}${check}${born}`
  },
  ppsn: (draw) => {
    const body = draw.fill('%######')
    const last = draw.pick(['', 'A'])
    const sum = weighted(body, [8, 7, 6, 5, 4, 3, 2]) + (last === 'A' ? 9 : 0)
    return body + IRISH_LETTERS.charAt(sum % 23) + last
  },
  rodnecislo: (draw) => {
    const { year, month, day } = draw.birth()
    const woman = draw.integer(0, 1) * 50
    const body = two(Math.max(year, 1954)) + two(month + woman) + two(day) + draw.digits(3)
    const check = Number(body) % 11
    return check === 10 ? undefined : `${body}${check}`
  },
  cnp: (draw) => {
    const body = `${draw.integer(1, 2)}${yearFirst(draw.birth())}${two(draw.integer(1, 46))}${draw.fill('##%')}`
    const check = weighted(body, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11
    return `${body}${check === 10 ? 1 : check}`
  },
  egn: (draw) => {
    const body = yearFirst(draw.birth()) + draw.digits(3)
    return `${body}${(weighted(body, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10}`
  },
  oib: (draw) => {
    const body = draw.fill('%#########')
    return body + mod1110Digit(body)
  },
  afm: greekNumber,
  adoazonosito: (draw) => {
    const body = draw.fill('84#######')
    const check = weighted(body, [1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11
    return check === 10 ? undefined : `${body}${check}`
  },
  isikukood: (draw) => {
    const body = `${draw.integer(3, 4)}${yearFirst(draw.birth())}${draw.digits(3)}`
    const first = weighted(body, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11
    const second = weighted(body, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11
    return `${body}${first < 10 ? first : second % 10}`
  },
  personaskods: (draw) => {
    const body = `${dayFirst(draw.birth())}1${draw.digits(3)}`
    const check = (1101 - weighted(body, [1, 6, 3, 7, 9, 10, 5, 8, 4, 2])) % 11
    return check === 10 ? undefined : `${body.slice(0, 6)}-${body.slice(6)}${check}`
  },
  emso: (draw) => {
    const { year, month, day } = draw.birth()
    const body = `${two(day)}${two(month)}${String(year).slice(1)}50${draw.digits(3)}`
    const check = (11 - (weighted(body, [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11
    return check === 10 ? undefined : `${body}${check}`
  },
  luxembourg: (draw) => {
    const { year, month, day } = draw.birth()
    const body = `${year}${two(month)}${two(day)}${draw.digits(3)}`
    return body + luhnDigit(body) + verhoeffDigit(body)
  },
}

export function nationalId(draw: Draw, kind: string): string {
  const make = MAKERS[kind]
  if (!make) throw new Error(`There is no personal number of the kind ${kind}.`)
  return untilDefined(() => make(draw))
}
