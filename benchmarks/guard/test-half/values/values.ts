import {
  britishLicence,
  curp,
  insuranceNumber,
  rfc,
  socialSecurityNumber,
  taxpayerNumber,
} from './american-ids.ts'
import {
  card,
  clabe,
  healthServiceNumber,
  iban,
  routingNumber,
  socialInsuranceNumber,
} from './bank-values.ts'
import { cryptoAddress } from './crypto-addresses.ts'
import type { Draw } from './draw.ts'
import { nationalId } from './national-ids.ts'
import { apiKey, base64Text, hexText, pemBlock, uuid } from './secrets.ts'
import { vatNumber } from './vat-numbers.ts'

type Make = (draw: Draw, variant: string) => string

const MAKERS: Readonly<Record<string, Make>> = {
  API_KEY: apiKey,
  CA_SIN: socialInsuranceNumber,
  CREDIT_CARD: card,
  CRYPTO_ADDRESS: cryptoAddress,
  DRIVING_LICENCE: britishLicence,
  EU_NATIONAL_ID: nationalId,
  EU_VAT: vatNumber,
  IBAN: iban,
  MX_CLABE: clabe,
  MX_CURP: curp,
  MX_RFC: (draw, variant) => rfc(draw, variant === 'firm' ? 'firm' : 'person'),
  PRIVATE_KEY: pem,
  UK_NHS: healthServiceNumber,
  UK_NINO: insuranceNumber,
  US_ITIN: taxpayerNumber,
  US_ROUTING_NUMBER: routingNumber,
  US_SSN: socialSecurityNumber,
  hex: (draw, variant) => hexText(draw, Number(variant)),
  base64: (draw, variant) => base64Text(draw, Number(variant)),
  uuid,
  pem,
}

function pem(draw: Draw, variant: string): string {
  const [label = '', lines = '6'] = variant.split(',')
  return pemBlock(draw, label, Number(lines))
}

/** `TYPE`, `TYPE:variant` or `TYPE:variant/format`, where the format is lengths with what divides them. */
export function makeValue(draw: Draw, spec: string): string {
  const [, name = '', variant = '', format = ''] = /^([^:/]+)(?::([^/]*))?(?:\/(.*))?$/.exec(spec) ?? []
  const make = MAKERS[name]
  if (!make) throw new Error(`There is no value of the type ${name}.`)
  return formatValue(make(draw, variant), format)
}

/** The same with its check broken. */
export function makeBrokenValue(draw: Draw, spec: string): string {
  const value = makeValue(draw, spec)
  if (spec.startsWith('CRYPTO_ADDRESS:eth')) return swapCase(value)
  const place = checkPlace(spec, value)
  return value.slice(0, place) + otherSign(value.charAt(place)) + value.slice(place + 1)
}

/** Where the check stands: the last sign, but for a few. */
function checkPlace(spec: string, value: string): number {
  if (spec.startsWith('EU_VAT:NL') || spec.startsWith('EU_VAT:SE')) return value.length - 4
  if (spec.startsWith('EU_NATIONAL_ID:ppsn')) return 7
  return value.length - 1
}

function otherSign(sign: string): string {
  if (/\d/.test(sign)) return String((Number(sign) + 1) % 10)
  return { Z: 'A', z: 'a', H: 'J', N: 'P', k: 'm' }[sign] ?? String.fromCharCode(sign.charCodeAt(0) + 1)
}

/** Letters up to the middle change their case, so that the mixed case says nothing valid any more. */
function swapCase(value: string): string {
  const middle = Math.floor(value.length / 2)
  const swapped = Array.from(value.slice(2, middle), (sign) =>
    sign === sign.toUpperCase() ? sign.toLowerCase() : sign.toUpperCase(),
  )
  return value.slice(0, 2) + swapped.join('') + value.slice(middle)
}

/** `3-2-4` cuts 123456789 into 123-45-6789; `4 *` repeats the group up to the end. */
function formatValue(value: string, format: string): string {
  if (format === '') return value
  if (format === 'lower') return value.toLowerCase()
  const repeated = /^(\d+)(\D+)\*$/.exec(format)
  if (repeated) {
    const [, length = '4', divider = ' '] = repeated
    return (value.match(new RegExp(`.{1,${length}}`, 'g')) ?? []).join(divider)
  }
  let place = 0
  const cut = format.replace(/\d+/g, (length) => {
    const part = value.slice(place, place + Number(length))
    place += Number(length)
    return part
  })
  if (place !== value.length) throw new Error(`The format ${format} cuts ${place} of ${value.length} signs.`)
  return cut
}
