import { aba, bankAccount, card, clabe, iban, swift, vat } from './bank-values.ts'
import { CRYPTO_ADDRESSES } from './crypto-addresses.ts'
import type { Draw } from './draw.ts'
import { curp, itin, licence, medical, nhs, nino, passport, rfc, sin, ssn } from './identity-values.ts'
import { NATIONAL_IDS } from './national-ids.ts'
import { credentials, ip, mac } from './network-values.ts'
import { drawDate, drawEmail, drawName } from './people.ts'
import { drawPhone } from './phones.ts'
import { drawAddress, drawPostcode } from './places.ts'
import { API_KEYS, PASSWORDS, PRIVATE_KEYS } from './secrets.ts'

type Maker = (draw: Draw, variant: string) => string

/** One of a table by name; an unknown name is a mistake in a context file. */
const from = (table: Readonly<Record<string, (draw: Draw) => string>>, fallback: string): Maker => {
  return (draw, variant) => {
    const make = table[variant === '' ? fallback : variant]
    if (make === undefined) throw new Error(`no value of the kind ${variant}`)
    return make(draw)
  }
}

/** How each type's values are drawn, by the name after the colon in a context file. */
export const VALUES: Readonly<Record<string, Maker>> = {
  EMAIL: drawEmail,
  PHONE: drawPhone,
  CREDIT_CARD: card,
  IBAN: iban,
  SWIFT_BIC: swift,
  BANK_ACCOUNT: bankAccount,
  US_ROUTING_NUMBER: aba,
  US_SSN: ssn,
  US_ITIN: itin,
  CA_SIN: sin,
  UK_NINO: nino,
  UK_NHS: nhs,
  MX_CURP: curp,
  MX_RFC: rfc,
  MX_CLABE: clabe,
  EU_VAT: vat,
  EU_NATIONAL_ID: from(NATIONAL_IDS, ''),
  PASSPORT: passport,
  DRIVING_LICENCE: licence,
  MEDICAL_RECORD: medical,
  IP_ADDRESS: ip,
  MAC_ADDRESS: mac,
  CRYPTO_ADDRESS: from(CRYPTO_ADDRESSES, 'bech32'),
  URL_CREDENTIALS: credentials,
  ADDRESS: drawAddress,
  POSTCODE: drawPostcode,
  DATE_OF_BIRTH: (draw, variant) => drawDate(draw, variant, [1938, 2012]),
  NAME: (draw) => drawName(draw),
  API_KEY: from(API_KEYS, 'any32'),
  PRIVATE_KEY: from(PRIVATE_KEYS, 'pkcs8'),
  PASSWORD: from(PASSWORDS, 'word'),
}
