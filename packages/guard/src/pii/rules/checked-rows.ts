import { isClabeValid, isCurpValid, isItinPlausible, isSsnPlausible } from '../checksum/american-numbers.ts'
import { isSpiValid } from '../checksum/french-numbers.ts'
import { isCardNumberValid, isHealthNumberValid, isPensionNumberValid } from '../checksum/german-codes.ts'
import { isRealDate } from '../checksum/is-real-date.ts'
import * as lettered from '../checksum/lettered-codes.ts'
import { isLuhnValid } from '../checksum/luhn.ts'
import * as codes from '../checksum/personal-codes.ts'
import type { KnownFindingType } from '../finding.ts'
import type { Vocabulary } from '../text-index/vocabulary.ts'

interface Row {
  readonly type: KnownFindingType
  readonly country?: string
  /** The label of its own, and further ones that say as much. */
  readonly label: Vocabulary
  readonly alsoNamed?: readonly Vocabulary[]
  /** Labels beside which it may still be one, besides those of persons. */
  readonly besides?: readonly Vocabulary[]
  /** Right behind it, as messages between programs have it, this says as much as a label. */
  readonly namedBehind?: RegExp
  /** What is right before a number with the same check that is another thing. */
  readonly notAfter?: RegExp
}

/** A number of digits alone. */
export interface NumberRow extends Row {
  readonly lengths: readonly number[]
  readonly isValid: (digits: string) => boolean
  /**
   * What its form says by itself. `strong`: no other number passes by chance, so it is found in one piece too; `weak`:
   * one in ten passes, so its groups or a label must tell it; `none`: no check digit; `label`: only a label right
   * beside it tells it.
   */
  readonly check: 'strong' | 'weak' | 'none' | 'label'
  /** Its usual groups, with the separators between their lengths, as in `3-2-4`. */
  readonly shapes?: RegExp
  /** How sure its groups alone are, without a word beside them. */
  readonly unnamed?: number
  /** Its groups are those of any large number: alone they count only in a text about its country. */
  readonly atHome?: true
}

/** A code with letters in it. */
export interface CodeRow extends Row {
  readonly pattern: RegExp
  /** Separators that the check does not count. */
  readonly separators: RegExp
  readonly isValid: (code: string) => boolean
  /** How sure it is without a label; where that is 0, a label must be right beside it. */
  readonly unnamed: number
  /** Found in small letters too, whatever is beside it. */
  readonly anyCase?: true
}

const NOTHING = /(?!)/

/** Card numbers by brand: how they begin, and how long they are. */
const CARDS = {
  clear:
    /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720))\d+(?<=^\d{16})|3[47]\d{13}|(?:6011|64[4-9]|65|622)\d+(?<=^\d{16}|^\d{19})|35(?:2[89]|[3-8])\d+(?<=^\d{16,19})|220[0-4]\d+(?<=^\d{16,19}))$/,
  vague:
    /^(?:3(?:0[0-5]|095|[689])\d+(?<=^\d{14}|^\d{16}|^\d{19})|(?:2131|1800)\d{11}|(?:62|81)\d{14,17}|(?:50(?:18|19|20|38)|5[6-8]|6304|6759|676[1-3]|6390)\d+(?<=^\d{13,19}))$/,
  labelled: /^(?:(?:50|5[6-8]|6)\d+(?<=^\d{12})|35\d{14})$/,
}
/** Cards with which nobody pays. */
const OTHER_CARD =
  /(?:loyalty|gift|library|sim|member(?:ship)?|student|identity|id|key|access|points|rewards?|bonus|club|travel|fuel|health|insurance|transit|season|store)[ -](?:card|pass)[^\d\n]{0,24}$/iu
const CARD_SHAPES =
  /^(?:4([ .-])4\1(?:4\1(?:4(?:\1[13])?|[13])|[46]\1?\d?)|4([ .-])6\2[45]|6[ .-]13|4([ .-])3\3(?:3\3)3)$/

/** Zeros, or one digit over and over: a filler. */
function isCard(digits: string, brands: RegExp): boolean {
  return brands.test(digits) && isLuhnValid(digits) && !/^(\d)\1+$|0{10}/.test(digits)
}

/** Companies of France have nine digits with the same check. */
const OF_COMPANY =
  /(?<!\p{L})(?:RCS|R\.C\.S\.?|SIREN|SIRET|registre du commerce|immatricul[ée]{1,2}s?)(?!\p{L})[^\d]{0,60}(?:\d{3} \d{3} \d{3}[^\d]{1,60}){0,3}$/iu
