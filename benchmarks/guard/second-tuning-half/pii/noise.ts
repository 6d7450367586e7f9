import { clabeDigit, curpDigit, ibanOf, isAba, isIban, isLuhn, isNhs, luhnDigit } from './check-digits.ts'
import { CRYPTO_ADDRESSES, isBase58Address, isBech32Address, mixedCase } from './crypto-addresses.ts'
import { DIGITS, type Draw, drawUntil, HEX, LOWER, UPPER } from './draw.ts'
import { NATIONAL_IDS } from './national-ids.ts'
import { drawDate, drawFirm, drawName, FIRST_NAMES } from './people.ts'
import { pemBlock } from './secrets.ts'
import { ibanBody } from './bank-values.ts'
import { vatBody } from './vat-numbers.ts'

type Maker = (draw: Draw, variant: string) => string

const ALNUM = UPPER + LOWER + DIGITS

const count = (variant: string, fallback: number): number => (variant === '' ? fallback : Number(variant))

const clock = (draw: Draw): string =>
  [draw.between(0, 23), draw.between(0, 59), draw.between(0, 59)]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')

/** Card-like digits that are no card: a brand's prefix, but a wrong check digit. */
function badCard(draw: Draw, variant: string): string {
  const number = drawUntil(
    () => draw.pick(['4539', '5187', '4716', '5424', '6011']) + draw.digits(12),
    (text) => !isLuhn(text),
  )
  const separator = variant === 'space' ? ' ' : variant === 'dash' ? '-' : ''
  return (number.match(/.{4}/g) ?? []).join(separator)
}

function badIban(draw: Draw, variant: string): string {
  const [country = 'DE', style = ''] = variant.split('-')
  const text = drawUntil(
    () =>
      ibanOf(country, ibanBody(draw, country)).replace(
        /^(..)(..)/,
        (_, code: string) => code + draw.digits(2),
      ),
    (value) => !isIban(value),
  )
  return style === 'space' ? (text.match(/.{1,4}/g) ?? []).join(' ') : text
}

function badAddress(draw: Draw, variant: string): string {
  if (variant === 'eth')
    return drawUntil(
      () =>
        `0x${Array.from(draw.text(HEX, 40))
          .map((sign) => draw.pick([sign, sign.toUpperCase()]))
          .join('')}`,
      (text) => {
        const hex = text.slice(2)
        const single = hex === hex.toLowerCase() || hex === hex.toUpperCase()
        return !single && mixedCase(hex.toLowerCase()) !== hex
      },
    )
  const right = CRYPTO_ADDRESSES[variant === 'bech32' ? 'bech32' : 'p2pkh']?.(draw) ?? ''
  const alphabet = variant === 'bech32' ? 'qpzry9x8gf2tvdw0s3jn54khce6mua7l' : 'abcdefghijkmnopqrstuvwxyz'
  const wrong = drawUntil(
    () => right.slice(0, -3) + draw.text(alphabet, 3),
    (text) => !(variant === 'bech32' ? isBech32Address(text) : isBase58Address(text)),
  )
  return wrong
}

/** A number of the kind whose last sign is wrong. */
function badId(draw: Draw, variant: string): string {
  const right = NATIONAL_IDS[variant]?.(draw)
  if (right === undefined) throw new Error(`no identity number of the kind ${variant}`)
  const last = right.slice(-1)
  const alphabet = /\d/.test(last) ? DIGITS : 'ABCDEFGHJKLMNPQRSTVWXYZ'
  return (
    right.slice(0, -1) +
    drawUntil(
      () => draw.text(alphabet, 1),
      (sign) => sign !== last,
    )
  )
}

const wrongEnd = (draw: Draw, body: string, digit: string): string =>
  body +
  drawUntil(
    () => draw.digits(1),
    (other) => other !== digit,
  )

function badCurp(draw: Draw): string {
  const body = `${draw.text('BCDFGHLMNPRST', 1)}${draw.text('AEIOU', 1)}${draw.text('BCDFGLMNPR', 2)}${draw.between(60, 99)}0${draw.between(1, 9)}1${draw.digits(1)}${draw.pick(['H', 'M'])}${draw.pick(['DF', 'JC', 'NL'])}${draw.text('BCDFGLMNPR', 3)}0`
  return wrongEnd(draw, body, curpDigit(body))
}

function isbn(draw: Draw): string {
  const body = `978${draw.pick(['0', '1', '2', '3'])}${draw.digits(8)}`
  const sum = Array.from(body).reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  )
  return body + String((10 - (sum % 10)) % 10)
}

const version = (draw: Draw): string =>
  `${draw.between(1, 19)}.${draw.between(0, 24)}.${draw.between(0, 60)}.${draw.between(1, 240)}`

const uuid = (draw: Draw): string =>
  `${draw.text(HEX, 8)}-${draw.text(HEX, 4)}-4${draw.text(HEX, 3)}-${draw.pick(['8', '9', 'a', 'b'])}${draw.text(HEX, 3)}-${draw.text(HEX, 12)}`

