import { luhnDigit, mod1110Digit, mod97, two, weightedSum } from './check-digits.ts'
import { type Draw, drawUntil } from './draw.ts'
import { irishLetter, isDutchBsn, isGreekAfm, isPortugueseNif } from './vat-numbers.ts'

interface Birth {
  readonly year: number
  readonly month: number
  readonly day: number
}

const drawBirth = (draw: Draw, from = 1946, to = 1999): Birth => ({
  year: draw.between(from, to),
  month: draw.between(1, 12),
  day: draw.between(1, 28),
})

const yy = (birth: Birth): string => two(birth.year % 100)
const yymmdd = (birth: Birth): string => yy(birth) + two(birth.month) + two(birth.day)
const ddmmyy = (birth: Birth): string => two(birth.day) + two(birth.month) + yy(birth)

export const dniLetter = (digits: string): string => 'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(Number(digits) % 23)

function verhoeffDigit(body: string): string {
  const turn = (value: number, by: number): number =>
    value < 5
      ? by < 5
        ? (value + by) % 5
        : 5 + ((value + by) % 5)
      : by < 5
        ? 5 + ((value - by) % 5)
        : (value - by + 5) % 5
  const base = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]
  const power = (digit: number, times: number): number =>
    times === 0 ? digit : power(base[digit] ?? 0, times - 1)
  const sum = Array.from(body)
    .toReversed()
    .reduce((carry, digit, index) => turn(carry, power(Number(digit), (index + 1) % 8)), 0)
  return String(sum === 0 || sum > 4 ? sum : 5 - sum)
}

export function codiceFiscaleLetter(body: string): string {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]
  const sum = Array.from(body).reduce((total, character, index) => {
    const value = /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65
    return total + (index % 2 === 0 ? (odd[value] ?? 0) : value)
  }, 0)
  return String.fromCharCode(65 + (sum % 26))
}

function codiceFiscale(draw: Draw): string {
  const birth = drawBirth(draw)
  const consonants = 'BCDFGLMNPRSTVZ'
  const body =
    draw.text(consonants, 6) +
    yy(birth) +
    'ABCDEHLMPRST'.charAt(birth.month - 1) +
    two(birth.day + draw.pick([0, 40])) +
    draw.pick(['H501', 'F205', 'L219', 'A944', 'D612', 'F839', 'G273', 'C351'])
  return body + codiceFiscaleLetter(body)
}

function nir(draw: Draw): string {
  const birth = drawBirth(draw)
  const body =
    `${draw.between(1, 2)}${yy(birth)}${two(birth.month)}` +
    `${draw.pick(['13', '31', '33', '35', '44', '59', '67', '69', '75', '92'])}${two(draw.between(0, 5))}${draw.between(1, 9)}` +
    String(draw.between(2, 489)).padStart(3, '0')
  const key = two(97 - (Number(body) % 97))
  return `${body} ${key}`.replace(/^(.)(..)(..)(..)(...)(...)/, '$1 $2 $3 $4 $5 $6')
}

/** Ten digits of which exactly one stands twice and one is missing, then the check digit. */
function steuerId(draw: Draw): string {
  const body = drawUntil(
    () => `${draw.between(1, 9)}${draw.digits(9)}`,
    (text) => new Set(text).size === 9,
  )
  return body + mod1110Digit(body)
}

const FINNISH = '0123456789ABCDEFHJKLMNPRSTUVWXY'

function henkilotunnus(draw: Draw): string {
  const birth = drawBirth(draw)
  const serial = String(draw.between(2, 899)).padStart(3, '0')
  return `${ddmmyy(birth)}-${serial}${FINNISH.charAt(Number(ddmmyy(birth) + serial) % 31)}`
}

function belgian(draw: Draw): string {
  const birth = drawBirth(draw)
  const body = yymmdd(birth) + String(draw.between(1, 997)).padStart(3, '0')
  const text = body + two(97 - (Number(body) % 97))
  return text.replace(/^(..)(..)(..)(...)(..)$/, '$1.$2.$3-$4.$5')
}

const mod10Digit = (body: string, weights: readonly number[]): string =>
  String((10 - (weightedSum(body, weights) % 10)) % 10)

function rodneCislo(draw: Draw): string {
  return drawUntil(
    () => {
      const birth = drawBirth(draw, 1955, 1999)
      return `${yy(birth)}${two(birth.month + draw.pick([0, 50]))}${two(birth.day)}/${draw.digits(4)}`
    },
    (text) => Number(text.replace('/', '')) % 11 === 0,
  )
}

