import { two } from './check-digits.ts'
import type { Draw } from './draw.ts'

const CURP_SIGNS = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'
const RFC_SIGNS = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'
const STATES = ['DF', 'JC', 'NL', 'MC', 'PL', 'VZ', 'GT', 'OC', 'YN', 'BC', 'CH', 'SL']
const FIRST_FOUR = ['GALM', 'PERJ', 'LOHA', 'HEGS', 'MARC', 'TOVL', 'RASF', 'CUME', 'DIBE', 'SAOR']

export function socialSecurityNumber(draw: Draw): string {
  const area = draw.integer(101, 665)
  return `${area}${two(draw.integer(1, 99))}${String(draw.integer(1001, 9989))}`
}

export function taxpayerNumber(draw: Draw): string {
  return `9${two(draw.integer(0, 99))}${draw.pick(['70', '72', '75', '78', '80', '84', '87', '90', '92', '96'])}${draw.integer(1001, 9989)}`
}

export function curp(draw: Draw): string {
  const { year, month, day } = draw.birth()
  const born = two(year) + two(month) + two(day)
  const tail = draw.pick(['H', 'M']) + draw.pick(STATES) + draw.from('BCDFGHJKLMNPQRSTVWXYZ', 3)
  const body = `${draw.pick(FIRST_FOUR)}${born}${tail}0`
  const sum = Array.from(body).reduce(
    (total, sign, index) => total + CURP_SIGNS.indexOf(sign) * (18 - index),
    0,
  )
  return `${body}${(10 - (sum % 10)) % 10}`
}

/** Thirteen signs of a person or twelve of a firm. */
export function rfc(draw: Draw, kind: 'person' | 'firm'): string {
  const { year, month, day } = draw.birth()
  const names =
    kind === 'person' ? draw.pick(FIRST_FOUR) : draw.pick(['CON', 'TEX', 'GRU', 'DIS', 'AGR', 'SEM'])
  const body = `${names}${two(year)}${two(month)}${two(day)}${draw.from('ABCDEFGHJKLMNPQRSTUVWXYZ123456789', 2)}`
  const sum = Array.from(body.padStart(12, ' ')).reduce(
    (total, sign, index) => total + RFC_SIGNS.indexOf(sign) * (13 - index),
    0,
  )
  const rest = sum % 11
  return body + (rest === 0 ? '0' : rest === 1 ? 'A' : String(11 - rest))
}

export function insuranceNumber(draw: Draw): string {
  const prefix = draw.pick(['AB', 'CE', 'HJ', 'JK', 'LM', 'NP', 'PX', 'RS', 'SK', 'TW', 'WM', 'YB'])
  return prefix + draw.digits(6) + draw.pick(['A', 'B', 'C', 'D'])
}

/** The sixteen signs of a British driving licence. */
export function britishLicence(draw: Draw): string {
  const { year, month, day } = draw.birth()
  const surname = draw.pick(['MORGA', 'PATEL', 'WRIGH', 'HUGHE', 'COX99', 'BAKER', 'LEE99', 'SINGH'])
  const shifted = two(month + draw.integer(0, 1) * 50)
  const born = `${two(year).charAt(0)}${shifted}${two(day)}${two(year).charAt(1)}`
  return `${surname}${born}${draw.pick(['AB', 'SM', 'J9', 'KL', 'RD'])}9${draw.from('ABCDEFGHJKLMNPRSTUVWXYZ', 2)}`
}
