import { luhnDigit, remainder97, untilDefined, weighted } from './check-digits.ts'
import type { Draw } from './draw.ts'

/** The national part of an account number by country, as a pattern. */
const IBAN_BODIES: Readonly<Record<string, string>> = {
  AE: '033################',
  AT: '20111###########',
  BE: '5390########',
  BG: 'BNBG9661##########',
  CH: '00762############',
  CY: '002001##################',
  CZ: '0800000019##########',
  DE: '37040044##########',
  DK: '0040##########',
  EE: '2200############',
  ES: '2100################',
  FI: '123456########',
  FR: '20041##################',
  GB: 'NWBK%#############',
  GR: '0110125################',
  HR: '1001005##########',
  HU: '117730################0#',
  IE: 'AIBK931152########',
  IT: 'X0542811101000######%%%',
  LT: '10000###########',
  LU: '0019400#########',
  LV: 'BANK0000#########',
  MT: 'MALT011000012345MTLCAST####%',
  NL: 'ABNA0#########',
  NO: '8601#######',
  PL: '109024020000000#########',
  PT: '000201231234567######',
  RO: 'BTRL##############%%',
  SA: '80000000############',
  SE: '500000000#########%#',
  SI: '2633#########%#',
  SK: '1200000019##########',
  TR: '0006100519##########%#',
}

/** Patterns of brands up to the check digit. */
const CARD_BODIES: Readonly<Record<string, string>> = {
  visa: '4%#############',
  mastercard: '5%3############',
  mastercard2: '2221###########',
  amex: '37############',
  discover: '6011###########',
  diners: '36###########',
  jcb: '3528###########',
  unionpay: '622848#########',
  maestro: '6759###########',
}

export function iban(draw: Draw, country: string): string {
  const pattern = IBAN_BODIES[country]
  if (!pattern) throw new Error(`There is no IBAN for ${country}.`)
  const body = fillDigits(draw, pattern)
  const check = 98 - remainder97(`${body}${country}00`)
  return `${country}${String(check).padStart(2, '0')}${body}`
}

/** Only # and % stand for something, so that bank codes keep their letters. */
function fillDigits(draw: Draw, pattern: string): string {
  return pattern.replace(/[#%]/g, (sign) => draw.fill(sign))
}

export function card(draw: Draw, brand: string): string {
  const pattern = CARD_BODIES[brand]
  if (!pattern) throw new Error(`There is no card of ${brand}.`)
  const body = brand === 'mastercard' ? `5${draw.integer(1, 5)}${draw.digits(13)}` : draw.fill(pattern)
  return body + luhnDigit(body)
}

/** Nine digits of a bank in the United States. */
export function routingNumber(draw: Draw): string {
  const body = `${draw.pick(['02', '04', '06', '07', '11', '12', '26', '31', '32'])}${draw.digits(6)}`
  return `${body}${(10 - (weighted(body, [3, 7, 1, 3, 7, 1, 3, 7]) % 10)) % 10}`
}

/** Eighteen digits of an account in Mexico. */
export function clabe(draw: Draw): string {
  const bank = draw.pick(['002', '012', '014', '021', '036', '044', '058', '072', '127', '137'])
  const body = `${bank}${draw.pick(['180', '320', '580', '650', '910'])}${draw.digits(11)}`
  const sum = Array.from(body, Number).reduce(
    (total, digit, index) => total + ((digit * ([3, 7, 1][index % 3] ?? 0)) % 10),
    0,
  )
  return `${body}${(10 - (sum % 10)) % 10}`
}

export function socialInsuranceNumber(draw: Draw): string {
  const body = `${draw.integer(1, 7)}${draw.digits(7)}`
  return body + luhnDigit(body)
}

export function healthServiceNumber(draw: Draw): string {
  return untilDefined(() => {
    const body = draw.fill('4########')
    const check = (11 - (weighted(body, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11
    return check === 10 ? undefined : `${body}${check}`
  })
}
