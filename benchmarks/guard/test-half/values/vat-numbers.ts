import { luhnDigit, mod1110Digit, untilDefined, weighted } from './check-digits.ts'
import type { Draw } from './draw.ts'

type Make = (draw: Draw) => string | undefined

const CYPRUS_ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
const IRISH_LETTERS = 'WABCDEFGHIJKLMNOPQRSTUV'

/** A VAT number with its prefix; undefined where the digits drawn have no check digit. */
const MAKERS: Readonly<Record<string, Make>> = {
  AT: (draw) => {
    const body = draw.digits(7)
    const doubled = [1, 3, 5].map((place) => luhnSum(Number(body.charAt(place)) * 2))
    const plain = [0, 2, 4, 6].map((place) => Number(body.charAt(place)))
    const sum = [...doubled, ...plain].reduce((total, digit) => total + digit, 4)
    return `ATU${body}${(10 - (sum % 10)) % 10}`
  },
  BE: (draw) => {
    const body = `0${draw.fill('4######')}`
    return `BE${body}${String(97 - (Number(body) % 97)).padStart(2, '0')}`
  },
  BG: (draw) => {
    const body = draw.fill('1#######')
    const first = weighted(body, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
    const check = first < 10 ? first : (weighted(body, [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10
    return `BG${body}${check}`
  },
  CY: (draw) => {
    const body = draw.fill('10######')
    const sum = Array.from(body, Number).reduce(
      (total, digit, index) => total + (index % 2 === 0 ? (CYPRUS_ODD[digit] ?? 0) : digit),
      0,
    )
    return `CY${body}${String.fromCharCode(65 + (sum % 26))}`
  },
  CZ: (draw) => {
    const body = draw.fill('2######')
    const check = (11 - (weighted(body, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10
    return `CZ${body}${check}`
  },
  DE: (draw) => {
    const body = draw.fill('%#######')
    return `DE${body}${mod1110Digit(body)}`
  },
  DK: (draw) => {
    const body = draw.fill('%######')
    const check = (11 - (weighted(body, [2, 7, 6, 5, 4, 3, 2]) % 11)) % 11
    return check === 10 ? undefined : `DK${body}${check}`
  },
  EE: (draw) => {
    const body = draw.fill('10######')
    return `EE${body}${(10 - (weighted(body, [3, 7, 1, 3, 7, 1, 3, 7]) % 10)) % 10}`
  },
  EL: (draw) => `EL${greekNumber(draw)}`,
  ES: (draw) => {
    const body = draw.fill('28#####')
    return `ES${draw.pick(['A', 'B'])}${body}${luhnDigit(body)}`
  },
  FI: (draw) => {
    const body = draw.fill('2######')
    const check = (11 - (weighted(body, [7, 9, 10, 5, 8, 4, 2]) % 11)) % 11
    return check === 10 ? undefined : `FI${body}${check}`
  },
  FR: (draw) => {
    const payload = draw.fill('%#######')
    const siren = payload + luhnDigit(payload)
    return `FR${String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')}${siren}`
  },
  GB: (draw) => {
    const body = draw.fill('%######')
    return `GB${body}${String(97 - (weighted(body, [8, 7, 6, 5, 4, 3, 2]) % 97)).padStart(2, '0')}`
  },
  HR: (draw) => {
    const body = draw.fill('%#########')
    return `HR${body}${mod1110Digit(body)}`
  },
  HU: (draw) => {
    const body = draw.fill('1######')
    return `HU${body}${(10 - (weighted(body, [9, 7, 3, 1, 9, 7, 3]) % 10)) % 10}`
  },
  IE: (draw) => {
    const body = draw.fill('%######')
    return `IE${body}${IRISH_LETTERS.charAt(weighted(body, [8, 7, 6, 5, 4, 3, 2]) % 23)}`
  },
  IT: (draw) => {
    const body = `${draw.fill('0######')}0${draw.integer(10, 99)}`
    return `IT${body}${luhnDigit(body)}`
  },
  LT: (draw) => {
    const body = draw.fill('######%1')
    const first = weighted(body, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
    const check = first < 10 ? first : (weighted(body, [3, 4, 5, 6, 7, 8, 9, 1]) % 11) % 10
    return `LT${body}${check}`
  },
  LU: (draw) => {
    const body = draw.fill('2#####')
    return `LU${body}${String(Number(body) % 89).padStart(2, '0')}`
  },
  LV: (draw) => {
    const body = draw.fill('4000######')
    const rest = 3 - (weighted(body, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6]) % 11)
    return rest === -1 ? undefined : `LV${body}${rest < -1 ? rest + 11 : rest}`
  },
  MT: (draw) => {
    const body = draw.fill('1#####')
    return `MT${body}${String(37 - (weighted(body, [3, 4, 6, 7, 8, 9]) % 37)).padStart(2, '0')}`
  },
  NL: (draw) => {
    const body = draw.fill('8#######')
    const check = weighted(body, [9, 8, 7, 6, 5, 4, 3, 2]) % 11
    return check === 10 ? undefined : `NL${body}${check}B01`
  },
  PL: (draw) => {
    const body = draw.fill('%########')
    const check = weighted(body, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11
    return check === 10 ? undefined : `PL${body}${check}`
  },
  PT: (draw) => `PT${portugueseNumber(draw, '5')}`,
  RO: (draw) => {
    const body = draw.fill('%#######')
    const check = ((weighted(`0${body}`, [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10
    return `RO${body}${check}`
  },
  SE: (draw) => {
    const body = draw.fill('556######')
    return `SE${body}${luhnDigit(body)}01`
  },
  SI: (draw) => {
    const body = draw.fill('%######')
    const check = 11 - (weighted(body, [8, 7, 6, 5, 4, 3, 2]) % 11)
    return check === 11 ? undefined : `SI${body}${check % 10}`
  },
  SK: (draw) => {
    const body = draw.fill('202######')
    const check = (11 - (Number(`${body}0`) % 11)) % 11
    return check === 10 ? undefined : `SK${body}${check}`
  },
  CH: (draw) => {
    const body = draw.fill('1#######')
    const check = (11 - (weighted(body, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11
    if (check === 10) return undefined
    const digits = `${body}${check}`
    return `CHE-${digits.slice(0, 3)}.${digits.slice(3, 6)}.${digits.slice(6)}`
  },
}

function luhnSum(doubled: number): number {
  return doubled > 9 ? doubled - 9 : doubled
}

/** The Greek tax number, of firms and persons alike. */
export function greekNumber(draw: Draw): string {
  const body = draw.fill('%#######')
  return `${body}${(weighted(body, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10}`
}

export function portugueseNumber(draw: Draw, first: string): string {
  const body = first + draw.fill('0######')
  const check = 11 - (weighted(body, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)
  return `${body}${check > 9 ? 0 : check}`
}

export function vatNumber(draw: Draw, country: string): string {
  const make = MAKERS[country]
  if (!make) throw new Error(`There is no VAT number for ${country}.`)
  return untilDefined(() => make(draw))
}
