import { isSpiValid } from '../checksum/french-numbers.ts'
import { isCardNumberValid, isHealthNumberValid, isPensionNumberValid } from '../checksum/german-codes.ts'
import {
  isCodiceFiscaleValid,
  isDniValid,
  isHenkilotunnusValid,
  isPpsnValid,
} from '../checksum/lettered-codes.ts'
import * as codes from '../checksum/personal-codes.ts'
import type { Vocabulary } from '../text-index/vocabulary.ts'

/** A personal number of digits alone. */
export interface DigitForm {
  readonly country: string
  readonly label: Vocabulary
  readonly lengths: readonly number[]
  readonly isValid: (digits: string) => boolean
  /** Groups and separator by which it is known without a label; absent where only a label will do. */
  readonly shapes?: RegExp
  /** It has no check: only a label of its own, right beside it, tells it. */
  readonly isBare?: true
}

/** Groups are written with the separator between their lengths, as in `6-4`. */
export const DIGIT_FORMS: readonly DigitForm[] = [
  {
    country: 'FR',
    label: 'idFR',
    lengths: [15],
    isValid: codes.isNirValid,
    shapes: /^(?:15|13 2|1 2 2 2 3 3 2|1 2 2 2 3 3-2|1\.2\.2\.2\.3\.3\.2|1-2-2-2-3-3-2)$/,
  },
  { country: 'FR', label: 'taxFR', lengths: [13], isValid: isSpiValid, shapes: /^2 2 3 3 3$/ },
  { country: 'FR', label: 'cardFR', lengths: [12], isValid: () => true, isBare: true },
  { country: 'DE', label: 'taxDE', lengths: [10, 11, 13], isValid: () => true, isBare: true },
  { country: 'DE', label: 'idDE', lengths: [11], isValid: codes.isSteuerIdValid, shapes: /^2 3 3 3$/ },
  { country: 'NL', label: 'idNL', lengths: [9], isValid: codes.isBsnValid },
  {
    country: 'BE',
    label: 'idBE',
    lengths: [11],
    isValid: codes.isRijksregisterValid,
    shapes: /^2\.2\.2-3\.2$|^6-3-2$|^2\.2\.2 3\.2$/,
  },
  { country: 'PL', label: 'idPL', lengths: [11], isValid: codes.isPeselValid },
  { country: 'PT', label: 'idPT', lengths: [9], isValid: codes.isPortugueseNifValid },
  { country: 'SE', label: 'idSE', lengths: [10, 12], isValid: codes.isPersonnummerValid, shapes: /^[68]-4$/ },
  { country: 'DK', label: 'idDK', lengths: [10], isValid: codes.isCprPlausible },
  { country: 'AT', label: 'idAT', lengths: [10], isValid: codes.isSvnrValid },
  { country: 'CZ', label: 'idCZ', lengths: [9, 10], isValid: codes.isRodneCisloValid, shapes: /^6\/4$/ },
  { country: 'RO', label: 'idRO', lengths: [13], isValid: codes.isCnpValid },
  { country: 'BG', label: 'idBG', lengths: [10], isValid: codes.isEgnValid },
  { country: 'HR', label: 'idHR', lengths: [11], isValid: codes.isOibValid },
  { country: 'GR', label: 'idGR', lengths: [9], isValid: codes.isAfmValid },
  { country: 'GR', label: 'idGR', lengths: [11], isValid: codes.isAmkaValid },
  { country: 'HU', label: 'idHU', lengths: [10], isValid: codes.isAdoazonositoValid },
  { country: 'HU', label: 'idHU', lengths: [11], isValid: codes.isSzemelyiSzamValid, shapes: /^1-6-4$/ },
  { country: 'HU', label: 'idHU', lengths: [9], isValid: codes.isTajValid },
  { country: 'EE', label: 'idEE', lengths: [11], isValid: codes.isBalticCodeValid },
  { country: 'LT', label: 'idLT', lengths: [11], isValid: codes.isBalticCodeValid },
  { country: 'LV', label: 'idLV', lengths: [11], isValid: codes.isPersonasKodsValid, shapes: /^6-5$/ },
  { country: 'SI', label: 'idSI', lengths: [13], isValid: codes.isEmsoValid },
  {
    country: 'LU',
    label: 'idLU',
    lengths: [13],
    isValid: codes.isMatriculeValid,
    shapes: /^(?:4 2 2 3 2|8 3 2)$/,
  },
]

