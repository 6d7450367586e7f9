import { clabeDigit, ibanOf, isAba, luhnDigit } from './check-digits.ts'
import { DIGITS, type Draw, drawUntil, UPPER } from './draw.ts'
import { groups, shaped } from './shapes.ts'
import { vatBody } from './vat-numbers.ts'

const CARD_BRANDS: Readonly<Record<string, readonly [readonly string[], number]>> = {
  visa: [['4539', '4716', '4024', '4485'], 16],
  mastercard: [['5187', '5424', '5299', '2223', '2720'], 16],
  amex: [['3714', '3782', '3499'], 15],
  discover: [['6011', '6511'], 16],
  diners: [['3622', '3688'], 14],
  jcb: [['3530', '3566'], 16],
}

export function card(draw: Draw, variant: string): string {
  const [name = '', style = ''] = variant.split('-')
  const [prefixes, length] = CARD_BRANDS[name] ?? CARD_BRANDS['visa'] ?? [[], 16]
  const prefix = draw.pick(prefixes)
  const body = prefix + draw.digits(length - 1 - prefix.length)
  const number = body + luhnDigit(body)
  const sizes = length === 15 ? [4, 6, 5] : length === 14 ? [4, 6, 4] : [4, 4, 4, 4]
  if (style === 'space') return groups(number, sizes, ' ')
  return style === 'dash' ? groups(number, sizes, '-') : number
}

/** Bodies of account numbers by country: `A` a letter, `C` a letter or digit, `9` a digit. */
export const IBAN_BODIES: Readonly<Record<string, string>> = {
  DE: '9'.repeat(18),
  FR: `${'9'.repeat(10)}CCCCCCCCCCC99`,
  ES: '9'.repeat(20),
  GB: `AAAA${'9'.repeat(14)}`,
  NL: `AAAA${'9'.repeat(10)}`,
  IT: `A${'9'.repeat(10)}${'9'.repeat(12)}`,
  BE: '9'.repeat(12),
  CH: `99999${'9'.repeat(12)}`,
  AT: '9'.repeat(16),
  PT: '9'.repeat(21),
  PL: '9'.repeat(24),
  SE: '9'.repeat(20),
  IE: `AAAA${'9'.repeat(14)}`,
  LU: `999${'9'.repeat(13)}`,
  DK: '9'.repeat(14),
  FI: '9'.repeat(14),
  NO: '9'.repeat(11),
  CZ: '9'.repeat(20),
}

export function ibanBody(draw: Draw, country: string): string {
  const shape = IBAN_BODIES[country]
  if (shape === undefined) throw new Error(`no IBAN for ${country}`)
  return Array.from(shape)
    .map((symbol) => draw.text(symbol === '9' ? DIGITS : symbol === 'A' ? UPPER : DIGITS + UPPER, 1))
    .join('')
}

export function iban(draw: Draw, variant: string): string {
  const [country = 'DE', style = ''] = variant.split('-')
  const text = ibanOf(country, ibanBody(draw, country))
  return style === 'space' ? (text.match(/.{1,4}/g) ?? []).join(' ') : text
}

const BANKS = [
  'DEUT',
  'BNPA',
  'CHAS',
  'BARC',
  'INGB',
  'UBSW',
  'CAIX',
  'COBA',
  'NDEA',
  'SOGE',
  'BCIT',
  'HYVE',
  'RABO',
] as const

export function swift(draw: Draw, variant: string): string {
  const base =
    draw.pick(BANKS) +
    draw.pick(['DE', 'FR', 'GB', 'US', 'ES', 'NL', 'CH', 'IT', 'AT']) +
    draw.pick(['FF', '2L', '33', 'MM', 'PP', '22', 'HH', 'B1'])
  return variant === '11' ? base + draw.pick(['XXX', '500', 'MAD', '36A']) : base
}

export function bankAccount(draw: Draw, variant: string): string {
  const shapes: Readonly<Record<string, readonly string[]>> = {
    '': ['+9999999', '+999999999', '+99999999999', '+99999999'],
    uk: ['+9999999'],
    dash: ['+99-9999999', '+999-99-99999'],
    space: ['+999 9999', '+999 999 999'],
    de: ['+999999999', '+99999999'],
    ccc: ['+999 9999 99 9999999999', '+9999999999999999999'],
    fr: ['+9999999999'],
    mx: ['+9999999999'],
  }
  return drawUntil(
    () => shaped(draw, draw.pick(shapes[variant] ?? [])),
    (text) => text.length !== 9 || !isAba(text),
  )
}

export function aba(draw: Draw): string {
  return drawUntil(
    () =>
      draw.pick([
        '01',
        '02',
        '03',
        '04',
        '05',
        '06',
        '07',
        '08',
        '09',
        '10',
        '11',
        '12',
        '21',
        '26',
        '31',
        '32',
      ]) + draw.digits(7),
    isAba,
  )
}

export function clabe(draw: Draw): string {
  const body =
    draw.pick(['002', '012', '014', '021', '044', '058', '072', '127']) +
    draw.pick(['180', '320', '580', '650', '910']) +
    draw.digits(11)
  return body + clabeDigit(body)
}

export function vat(draw: Draw, variant: string): string {
  const [country = 'DE', style = ''] = variant.split('-')
  const body = vatBody(draw, country, true)
  if (country === 'CH') return `CHE-${groups(body, [3, 3, 3], '.')}`
  if (style === 'space')
    return `${country} ${country === 'BE' ? groups(body, [4, 3, 3], '.') : (body.match(/.{1,3}/g) ?? []).join(' ')}`
  return country + body
}
