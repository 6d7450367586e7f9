import { isBase58CheckValid, isBech32Valid, isEip55Valid } from '../rules/crypto-address.ts'
import { VAT_CHECKS } from '../rules/tax-numbers.ts'
import {
  isAbaValid,
  isClabeValid,
  isCodiceFiscaleValid,
  isCurpValid,
  isDniValid,
  isHenkilotunnusValid,
  isIbanValid,
  isLuhnValid,
  isPpsnValid,
  isRfcValid,
  isVinValid,
} from './check-digits.ts'
import { describe, expect, test } from 'vitest'
import * as personal from './personal-codes.ts'

const DIGITS = '0123456789'

/** One digit changed: every check here must see that in at least the most places. */
function changed(value: string): readonly string[] {
  return Array.from(value).flatMap((digit, at) =>
    DIGITS.includes(digit)
      ? [value.slice(0, at) + DIGITS[(Number(digit) + 1) % 10] + value.slice(at + 1)]
      : [],
  )
}

const PUBLISHED: readonly (readonly [string, (value: string) => boolean, string])[] = [
  ['Luhn', isLuhnValid, '4111111111111111'],
  ['SIN', isLuhnValid, '046454286'],
  ['IBAN', isIbanValid, 'GB82WEST12345698765432'],
  ['IBAN', isIbanValid, 'DE89370400440532013000'],
  ['ABA', isAbaValid, '021000021'],
  ['ABA', isAbaValid, '111000025'],
  ['CURP', isCurpValid, 'BOXW310820HNERXN09'],
  ['RFC', isRfcValid, 'GODE561231GR8'],
  ['CLABE', isClabeValid, '032180000118359719'],
  ['NHS', personal.isNhsValid, '9434765919'],
  ['DNI', isDniValid, '12345678Z'],
  ['NIE', isDniValid, 'X1234567L'],
  ['codice fiscale', isCodiceFiscaleValid, 'RSSMRA85T10A562S'],
  ['henkilötunnus', isHenkilotunnusValid, '131052-308T'],
  ['PPSN', isPpsnValid, '6433435F'],
  ['PPSN', isPpsnValid, '6433435OA'],
  ['NIR', personal.isNirValid, '295109912611193'],
  ['Steuer-ID', personal.isSteuerIdValid, '86095742719'],
  ['BSN', personal.isBsnValid, '111222333'],
  ['rijksregister', personal.isRijksregisterValid, '85073003328'],
  ['PESEL', personal.isPeselValid, '44051401359'],
  ['NIF', personal.isPortugueseNifValid, '501964843'],
  ['personnummer', personal.isPersonnummerValid, '8112289874'],
  ['SVNR', personal.isSvnrValid, '1237010180'],
  ['rodné číslo', personal.isRodneCisloValid, '7103192745'],
  ['CNP', personal.isCnpValid, '1630615123457'],
  ['EGN', personal.isEgnValid, '7523169263'],
  ['OIB', personal.isOibValid, '33392005961'],
  ['AFM', personal.isAfmValid, '094259216'],
  ['adóazonosító', personal.isAdoazonositoValid, '8071592153'],
  ['isikukood', personal.isBalticCodeValid, '36805280109'],
  ['asmens kodas', personal.isBalticCodeValid, '38703181745'],
  ['personas kods', personal.isPersonasKodsValid, '16117519997'],
  ['EMŠO', personal.isEmsoValid, '0101006500006'],
  ['TFN', personal.isTfnValid, '123456782'],
  ['Medicare', personal.isMedicareValid, '2123456701'],
  ['Aadhaar', personal.isAadhaarValid, '999941057058'],
  ['CPF', personal.isCpfValid, '52998224725'],
  ['CNPJ', personal.isCnpjValid, '11222333000181'],
  ['AHV', personal.isAhvValid, '7569217076985'],
  ['VIN', isVinValid, '1M8GDM9AXKP042788'],
  ['matricule', personal.isMatriculeValid, '1893120105732'],
]

describe('published sample numbers pass, and fail with one digit changed', () => {
  test.each(PUBLISHED)('%s', (_name, isValid, value) => {
    expect(isValid(value)).toBe(true)
    const wrong = changed(value)
    expect(wrong.filter(isValid).length).toBeLessThanOrEqual(Math.floor(wrong.length / 5))
  })
})

const VAT_SAMPLES = `ATU13585627 BE0428759497 BG175074752 CY10259033P CZ25123891 DE136695976 DK13585628
  EE100931558 EL094259216 ESA13585625 ES54362315K FI20774740 FR40303265045 GB980780684 HR33392005961 HU12892312
  IE6433435F IE8D79739I IT00743110157 LT119511515 LT100001919017 LU15027442 LV40003521600 MT11679112
  NL004495445B01 PL8567346215 PT501964843 RO18547290 SE123456789701 SI50223054 SK2022749619 CHE107787577`

describe('VAT numbers of every member state', () => {
  test.each(VAT_SAMPLES.split(/\s+/))('%s', (sample) => {
    const prefix = sample.startsWith('CHE') ? 'CHE' : sample.slice(0, 2)
    const isValid = VAT_CHECKS[prefix]
    expect(isValid?.(sample.slice(prefix.length))).toBe(true)
    const wrong = changed(sample.slice(prefix.length))
    expect(wrong.filter((value) => isValid?.(value)).length).toBeLessThanOrEqual(Math.ceil(wrong.length / 4))
  })
})

describe('blockchain addresses', () => {
  test('Bitcoin in both forms, and Ethereum by its capitals', () => {
    expect(isBase58CheckValid('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe(true)
    expect(isBase58CheckValid('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb')).toBe(false)
    expect(isBech32Valid('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe(true)
    expect(isBech32Valid('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5')).toBe(false)
    expect(isEip55Valid('5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe(true)
    expect(isEip55Valid('5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed')).toBe(false)
  })
})