function balticDigit(body: string): string {
  const first = weightedSum(body, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11
  return String(first < 10 ? first : (weightedSum(body, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11) % 10)
}

function romanian(draw: Draw): string {
  const body = `${draw.between(1, 2)}${yymmdd(drawBirth(draw))}${two(draw.between(1, 40))}${String(draw.between(1, 999)).padStart(3, '0')}`
  const rest = weightedSum(body, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11
  return body + String(rest === 10 ? 1 : rest)
}

const endsRight = (digit: (body: string) => string) => (text: string) =>
  digit(text.slice(0, -1)) === text.slice(-1)

function austrian(draw: Draw): string {
  const make = (): string => `${draw.between(1, 9)}${draw.digits(3)}${ddmmyy(drawBirth(draw))}`
  return drawUntil(
    make,
    (text) => weightedSum(text, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 === Number(text.charAt(3)),
  )
}

const emsoDigit = (body: string): string =>
  String((11 - (weightedSum(body, [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11)

function emso(draw: Draw): string {
  return drawUntil(
    () => {
      const birth = drawBirth(draw)
      return `${two(birth.day)}${two(birth.month)}${String(birth.year).slice(1)}50${draw.digits(4)}`
    },
    (text) => emsoDigit(text.slice(0, 12)) === text.charAt(12),
  )
}

const hungarianDigit = (body: string): string => String(weightedSum(body, [1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11)

const latvianDigit = (body: string): string =>
  String(((((1101 - weightedSum(body, [1, 6, 3, 7, 9, 10, 5, 8, 4, 2])) % 11) + 11) % 11) % 10)

function latvian(draw: Draw): string {
  const body = `${ddmmyy(drawBirth(draw))}1${draw.digits(3)}`
  return `${body.slice(0, 6)}-${body.slice(6)}${latvianDigit(body)}`
}

function luxembourgish(draw: Draw): string {
  const birth = drawBirth(draw)
  const body = `${birth.year}${two(birth.month)}${two(birth.day)}${draw.digits(3)}`
  return body + luhnDigit(body) + verhoeffDigit(body)
}

const egnDigit = (body: string): string => String((weightedSum(body, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10)

/** A number of each kind with right check digits, by a short name. */
export const NATIONAL_IDS: Readonly<Record<string, (draw: Draw) => string>> = {
  dni: (draw) => {
    const digits = `${draw.between(1, 7)}${draw.digits(7)}`
    return digits + dniLetter(digits)
  },
  nie: (draw) => {
    const lead = draw.between(0, 2)
    const digits = draw.digits(7)
    return `${'XYZ'.charAt(lead)}${digits}${dniLetter(`${lead}${digits}`)}`
  },
  nir,
  steuerid: steuerId,
  cf: codiceFiscale,
  bsn: (draw) => drawUntil(() => `${draw.between(1, 2)}${draw.digits(8)}`, isDutchBsn),
  rrn: belgian,
  pesel: (draw) => {
    const body = yymmdd(drawBirth(draw)) + draw.digits(4)
    return body + mod10Digit(body, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3])
  },
  nif: (draw) => drawUntil(() => `2${draw.digits(8)}`, isPortugueseNif),
  pnr: (draw) => {
    const body = yymmdd(drawBirth(draw)) + draw.digits(3)
    return `${body.slice(0, 6)}-${body.slice(6)}${luhnDigit(body)}`
  },
  hetu: henkilotunnus,
  cpr: (draw) => `${ddmmyy(drawBirth(draw))}-${draw.between(0, 3)}${draw.digits(3)}`,
  svnr: austrian,
  ppsn: (draw) => {
    const digits = `${draw.between(1, 9)}${draw.digits(6)}`
    return digits + irishLetter(digits)
  },
  rc: rodneCislo,
  cnp: romanian,
  egn: (draw) => {
    const body = yymmdd(drawBirth(draw)) + draw.digits(3)
    return body + egnDigit(body)
  },
  oib: (draw) => {
    const body = `${draw.between(1, 9)}${draw.digits(9)}`
    return body + mod1110Digit(body)
  },
  afm: (draw) => drawUntil(() => `${draw.pick(['0', '1'])}${draw.digits(8)}`, isGreekAfm),
  hu: (draw) => drawUntil(() => `8${draw.digits(9)}`, endsRight(hungarianDigit)),
  ee: (draw) => {
    const body = `${draw.between(3, 4)}${yymmdd(drawBirth(draw))}${draw.digits(3)}`
    return body + balticDigit(body)
  },
  lv: latvian,
  emso,
  lu: luxembourgish,
}

/** Published sample numbers: the arithmetic above must reproduce each. */
export function verifyNationalIds(): void {
  const checks: readonly (readonly [string, boolean])[] = [
    ['dni', dniLetter('12345678') === 'Z'],
    ['cf', codiceFiscaleLetter('RSSMRA85T10A562') === 'S'],
    ['bsn', isDutchBsn('111222333')],
    ['rrn', 97 - (850730033 % 97) === 28],
    ['pesel', mod10Digit('4405140135', [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) === '9'],
    ['pnr', luhnDigit('811218987') === '6'],
    ['hetu', FINNISH.charAt(131052308 % 31) === 'T'],
    ['ppsn', irishLetter('1234567') === 'T'],
    ['steuerid', mod1110Digit('8609574271') === '9'],
    ['oib', mod1110Digit('3339200596') === '1'],
    ['afm', isGreekAfm('094259216')],
    ['hu', hungarianDigit('807159215') === '3'],
    ['ee', balticDigit('3680528010') === '9'],
    ['lv', latvianDigit('1611751999') === '7'],
    ['lu', luhnDigit('18931201057') === '3' && verhoeffDigit('18931201057') === '2'],
    ['egn', egnDigit('752316926') === '3'],
    ['emso', emsoDigit('010100650000') === '6'],
    ['iban', mod97('WEST12345698765432GB82') === 1],
  ]
  for (const [name, right] of checks) if (!right) throw new Error(`the check digit of ${name} is wrong`)
}
