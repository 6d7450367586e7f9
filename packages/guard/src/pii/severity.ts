import { type Finding, type KnownFindingType, SEVERITIES, type Severity } from './finding.ts'

/** How grave it is when such a value leaves. */
const SEVERITY: Readonly<Record<KnownFindingType, Severity>> = {
  EMAIL: 'moderate',
  PHONE: 'moderate',
  CREDIT_CARD: 'critical',
  CARD_SECURITY_CODE: 'critical',
  IBAN: 'high',
  SWIFT_BIC: 'low',
  BANK_ACCOUNT: 'high',
  UK_SORT_CODE: 'moderate',
  US_ROUTING_NUMBER: 'moderate',
  US_SSN: 'critical',
  US_ITIN: 'critical',
  CA_SIN: 'critical',
  UK_NINO: 'high',
  UK_NHS: 'high',
  MX_CURP: 'high',
  MX_RFC: 'high',
  MX_CLABE: 'high',
  AU_TFN: 'critical',
  AU_MEDICARE: 'high',
  IN_AADHAAR: 'critical',
  IN_PAN: 'high',
  BR_CPF: 'critical',
  BR_CNPJ: 'low',
  CH_AHV: 'critical',
  EU_VAT: 'low',
  EU_NATIONAL_ID: 'critical',
  PASSPORT: 'critical',
  DRIVING_LICENCE: 'high',
  MEDICAL_RECORD: 'high',
  HEALTH_INSURANCE: 'high',
  VIN: 'moderate',
  IP_ADDRESS: 'low',
  MAC_ADDRESS: 'low',
  CRYPTO_ADDRESS: 'moderate',
  URL_CREDENTIALS: 'critical',
  ADDRESS: 'moderate',
  POSTCODE: 'low',
  DATE_OF_BIRTH: 'moderate',
  NAME: 'low',
  API_KEY: 'critical',
  PRIVATE_KEY: 'critical',
  PASSWORD: 'critical',
}

const ADVICE: Readonly<Record<KnownFindingType, string>> = {
  EMAIL: 'An e-mail address tells who someone is. Redact it unless the answer needs it.',
  PHONE: 'A telephone number reaches a person. Redact it unless the answer needs it.',
  CREDIT_CARD:
    'With a card number money can be taken. Redact it; if it has left already, have the card blocked.',
  CARD_SECURITY_CODE:
    'A security code makes a card number usable for payments. Redact it; it should never be stored.',
  IBAN: 'An account number can be used for direct debits. Redact it.',
  SWIFT_BIC: 'A bank code names a bank only, but beside an account number it tells whose account it is.',
  BANK_ACCOUNT: 'An account number can be used for direct debits. Redact it.',
  UK_SORT_CODE: 'A sort code is public, but an account number beside it can be used for direct debits.',
  US_ROUTING_NUMBER: 'A routing number is public, but beside an account number money can be taken with it.',
  US_SSN: 'A Social Security number opens credit in someone’s name. Redact it.',
  US_ITIN: 'A taxpayer number opens accounts in someone’s name. Redact it.',
  CA_SIN: 'A Social Insurance Number opens credit in someone’s name. Redact it.',
  UK_NINO: 'A National Insurance number identifies a person to the state. Redact it.',
  UK_NHS: 'An NHS number leads to health records. Redact it.',
  MX_CURP: 'A CURP identifies a person and holds the birthday. Redact it.',
  MX_RFC: 'An RFC identifies a taxpayer and holds a date. Redact it.',
  MX_CLABE: 'A CLABE is an account number. Redact it.',
  AU_TFN: 'A tax file number can be used to claim money in someone’s name. Redact it.',
  AU_MEDICARE: 'A Medicare number leads to health data and proves identity. Redact it.',
  IN_AADHAAR: 'An Aadhaar number identifies a person for life. Redact it.',
  IN_PAN: 'A PAN identifies a taxpayer. Redact it.',
  BR_CPF: 'A CPF identifies a person for life and opens credit in their name. Redact it.',
  BR_CNPJ: 'A CNPJ identifies a company, and is often public.',
  CH_AHV: 'An AHV number identifies a person for life. Redact it.',
  EU_VAT: 'A VAT number is often public; for someone in business alone it names a person.',
  EU_NATIONAL_ID: 'A national number identifies a person for life. Redact it.',
  PASSPORT: 'A passport number is enough for some kinds of identity theft. Redact it.',
  DRIVING_LICENCE: 'A licence number identifies a person. Redact it.',
  MEDICAL_RECORD: 'A record number leads to health data. Redact it.',
  HEALTH_INSURANCE: 'A health insurance number leads to health data. Redact it.',
  VIN: 'A vehicle number leads to the owner of the vehicle.',
  IP_ADDRESS: 'An address on the network can lead to a household or a machine.',
  MAC_ADDRESS: 'A hardware address identifies one device.',
  CRYPTO_ADDRESS: 'Everyone can see what an address holds and whom it paid.',
  URL_CREDENTIALS: 'This address holds a user name and password. Redact them and change the password.',
  ADDRESS: 'A street address tells where someone lives or works.',
  POSTCODE: 'A postcode narrows down where someone lives.',
  DATE_OF_BIRTH: 'A date of birth is asked for as proof of identity. Redact it unless the answer needs it.',
  NAME: 'This looks like a person’s name.',
  API_KEY:
    'Whoever has this key can act and spend in your name. Redact it; if it has left already, replace it.',
  PRIVATE_KEY: 'A private key must never leave. Redact it; if it has left already, replace it.',
  PASSWORD: 'This looks like a password. Redact it; if it has left already, change it.',
}

export function severityOf(type: KnownFindingType): Severity {
  return SEVERITY[type]
}

/** Less by some steps, for a value beside a word that says it is something else. */
export function lowered(severity: Severity, steps: number): Severity {
  return SEVERITIES[SEVERITIES.indexOf(severity) + steps] ?? 'low'
}

export function adviceFor(type: KnownFindingType): string {
  return ADVICE[type]
}

/** Whether the first is at least as grave as the second. */
export function isAtLeast(severity: Severity, threshold: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(threshold)
}

/** The findings that are at least as grave as the threshold; `high` gives those that open the dialog. */
export function findingsFrom(threshold: Severity, findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ severity }) => isAtLeast(severity, threshold))
}
