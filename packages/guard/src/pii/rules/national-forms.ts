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
  },
  {
    country: 'IT',
    label: 'idIT',
    pattern:
      /(?<![\p{L}\p{N}_])[A-Z]{3} ?[A-Z]{3} ?[0-9L-NP-V]{2}[A-EHLMPR-T][0-9L-NP-V]{2} ?[A-Z][0-9L-NP-V]{3} ?[A-Z](?![\p{L}\p{N}_])/giu,
    isValid: isCodiceFiscaleValid,
    separators: BLANKS,
  },
  {
    country: 'FI',
    label: 'idFI',
    pattern: /(?<![\p{L}\p{N}_])\d{6}[-+A-FU-Y]\d{3}[0-9A-Y](?![\p{L}\p{N}_])/giu,
    isValid: isHenkilotunnusValid,
    separators: NOTHING,
  },
  {
    country: 'IE',
    label: 'idIE',
    pattern: /(?<![\p{L}\p{N}_])\d{7}[ -]?[A-W][A-IW]?(?![\p{L}\p{N}_])/giu,
    isValid: isPpsnValid,
    separators: BLANKS,
  },
  {
    country: 'FR',
    label: 'idFR',
    pattern: /(?<![\p{L}\p{N}_])[12] ?\d{2} ?\d{2} ?2[AB] ?\d{3} ?\d{3} ?\d{2}(?![\p{L}\p{N}_])/giu,
    isValid: codes.isNirValid,
    separators: BLANKS,
  },
]