/** Things that are no finding: fillers, and look-alikes for the hard negatives. */
export const NOISE: Readonly<Record<string, Maker>> = {
  name: drawName,
  first: (draw) => draw.pick(FIRST_NAMES),
  firm: drawFirm,
  date: (draw, variant) => drawDate(draw, variant, [2019, 2026]),
  year: (draw) => String(draw.between(1987, 2026)),
  time: clock,
  stamp: (draw) => `${drawDate(draw, 'iso', [2023, 2025])}T${clock(draw)}Z`,
  unix: (draw) =>
    drawUntil(
      () => String(draw.between(1_640_000_000, 1_760_000_000)),
      (text) => !isNhs(text),
    ),
  unixms: (draw) => `${draw.between(1_640_000_000, 1_760_000_000)}${draw.digits(3)}`,
  num: (draw, variant) => `${draw.between(1, 9)}${draw.digits(count(variant, 5) - 1)}`,
  small: (draw, variant) => String(draw.between(2, count(variant, 99))),
  noluhn: (draw, variant) =>
    drawUntil(
      () => `${draw.between(1, 9)}${draw.digits(count(variant, 16) - 1)}`,
      (text) => !isLuhn(text),
    ),
  amount: (draw) => `${draw.between(1, 98)},${draw.digits(3)}.${draw.digits(2)}`,
  money: (draw) => `${draw.between(11, 980)}.${draw.digits(2)}`,
  hex: (draw, variant) => draw.text(HEX, count(variant, 40)),
  HEX: (draw, variant) => draw.text(HEX, count(variant, 40)).toUpperCase(),
  b64: (draw, variant) => draw.text(`${ALNUM}+/`, count(variant, 44)),
  alnum: (draw, variant) => draw.text(ALNUM, count(variant, 24)),
  UP: (draw, variant) => draw.text(UPPER, count(variant, 3)),
  low: (draw, variant) => draw.text(LOWER, count(variant, 5)),
  word: (draw) =>
    draw.pick([
      'orchard',
      'ledger',
      'harbour',
      'kestrel',
      'pebble',
      'marble',
      'lantern',
      'thistle',
      'cobalt',
      'juniper',
      'quartz',
      'saddle',
    ]),
  uuid,
  isbn,
  isbndash: (draw) => isbn(draw).replace(/^(...)(.)(....)(....)(.)$/, '$1-$2-$3-$4-$5'),
  imei: (draw) => {
    const body = `86${draw.digits(12)}`
    return body + luhnDigit(body)
  },
  siren: (draw) => {
    const body = `${draw.between(3, 8)}${draw.digits(7)}`
    return (body + luhnDigit(body)).replace(/^(...)(...)(...)$/, '$1 $2 $3')
  },
  version,
  semver: (draw) => `${draw.between(0, 19)}.${draw.between(0, 40)}.${draw.between(0, 30)}`,
  badcard: badCard,
  badiban: badIban,
  badaba: (draw) =>
    drawUntil(
      () => `0${draw.between(1, 9)}${draw.digits(7)}`,
      (text) => !isAba(text),
    ),
  badnhs: (draw, variant) => {
    const number = drawUntil(
      () => `${draw.pick(['4', '6', '7'])}${draw.digits(2)}${draw.pick(['0', '1'])}${draw.digits(6)}`,
      (text) => !isNhs(text),
    )
    return variant === 'bare'
      ? number
      : number.replace(/^(...)(...)(....)$/, variant === 'dash' ? '$1-$2-$3' : '$1 $2 $3')
  },
  badsin: (draw, variant) => {
    const number = drawUntil(
      () => `${draw.between(1, 7)}${draw.digits(8)}`,
      (text) => !isLuhn(text),
    )
    return variant === 'bare'
      ? number
      : number.replace(/^(...)(...)(...)$/, variant === 'dash' ? '$1-$2-$3' : '$1 $2 $3')
  },
  badvat: (draw, variant) => variant + vatBody(draw, variant, false),
  badid: badId,
  badcurp: badCurp,
  badclabe: (draw) => {
    const make = (): string => {
      const body = `${draw.between(1, 9)}${draw.digits(16)}`
      return wrongEnd(draw, body, clabeDigit(body))
    }
    return drawUntil(make, (text) => !isLuhn(text))
  },
  badcrypto: badAddress,
  cid: (draw) => `Qm${draw.text('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', 44)}`,
  certificate: (draw) => pemBlock(draw, 'CERTIFICATE', '\n'),
  publickey: (draw) => pemBlock(draw, ['PUBLIC', 'KEY'].join(' '), '\n'),
  rsapublic: (draw) => pemBlock(draw, ['RSA', 'PUBLIC', 'KEY'].join(' '), '\n'),
  csr: (draw) => pemBlock(draw, ['CERTIFICATE', 'REQUEST'].join(' '), '\n'),
  crl: (draw) => pemBlock(draw, ['X509', 'CRL'].join(' '), '\n'),
  dhparams: (draw) => pemBlock(draw, ['DH', 'PARAMETERS'].join(' '), '\n'),
  pgppublic: (draw) =>
    pemBlock(draw, ['PGP', 'PUBLIC', 'KEY', 'BLOCK'].join(' '), '\n').replace('\n', '\n\n'),
  pgpmessage: (draw) => pemBlock(draw, ['PGP', 'MESSAGE'].join(' '), '\n').replace('\n', '\n\n'),
  sshrsa: (draw) => `ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ${draw.text(`${ALNUM}+/`, 90)}==`,
  ed25519: (draw) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${draw.text(`${ALNUM}+/`, 43)}`,
  privatehead: () => `${'-'.repeat(5)}BEGIN ${['PRIVATE', 'KEY'].join(' ')}${'-'.repeat(5)}`,
  rsahead: () => `${'-'.repeat(5)}BEGIN ${['RSA', 'PRIVATE', 'KEY'].join(' ')}${'-'.repeat(5)}`,
}
