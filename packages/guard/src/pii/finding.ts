/** What can be found, in a closed list; the user's own rules add types with `CUSTOM_` before their name. */
export const FINDING_TYPES = [
  'EMAIL',
  'PHONE',
  'CREDIT_CARD',
  'CARD_SECURITY_CODE',
  'IBAN',
  'SWIFT_BIC',
  'BANK_ACCOUNT',
  'UK_SORT_CODE',
  'US_ROUTING_NUMBER',
  'US_SSN',
  'US_ITIN',
  'CA_SIN',
  'UK_NINO',
  'UK_NHS',
  'MX_CURP',
  'MX_RFC',
  'MX_CLABE',
  'AU_TFN',
  'AU_MEDICARE',
  'IN_AADHAAR',
  'IN_PAN',
  'BR_CPF',
  'BR_CNPJ',
  'CH_AHV',
  'EU_VAT',
  'EU_NATIONAL_ID',
  'PASSPORT',
  'DRIVING_LICENCE',
  'MEDICAL_RECORD',
  'HEALTH_INSURANCE',
  'VIN',
  'IP_ADDRESS',
  'MAC_ADDRESS',
  'CRYPTO_ADDRESS',
  'URL_CREDENTIALS',
  'ADDRESS',
  'POSTCODE',
  'DATE_OF_BIRTH',
  'NAME',
  'API_KEY',
  'PRIVATE_KEY',
  'PASSWORD',
] as const

export type KnownFindingType = (typeof FINDING_TYPES)[number]
export type CustomFindingType = `CUSTOM_${string}`
export type FindingType = KnownFindingType | CustomFindingType

/** From the gravest to the lightest. */
export const SEVERITIES = ['critical', 'high', 'moderate', 'low'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Something private in a text. Offsets are UTF-16 code units, the end is exclusive. */
export interface Finding {
  readonly type: FindingType
  readonly start: number
  readonly end: number
  readonly severity: Severity
  /** From 0 to 1: how sure the rule is. */
  readonly confidence: number
  /** The country (ISO alpha-2) or `EU` whose rules the value follows, where that is known. */
  readonly jurisdiction?: string
  readonly advice: string
}

/** What a rule found, before the options and other rules have had their say. */
export interface Candidate {
  readonly start: number
  readonly end: number
  readonly confidence: number
  readonly jurisdiction?: string
  /** A word beside it says that it is something else: it is found, and its severity is lower by so many steps. */
  readonly doubt?: 1 | 2
  /** Its form and check digits tell where it begins and ends: nothing that is only a part of it is kept instead. */
  readonly isWhole?: true
}