const GROUPS_OF_3 = /^3([ -])3\1(?:3)$/
const national = (
  country: string,
  label: Vocabulary,
  lengths: readonly number[],
  isValid: (digits: string) => boolean,
  rest: Partial<NumberRow> = {},
): NumberRow => ({
  type: 'EU_NATIONAL_ID',
  check: 'weak',
  country,
  label,
  lengths,
  isValid,
  alsoNamed: ['nationalId'],
  ...rest,
})

export const NUMBER_ROWS: readonly NumberRow[] = [
  ...(['clear', 'vague', 'labelled'] as const).map(
    (brand): NumberRow => ({
      type: 'CREDIT_CARD',
      label: 'card',
      besides: ['account', 'bank', 'phone'],
      lengths: [12, 13, 14, 15, 16, 17, 18, 19],
      isValid: (digits) => isCard(digits, CARDS[brand]),
      check: brand === 'clear' ? 'strong' : brand === 'vague' ? 'weak' : 'label',
      shapes: CARD_SHAPES,
      unnamed: 0.9,
      notAfter: brand === 'clear' ? NOTHING : OTHER_CARD,
    }),
  ),
  {
    type: 'MX_CLABE',
    country: 'MX',
    label: 'clabe',
    besides: ['account', 'bank', 'iban', 'card'],
    lengths: [18],
    isValid: (digits) => /^(?!000)(?:[01]\d\d|6\d\d|7[0-3]\d|90[123])/.test(digits) && isClabeValid(digits),
    check: 'strong',
    shapes: /^[1-6]([ -])\d+(?:\1\d+)+$/,
    unnamed: 0.85,
  },
  {
    type: 'US_SSN',
    country: 'US',
    label: 'ssn',
    alsoNamed: ['itin'],
    besides: ['phone', 'card', 'idAT', 'idFR'],
    lengths: [9],
    isValid: isSsnPlausible,
    check: 'none',
    shapes: /^3([ .-])2\1(?:4)$/,
    unnamed: 0.8,
  },
  {
    type: 'US_ITIN',
    country: 'US',
    label: 'itin',
    alsoNamed: ['ssn', 'nationalId'],
    besides: ['phone', 'card'],
    lengths: [9],
    isValid: isItinPlausible,
    check: 'none',
    shapes: /^3([ -])2\1(?:4)$/,
    unnamed: 0.8,
  },
  {
    type: 'CA_SIN',
    country: 'CA',
    label: 'sin',
    besides: ['ssn', 'phone'],
    lengths: [9],
    isValid: codes.isSinValid,
    check: 'weak',
    shapes: GROUPS_OF_3,
    unnamed: 0.55,
    notAfter: OF_COMPANY,
  },
  {
    type: 'UK_NHS',
    country: 'GB',
    label: 'nhs',
    besides: ['medical'],
    lengths: [10],
    isValid: codes.isNhsValid,
    check: 'weak',
    shapes: /^3([ -])3\1(?:4)$/,
    // As Americans write their telephone numbers.
    unnamed: 0.5,
    namedBehind: /^\^{1,3}(?:[^|~^\n]{0,16}\^)?NHS?(?!\p{L})/u,
  },
  {
    type: 'AU_TFN',
    country: 'AU',
    label: 'tfn',
    lengths: [9],
    isValid: codes.isTfnValid,
    check: 'weak',
    shapes: GROUPS_OF_3,
    atHome: true,
    notAfter: OF_COMPANY,
  },
  {
    type: 'AU_MEDICARE',
    country: 'AU',
    label: 'medicare',
    besides: ['medical'],
    lengths: [10, 11],
    isValid: codes.isMedicareValid,
    check: 'weak',
    shapes: /^4([ -])5\1(?:1|2|1[-/ ]1)$/,
  },
  {
    type: 'IN_AADHAAR',
    country: 'IN',
    label: 'aadhaar',
    lengths: [12],
    isValid: codes.isAadhaarValid,
    check: 'weak',
    shapes: /^4([ -])4\1(?:4)$/,
  },
  {
    type: 'BR_CPF',
    country: 'BR',
    label: 'cpf',
    lengths: [11],
    isValid: codes.isCpfValid,
    check: 'strong',
    shapes: /^3\.3\.3[-/]2$|^3 3 3[ -]2$|^9-2$|^3-3-3-2$/,
    unnamed: 0.55,
  },
  {
    type: 'BR_CNPJ',
    country: 'BR',
    label: 'cnpj',
    lengths: [14],
    isValid: codes.isCnpjValid,
    check: 'strong',
    shapes: /^2\.3\.3\/4-2$|^8\/4-2$|^2 3 3 4 2$/,
  },
  {
    type: 'CH_AHV',
    country: 'CH',
    label: 'ahv',
    besides: ['insuranceDE', 'idAT', 'healthDE'],
    lengths: [13],
    isValid: codes.isAhvValid,
    check: 'strong',
    shapes: /^3([ .-])4\1(?:4)\1(?:2)$/,
  },
  national('FR', 'idFR', [15], codes.isNirValid, {
    check: 'strong',
    shapes: /^(?:13 2|1 2 2 2 3 3 2|1 2 2 2 3 3-2|1\.2\.2\.2\.3\.3\.2|1-2-2-2-3-3-2)$/,
  }),
  national('FR', 'taxFR', [13], isSpiValid, { shapes: /^2 2 3 3 3$/ }),
  national('FR', 'cardFR', [12], () => true, { check: 'label' }),
  national('DE', 'taxDE', [10, 11, 13], () => true, { check: 'label' }),
  national('DE', 'idDE', [11], codes.isSteuerIdValid, { shapes: /^2 3 3 3$/ }),
  national('NL', 'idNL', [9], codes.isBsnValid),
  national('BE', 'idBE', [11], codes.isRijksregisterValid, {
    check: 'strong',
    shapes: /^2\.2\.2-3\.2$|^6-3-2$|^2\.2\.2 3\.2$|^2([ .-])2\1(?:2)\1(?:3)\1(?:2)$/,
  }),
  national('PL', 'idPL', [11], codes.isPeselValid),
  national('PT', 'idPT', [9], codes.isPortugueseNifValid),
  national('SE', 'idSE', [10, 12], codes.isPersonnummerValid, { shapes: /^[68]-4$/ }),
  national('DK', 'idDK', [10], codes.isCprPlausible),
  national('AT', 'idAT', [10], codes.isSvnrValid),
  national('CZ', 'idCZ', [9, 10], codes.isRodneCisloValid, { shapes: /^6\/4$/ }),
  national('RO', 'idRO', [13], codes.isCnpValid),
  national('BG', 'idBG', [10], codes.isEgnValid),
  national('HR', 'idHR', [11], codes.isOibValid),
  national('GR', 'idGR', [9], codes.isAfmValid),
  national('GR', 'idGR', [11], codes.isAmkaValid),
  national('HU', 'idHU', [10], codes.isAdoazonositoValid),
  national('HU', 'idHU', [11], codes.isSzemelyiSzamValid, { shapes: /^1-6-4$/ }),
  national('HU', 'idHU', [9], codes.isTajValid),
  national('EE', 'idEE', [11], codes.isBalticCodeValid),
  national('LT', 'idLT', [11], codes.isBalticCodeValid),
  national('LV', 'idLV', [11], codes.isPersonasKodsValid, { shapes: /^6-5$/ }),
  national('SI', 'idSI', [13], codes.isEmsoValid),
  national('LU', 'idLU', [13], codes.isMatriculeValid, { check: 'strong', shapes: /^(?:4 2 2 3 2|8 3 2)$/ }),
]

