import { curpDigit, isLuhn, isNhs, luhnDigit, rfcDigit, two } from './check-digits.ts'
import { type Draw, drawUntil, UPPER } from './draw.ts'
import { groups, shaped } from './shapes.ts'

export function ssn(draw: Draw, variant: string): string {
  const area = drawUntil(
    () => String(draw.between(2, 772)).padStart(3, '0'),
    (text) => text !== '666' && text !== '078' && text !== '219',
  )
  const parts = [area, two(draw.between(1, 99)), String(draw.between(1, 9999)).padStart(4, '0')]
  return parts.join(variant === 'bare' ? '' : variant === 'space' ? ' ' : '-')
}

export function itin(draw: Draw, variant: string): string {
  const middle = drawUntil(
    () => String(draw.between(70, 99)),
    (text) => text !== '89' && text !== '93',
  )
  return [`9${draw.digits(2)}`, middle, draw.digits(4)].join(
    variant === 'bare' ? '' : variant === 'space' ? ' ' : '-',
  )
}

export function sin(draw: Draw, variant: string): string {
  const body = `${draw.between(1, 7)}${draw.digits(7)}`
  return groups(body + luhnDigit(body), [3, 3, 3], variant === 'bare' ? '' : variant === 'dash' ? '-' : ' ')
}

export function nino(draw: Draw, variant: string): string {
  const prefix = drawUntil(
    () => draw.text('ABCEGHJKLMNOPRSTWXYZ', 1) + draw.text('ABCEGHJKLMNPRSTWXYZ', 1),
    (text) => !['BG', 'GB', 'NK', 'KN', 'TN', 'NT', 'ZZ'].includes(text),
  )
  const text = prefix + draw.digits(6) + draw.text('ABCD', 1)
  if (variant === 'space') return groups(text, [2, 2, 2, 2, 1], ' ')
  return variant === 'lower' ? text.toLowerCase() : text
}

export function nhs(draw: Draw, variant: string): string {
  const number = drawUntil(() => `${draw.pick(['4', '6', '7'])}${draw.digits(9)}`, isNhs)
  return groups(number, [3, 3, 4], variant === 'bare' ? '' : variant === 'dash' ? '-' : ' ')
}

const CONSONANTS = 'BCDFGHJKLMNPRSTVZ'
const VOWELS = 'AEIOU'
const yymmdd = (draw: Draw, from: number, to: number): string =>
  `${two(draw.between(from, to))}${two(draw.between(1, 12))}${two(draw.between(1, 28))}`

export function curp(draw: Draw): string {
  const initials = drawUntil(
    () => draw.text(CONSONANTS, 1) + draw.text(VOWELS, 1) + draw.text(CONSONANTS, 2),
    (text) => !['BACA', 'PUTO', 'MULA'].includes(text),
  )
  const body = `${initials}${yymmdd(draw, 50, 99)}${draw.pick(['H', 'M'])}${draw.pick(['DF', 'JC', 'NL', 'PL', 'VZ', 'GT', 'OC', 'YN'])}${draw.text(CONSONANTS, 3)}0`
  return body + curpDigit(body)
}

export function rfc(draw: Draw, variant: string): string {
  const letters =
    variant === 'company'
      ? draw.text(CONSONANTS, 3)
      : draw.text(CONSONANTS, 1) + draw.text(VOWELS, 1) + draw.text(CONSONANTS, 2)
  const body = `${letters}${variant === 'company' ? yymmdd(draw, 85, 99) : yymmdd(draw, 50, 99)}${draw.text('ABCDEFGHIJKLMNPQRSTUVWXYZ123456789', 2)}`
  return body + rfcDigit(body)
}

const PASSPORTS: Readonly<Record<string, string>> = {
  us: '+99999999',
  usnew: 'A99999999',
  gb: '+99999999',
  fr: '99AA99999',
  es: 'AAA999999',
  mx: 'G99999999',
  it: 'YA9999999',
  ca: 'AA999999',
  ind: 'N9999999',
  au: 'PA9999999',
}

export const passport = (draw: Draw, variant: string): string =>
  variant === 'de'
    ? `C${draw.text('CFGHJKLMNPRTVWXYZ0123456789', 6)}${draw.digits(2)}`
    : shaped(draw, PASSPORTS[variant] ?? '')

const LICENCES: Readonly<Record<string, string>> = {
  ca: 'D9999999',
  ny: '+99 999 999',
  fl: 'B999-999-99-999-0',
  il: 'K999-9999-9999',
  tx: '+9999999',
  fr: '99AA99999',
  frold: '+90999999999',
  on: 'L9999-99999-99999',
  ie: '+99999999',
  mx: 'A999999999',
}

export function licence(draw: Draw, variant: string): string {
  if (variant === 'de')
    return `${draw.text('BCFGHJKLMNPRTVWXYZ', 1)}0${draw.digits(2)}${draw.text('CFGHJKLMNPRTVWXYZ', 3)}${draw.digits(1)}${draw.text('CFGHJKLMNPRTVWXYZ', 1)}${draw.digits(2)}`
  if (variant !== 'gb')
    return drawUntil(
      () => shaped(draw, LICENCES[variant] ?? ''),
      (text) => !isLuhn(text),
    )
  const surname = draw.pick(['MORGA', 'BRENN', 'ASHWO', 'OKAFO', 'WHITC', 'FOX99', 'LEE99', 'HARTL'])
  const month = draw.between(1, 12) + draw.pick([0, 50])
  return `${surname}${draw.between(5, 9)}${two(month)}${two(draw.between(1, 28))}${draw.digits(1)}${draw.text('ABCDEGHJKLMPRSTW', 2)}9${draw.text(UPPER, 2)}`
}

export function medical(draw: Draw, variant: string): string {
  const shapes: Readonly<Record<string, string>> = {
    '': '+9999999',
    seven: '+999999',
    dash: '+9-99-99-99',
    letter: 'H9999999',
    prefix: 'P-999999',
    long: '+999999999',
    year: '2024-99999',
  }
  return shaped(draw, shapes[variant] ?? '')
}
