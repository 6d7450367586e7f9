import * as lettered from '../checksum/check-digits.ts'
import * as codes from '../checksum/personal-codes.ts'
import { code, GROUPS_OF_3, NOTHING, OF_COMPANY } from './checked-rows.ts'
import type { TypeRow } from './row.ts'

export type { TypeRow } from './row.ts'

/** Every type of private data, one row each. The user's own rules add types with `CUSTOM_` before their name. */
export const TYPES = {
  EMAIL: {
    name: 'e-mail address',
    severity: 'moderate',
    advice: 'An e-mail address identifies a person. Redact it unless the answer needs it.',
  },
  PHONE: {
    name: 'phone number',
    severity: 'moderate',
    advice: 'A phone number can be used to reach someone. Redact it unless the answer needs it.',
  },
  CREDIT_CARD: {
    name: 'card number',
    severity: 'critical',
    advice:
      'A card number can be used to make payments. Redact it; if it was sent already, have the card blocked.',
  },
  CARD_SECURITY_CODE: {
    name: 'card security code',
    severity: 'critical',
    advice: 'A security code makes a card number usable for payments. Redact it; it should never be stored.',
  },
  IBAN: {
    name: 'IBAN',
    severity: 'high',
    advice: 'An account number can be used for direct debits. Redact it.',
  },
  SWIFT_BIC: {
    name: 'bank code',
    severity: 'low',
    advice: 'A bank code only names a bank, but together with an account number it identifies an account.',
  },
  BANK_ACCOUNT: {
    name: 'bank account',
    severity: 'high',
    advice: 'An account number can be used for direct debits. Redact it.',
  },
  UK_SORT_CODE: {
    name: 'UK sort code',
    severity: 'moderate',
    advice: 'A sort code is public, but together with an account number it can be used for direct debits.',
  },
  US_ROUTING_NUMBER: {
    name: 'US routing number',
    severity: 'moderate',
    advice:
      'A routing number is public, but together with an account number it can be used for direct debits.',
  },
  US_SSN: {
    name: 'US Social Security number',
    severity: 'critical',
    advice: 'A Social Security number can be used to borrow in someone’s name. Redact it.',
  },
  US_ITIN: {
    name: 'US taxpayer number',
    severity: 'critical',
    advice: 'A taxpayer number can be used to open accounts in someone’s name. Redact it.',
  },
  CA_SIN: {
    name: 'Canadian Social Insurance Number',
    severity: 'critical',
    advice: 'A Social Insurance Number can be used to borrow in someone’s name. Redact it.',
  },
  UK_NINO: {
    name: 'UK National Insurance number',
    severity: 'high',
    advice: 'A National Insurance number identifies a person to the state. Redact it.',
  },
  UK_NHS: {
    name: 'NHS number',
    severity: 'high',
    advice: 'An NHS number can be used to look up health records. Redact it.',
  },
  MX_CURP: {
    name: 'CURP',
    severity: 'high',
    advice: 'A CURP identifies a person and contains the date of birth. Redact it.',
  },
  MX_RFC: {
    name: 'RFC',
    severity: 'high',
    advice: 'An RFC identifies a taxpayer and contains a date of birth or founding. Redact it.',
  },
  MX_CLABE: {
    name: 'CLABE',
    severity: 'high',
    advice: 'A CLABE is an account number. Redact it.',
  },
  AU_TFN: {
    name: 'Australian tax file number',
    severity: 'critical',
    advice: 'A tax file number can be used to claim money in someone’s name. Redact it.',
    labels: { tfn: 'tfn | tfn no | tax file number | tax file no | t f n' },
    numbers: [
      {
        country: 'AU',
        label: 'tfn',
        lengths: [9],
        isValid: codes.isTfnValid,
        check: 'weak',
        shapes: GROUPS_OF_3,
        atHome: true,
        notAfter: OF_COMPANY,
      },
    ],
  },
  AU_MEDICARE: {
    name: 'Medicare number',
    severity: 'high',
    advice: 'A Medicare number links to health data and is used as proof of identity. Redact it.',
    labels: { medicare: 'medicare | medicare no | medicare card | medicare card no | medicare number' },
    numbers: [
      {
        country: 'AU',
        label: 'medicare',
        besides: ['medical'],
        lengths: [10, 11],
        isValid: codes.isMedicareValid,
        check: 'weak',
        shapes: /^4([ -])5\1(?:1|2|1[-/ ]1)$/,
      },
    ],
  },
  IN_AADHAAR: {
    name: 'Aadhaar number',
    severity: 'critical',
    advice: 'An Aadhaar number identifies a person for life. Redact it.',
    labels: {
      aadhaar: `aadhaar | aadhar | adhaar | aadhaar no | aadhar no | aadhaar card | aadhar card | aadhaar card no | uidai |
    uidai no | आधार | आधार संख्या`,
    },
    numbers: [
      {
        country: 'IN',
        label: 'aadhaar',
        lengths: [12],
        isValid: codes.isAadhaarValid,
        check: 'weak',
        shapes: /^4([ -])4\1(?:4)$/,
      },
    ],
  },
  IN_PAN: {
    name: 'Indian PAN',
    severity: 'high',
    advice: 'A PAN identifies a taxpayer. Redact it.',
    labels: { panIN: 'pan | pan no | pan card | pan card no | permanent account no | income tax pan' },
    codes: [
      {
        country: 'IN',
        label: 'panIN',
        alsoNamed: ['nationalId'],
        // The fourth letter is for who has it: a person, a company, a trust.
        pattern: code('[A-Z]{3}[ABCFGHLJPT][A-Z]\\d{4}[A-Z]'),
        separators: NOTHING,
        isValid: () => true,
        unnamed: 0.6,
      },
    ],
  },
  BR_CPF: {
    name: 'CPF',
    severity: 'critical',
    advice: 'A CPF identifies a person for life and can be used to borrow in their name. Redact it.',
    labels: { cpf: 'cpf | cpf n | cpf no | c p f | cadastro de pessoa fisica | cadastro de pessoas fisicas' },
    numbers: [
      {
        country: 'BR',
        label: 'cpf',
        lengths: [11],
        isValid: codes.isCpfValid,
        check: 'strong',
        shapes: /^3\.3\.3[-/]2$|^3 3 3[ -]2$|^9-2$|^3-3-3-2$/,
        unnamed: 0.55,
      },
    ],
  },
  BR_CNPJ: {
    name: 'CNPJ',
    severity: 'low',
    advice: 'A CNPJ identifies a company, and is often public.',
    labels: { cnpj: 'cnpj | cnpj n | cnpj no | c n p j | cadastro nacional da pessoa juridica' },
    numbers: [
      {
        country: 'BR',
        label: 'cnpj',
        lengths: [14],
        isValid: codes.isCnpjValid,
        check: 'strong',
        shapes: /^2\.3\.3\/4-2$|^8\/4-2$|^2 3 3 4 2$/,
      },
    ],
    // Since 2026 with letters too.
    codes: [
      {
        country: 'BR',
        label: 'cnpj',
        pattern: code('(?=[^\\s]{0,16}[A-Z])[A-Z0-9]{2}\\.?[A-Z0-9]{3}\\.?[A-Z0-9]{3}/?[A-Z0-9]{4}-?\\d{2}'),
        separators: /[./-]/g,
        isValid: codes.isCnpjValid,
        unnamed: 0.7,
      },
    ],
  },
  CH_AHV: {
    name: 'Swiss AHV number',
    severity: 'critical',
    advice: 'An AHV number identifies a person for life. Redact it.',
    labels: {
      ahv: `ahv | ahv no | ahvn 13 | ahv n 13 | avs | no avs | numero avs | n avs | numero de avs | oasi | oasi no |
    versichertennummer ahv | neue ahv no | numero avs n`,
    },
    numbers: [
      {
        country: 'CH',
        label: 'ahv',
        besides: ['insuranceDE', 'idAT', 'healthDE'],
        lengths: [13],
        isValid: codes.isAhvValid,
        check: 'strong',
        shapes: /^3([ .-])4\1(?:4)\1(?:2)$/,
      },
    ],
  },
  EU_VAT: {
    name: 'VAT number',
    severity: 'low',
    advice: 'A VAT number is often public, but for a sole trader it identifies a person.',
  },
  EU_NATIONAL_ID: {
    name: 'national identity number',
    severity: 'critical',
    advice: 'A national number identifies a person for life. Redact it.',
  },
  PASSPORT: {
    name: 'passport number',
    severity: 'critical',
    advice: 'A passport number is enough for some kinds of identity theft. Redact it.',
  },
  DRIVING_LICENCE: {
    name: 'driving licence',
    severity: 'high',
    advice: 'A licence number identifies a person. Redact it.',
  },
  MEDICAL_RECORD: {
    name: 'medical record number',
    severity: 'high',
    advice: 'A medical record number links to health data. Redact it.',
  },
  HEALTH_INSURANCE: {
    name: 'health insurance number',
    severity: 'high',
    advice: 'A health insurance number links to health data. Redact it.',
  },
  VIN: {
    name: 'vehicle identification number',
    severity: 'moderate',
    advice: 'A vehicle identification number can be traced to the owner.',
    labels: {
      vin: `vin | vin no | vin code | vehicle identification no | vehicle id no | chassis no | fahrgestellnummer |
    fahrzeug identifizierungsnummer | fin nummer | numero de chassis | numero de bastidor | bastidor | numero di telaio |
    numero de serie du vehicule | chassisnummer`,
    },
    codes: [
      {
        label: 'vin',
        pattern: code(
          '(?=[A-Z0-9]{0,15}[A-Z])(?=[A-Z0-9]{0,15}\\d{4})[A-HJ-NPR-Z0-9]{8}[0-9X][A-HJ-NPR-Z0-9]{8}',
        ),
        separators: NOTHING,
        isValid: lettered.isVinValid,
        unnamed: 0.6,
        isChecked: true,
      },
    ],
  },
  IP_ADDRESS: {
    name: 'IP address',
    severity: 'low',
    advice: 'An IP address can be traced to a household or a device.',
  },
  MAC_ADDRESS: {
    name: 'MAC address',
    severity: 'low',
    advice: 'A hardware address identifies one device.',
  },
  CRYPTO_ADDRESS: {
    name: 'crypto address',
    severity: 'moderate',
    advice: 'Anyone can look up the balance and payments of a crypto address.',
  },
  URL_CREDENTIALS: {
    name: 'address with a password',
    plural: 'addresses with a password',
    severity: 'critical',
    advice: 'This URL contains a user name and password. Redact them and change the password.',
  },
  ADDRESS: {
    name: 'street address',
    severity: 'moderate',
    advice: 'A street address shows where someone lives or works.',
  },
  POSTCODE: {
    name: 'postcode',
    severity: 'low',
    advice: 'A postcode narrows down where someone lives.',
  },
  DATE_OF_BIRTH: {
    name: 'date of birth',
    plural: 'dates of birth',
    severity: 'moderate',
    advice: 'A date of birth is often used as proof of identity. Redact it unless the answer needs it.',
  },
  NAME: {
    name: 'name',
    severity: 'low',
    advice: 'This looks like a person’s name.',
  },
  API_KEY: {
    name: 'API key',
    severity: 'critical',
    advice:
      'Anyone with this key can act and spend in your name. Redact it; if it was sent already, replace it.',
  },
  PRIVATE_KEY: {
    name: 'private key',
    severity: 'critical',
    advice: 'A private key must never leave. Redact it; if it was sent already, replace it.',
  },
  PASSWORD: {
    name: 'password',
    severity: 'critical',
    advice: 'This looks like a password. Redact it; if it was sent already, change it.',
  },
} as const satisfies Readonly<Record<string, TypeRow>>

export type KnownFindingType = keyof typeof TYPES

export const FINDING_TYPES = Object.keys(TYPES) as readonly KnownFindingType[]

type LabelsOf<Row> = Row extends { readonly labels: infer Labels } ? keyof Labels & string : never

/** The vocabularies that rows bring along. */
export type RowVocabulary = LabelsOf<(typeof TYPES)[KnownFindingType]>