const BLANKS = /[ \u00a0.-]/g
/** Between the groups of a code: nothing, a sign, a broken line, a cell. */
const GAP =
  '(?:[ \\u00a0.-]|[ \\t]{2,5}|[ \\t]{0,3}\\r?\\n[ \\t]{0,8}(?:>[ \\t]?)?|[ \\t]{0,3}\\|[ \\t]{0,3})?'
const code = (...groups: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_])${groups.join(GAP)}(?![\\p{L}\\p{N}_])`, 'giu')

export const CODE_ROWS: readonly CodeRow[] = [
  {
    type: 'UK_NINO',
    country: 'GB',
    label: 'nino',
    besides: ['medical'],
    // `PR-109877-A` is a number of something else.
    pattern: code(
      '(?![A-Z]{2}-\\d{6}-)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]',
      '\\d{2}',
      '\\d{2}',
      '\\d{2}',
      '[A-D]',
    ),
    separators: /[^A-Z0-9]/g,
    isValid: (value) => !/^(?:BG|GB|KN|NK|NT|TN|ZZ)/.test(value),
    unnamed: 0.8,
  },
  {
    type: 'MX_CURP',
    country: 'MX',
    label: 'curp',
    pattern: code('[A-ZÑ][AEIOUX][A-ZÑ]{2}\\d{6}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-ZÑ]{3}[0-9A-Z]\\d'),
    separators: NOTHING,
    isValid: (value) =>
      isRealDate(Number(value.slice(6, 8)), Number(value.slice(8, 10))) && isCurpValid(value),
    unnamed: 0.98,
    anyCase: true,
  },
  {
    type: 'IN_PAN',
    country: 'IN',
    label: 'panIN',
    alsoNamed: ['nationalId'],
    // The fourth letter is for who has it: a person, a company, a trust.
    pattern: code('[A-Z]{3}[ABCFGHLJPT][A-Z]\\d{4}[A-Z]'),
    separators: NOTHING,
    isValid: () => true,
    unnamed: 0.6,
  },
  {
    type: 'VIN',
    label: 'vin',
    pattern: code(
      '(?=[A-Z0-9]{0,15}[A-Z])(?=[A-Z0-9]{0,15}\\d{4})[A-HJ-NPR-Z0-9]{8}[0-9X][A-HJ-NPR-Z0-9]{8}',
    ),
    separators: NOTHING,
    isValid: lettered.isVinValid,
    unnamed: 0.6,
  },
  {
    type: 'EU_NATIONAL_ID',
    country: 'ES',
    label: 'idES',
    pattern: code('(?:[XYZ][ -]?\\d{7}|\\d{2}\\.?\\d{3}\\.?\\d{3})[ -]?[A-Z]'),
    isValid: lettered.isDniValid,
    separators: BLANKS,
    unnamed: 0.7,
  },
  {
    type: 'EU_NATIONAL_ID',
    country: 'IT',
    label: 'idIT',
    pattern: code('[A-Z]{3} ?[A-Z]{3} ?[0-9L-NP-V]{2}[A-EHLMPR-T][0-9L-NP-V]{2} ?[A-Z][0-9L-NP-V]{3} ?[A-Z]'),
    isValid: lettered.isCodiceFiscaleValid,
    separators: BLANKS,
    unnamed: 0.9,
  },
  {
    type: 'EU_NATIONAL_ID',
    country: 'FI',
    label: 'idFI',
    pattern: code('\\d{6}[-+A-FU-Y]\\d{3}[0-9A-Y]'),
    isValid: lettered.isHenkilotunnusValid,
    separators: NOTHING,
    unnamed: 0.7,
  },
  {
    type: 'EU_NATIONAL_ID',
    country: 'IE',
    label: 'idIE',
    pattern: code('\\d{7}[ -]?[A-W][A-IW]?'),
    isValid: lettered.isPpsnValid,
    separators: BLANKS,
    // Seven digits and a letter are short enough for a part number.
    unnamed: 0.45,
  },
  {
    type: 'EU_NATIONAL_ID',
    country: 'FR',
    label: 'idFR',
    pattern: code('[12] ?\\d{2} ?\\d{2} ?2[AB] ?\\d{3} ?\\d{3} ?\\d{2}'),
    isValid: codes.isNirValid,
    separators: BLANKS,
    unnamed: 0.7,
  },
  {
    type: 'EU_NATIONAL_ID',
    country: 'DE',
    label: 'insuranceDE',
    pattern: code('\\d{2} ?\\d{6} ?[A-Z] ?\\d{2} ?\\d'),
    isValid: isPensionNumberValid,
    separators: BLANKS,
    unnamed: 0.7,
  },
  {
    type: 'EU_NATIONAL_ID',
    country: 'DE',
    label: 'healthDE',
    pattern: code('[A-Z] ?\\d{3} ?\\d{3} ?\\d{3}'),
    isValid: isHealthNumberValid,
    separators: BLANKS,
    unnamed: 0,
  },
  {
    type: 'EU_NATIONAL_ID',
    country: 'DE',
    label: 'cardDE',
    pattern: code('[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}\\d?'),
    isValid: isCardNumberValid,
    separators: NOTHING,
    unnamed: 0,
  },
  {
    type: 'EU_NATIONAL_ID',
    country: 'FR',
    label: 'cardFR',
    pattern: code('(?=[A-Z0-9]{0,8}\\d[A-Z0-9]{0,7}\\d)[A-Z0-9]{9}'),
    isValid: (value) => /[A-Z].*[A-Z]/.test(value),
    separators: NOTHING,
    unnamed: 0,
  },
]