/** A personal number with letters in it. */
export interface LetterForm {
  readonly country: string
  readonly label: Vocabulary
  readonly pattern: RegExp
  readonly isValid: (code: string) => boolean
  /** Separators that the check does not count. */
  readonly separators: RegExp
  /** How sure it is without a label; where that is 0, the label stands right beside it. */
  readonly unnamed: number
}

const NOTHING = /(?!)/g
const BLANKS = /[ \u00a0.-]/g

export const LETTER_FORMS: readonly LetterForm[] = [
  {
    country: 'ES',
    label: 'idES',
    pattern: /(?<![\p{L}\p{N}_])(?:[XYZ][ -]?\d{7}|\d{2}\.?\d{3}\.?\d{3})[ -]?[A-Z](?![\p{L}\p{N}_])/giu,
    isValid: isDniValid,
    separators: BLANKS,
    unnamed: 0.7,
  },
  {
    country: 'IT',
    label: 'idIT',
    pattern:
      /(?<![\p{L}\p{N}_])[A-Z]{3} ?[A-Z]{3} ?[0-9L-NP-V]{2}[A-EHLMPR-T][0-9L-NP-V]{2} ?[A-Z][0-9L-NP-V]{3} ?[A-Z](?![\p{L}\p{N}_])/giu,
    isValid: isCodiceFiscaleValid,
    separators: BLANKS,
    unnamed: 0.9,
  },
  {
    country: 'FI',
    label: 'idFI',
    pattern: /(?<![\p{L}\p{N}_])\d{6}[-+A-FU-Y]\d{3}[0-9A-Y](?![\p{L}\p{N}_])/giu,
    isValid: isHenkilotunnusValid,
    separators: NOTHING,
    unnamed: 0.7,
  },
  {
    country: 'IE',
    label: 'idIE',
    pattern: /(?<![\p{L}\p{N}_])\d{7}[ -]?[A-W][A-IW]?(?![\p{L}\p{N}_])/giu,
    isValid: isPpsnValid,
    separators: BLANKS,
    // Seven or eight digits and a letter are short enough for a part number.
    unnamed: 0.45,
  },
  {
    country: 'FR',
    label: 'idFR',
    pattern: /(?<![\p{L}\p{N}_])[12] ?\d{2} ?\d{2} ?2[AB] ?\d{3} ?\d{3} ?\d{2}(?![\p{L}\p{N}_])/giu,
    isValid: codes.isNirValid,
    separators: BLANKS,
    unnamed: 0.7,
  },
  {
    country: 'DE',
    label: 'insuranceDE',
    pattern: /(?<![\p{L}\p{N}_])\d{2} ?\d{6} ?[A-Z] ?\d{2} ?\d(?![\p{L}\p{N}_])/giu,
    isValid: isPensionNumberValid,
    separators: BLANKS,
    unnamed: 0.7,
  },
  {
    country: 'DE',
    label: 'healthDE',
    pattern: /(?<![\p{L}\p{N}_])[A-Z] ?\d{3} ?\d{3} ?\d{3}(?![\p{L}\p{N}_])/giu,
    isValid: isHealthNumberValid,
    separators: BLANKS,
    unnamed: 0,
  },
  {
    country: 'DE',
    label: 'cardDE',
    pattern: /(?<![\p{L}\p{N}_])[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}\d?(?![\p{L}\p{N}_])/giu,
    isValid: isCardNumberValid,
    separators: NOTHING,
    unnamed: 0,
  },
  {
    country: 'FR',
    label: 'cardFR',
    pattern: /(?<![\p{L}\p{N}_])(?=[A-Z0-9]{0,8}\d[A-Z0-9]{0,7}\d)[A-Z0-9]{9}(?![\p{L}\p{N}_])/giu,
    isValid: (code) => /[A-Z].*[A-Z]/.test(code),
    separators: NOTHING,
    unnamed: 0,
  },
]
