import {
  isClabeValid,
  isCurpValid,
  isItinPlausible,
  isSsnPlausible,
  isSpiValid,
  isCardNumberValid,
  isHealthNumberValid,
  isPensionNumberValid,
  isRealDate,
  isLuhnValid,
} from '../checksum/check-digits.ts'
import * as lettered from '../checksum/check-digits.ts'
import * as codes from '../checksum/personal-codes.ts'
import type { CodeRow, NumberRow } from './row.ts'

export const NOTHING = /(?!)/

/** Card numbers by brand: how they begin, and how long they are. */
const CARDS = {
  clear:
    /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720))\d+(?<=^\d{16})|3[47]\d{13}|(?:6011|64[4-9]|65|622)\d+(?<=^\d{16}|^\d{19})|35(?:2[89]|[3-8])\d+(?<=^\d{16,19})|5019\d{12}|220[0-4]\d+(?<=^\d{16,19}))$/,
  vague:
    /^(?:3(?:0[0-5]|095|[689])\d+(?<=^\d{14}|^\d{16}|^\d{19})|(?:2131|1800)\d{11}|(?:62|81)\d{14,17}|(?:50(?:18|19|20|38)|5[6-8]|6304|6759|676[1-3]|6390)\d+(?<=^\d{13,19}))$/,
  labelled: /^(?:(?:50|5[6-8]|6)\d+(?<=^\d{12})|35\d{14})$/,
}
/** Cards that are not payment cards. */
const OTHER_CARD =
  /(?:loyalty|gift|library|sim|member(?:ship)?|student|identity|id|key|access|points|rewards?|bonus|club|travel|fuel|health|insurance|transit|season|store)[ -](?:card|pass)[^\d\n]{0,24}$/iu
/** Four brands' own groups, and pieces of even length as people type them. */
const CARD_SHAPES =
  /^(?:8 8|4 8 4|4 4 8|8 4 4|2(?: 2){7}|4([ .-])4\1(?:4\1(?:4(?:\1[13])?|[13])|[46]\1?\d?)|4([ .-])6\2[45]|6[ .-]13|4([ .-])3\3(?:3\3)3)$/

/** Zeros, or one digit over and over: a filler. */
function isCard(digits: string, brands: RegExp): boolean {
  return brands.test(digits) && isLuhnValid(digits) && !/^(\d)\1+$|0{10}/.test(digits)
}

/** Companies of France have nine digits with the same check. */
export const OF_COMPANY =
  /(?<!\p{L})(?:RCS|R\.C\.S\.?|SIREN|SIRET|registre du commerce|immatricul[ée]{1,2}s?)(?!\p{L})[^\d]{0,60}(?:\d{3} \d{3} \d{3}[^\d]{1,60}){0,3}$/iu
export const GROUPS_OF_3 = /^3([ -])3\1(?:3)$/
const national = (
  country: string,
  label: string,
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

const BLANKS = /[ .-]/g
/** Between the groups of a code: nothing, a sign, a broken line, a cell. */
const GAP = '(?:[ \\t.-]|[ \\t]{2,5}|[ \\t]{0,3}-?\\r?\\n[ \\t]{0,8}(?:>[ \\t]?)?|[ \\t]{0,3}\\|[ \\t]{0,3})?'
export const code = (...groups: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${groups.join(GAP)}(?![\\p{L}\\p{N}])`, 'giu')

export const CODE_ROWS: readonly CodeRow[] = [
  {
    type: 'UK_NINO',
    country: 'GB',
    label: 'nino',
    besides: ['medical'],
    // `PR-109877-A` is some other number.
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
    isChecked: true,
  },
  {
    // Of Medicare in the United States: letters without S, L, O, I, B and Z at fixed places.
    type: 'HEALTH_INSURANCE',
    country: 'US',
    label: 'healthInsurance',
    alsoNamed: ['medicare'],
    pattern: code(
      '[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\\d]\\d',
      '[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\\d]\\d',
      '[AC-HJKMNP-RT-Y]{2}\\d{2}',
    ),
    separators: NOTHING,
    isValid: () => true,
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
    isChecked: true,
  },
  {
    type: 'EU_NATIONAL_ID',
    country: 'IT',
    label: 'idIT',
    pattern: code('[A-Z]{3} ?[A-Z]{3} ?[0-9L-NP-V]{2}[A-EHLMPR-T][0-9L-NP-V]{2} ?[A-Z][0-9L-NP-V]{3} ?[A-Z]'),
    isValid: lettered.isCodiceFiscaleValid,
    separators: BLANKS,
    unnamed: 0.9,
    isChecked: true,
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
