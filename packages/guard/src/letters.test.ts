import { expect, test } from 'vitest'
import { scanText } from './scan.ts'

function values(text: string): readonly string[] {
  return scanText(text).map(({ type, start, end }) => `${type} ${text.slice(start, end)}`)
}

test.each([
  ['Personalausweisnummer: L01X00T471', 'L01X00T471'],
  ['Ihre Ausweisnummer lautet L01X00T47.', 'L01X00T47'],
  ['Die Sozialversicherungsnummer lautet 65 170839 J 003.', '65 170839 J 003'],
  ['SV-Nr. 65170839J003', '65170839J003'],
  ['Krankenversichertennummer A123456780', 'A123456780'],
  ['Steuernummer: 013/815/08153', '013/815/08153'],
  ['St.-Nr. 5133081508159', '5133081508159'],
  ['N° fiscal : 30 23 217 600 053', '30 23 217 600 053'],
  ['Numéro fiscal de référence : 3023217600053', '3023217600053'],
  ['Carte nationale d’identité n° 880692310285', '880692310285'],
  ['CNI n° X4RTBPFW4', 'X4RTBPFW4'],
])('German and French personal numbers in letters: %s', (text, value) => {
  expect(values(text)).toEqual([`EU_NATIONAL_ID ${value}`])
})

test.each([
  ['Reisepass-Nr. C01X0006H1', 'PASSPORT C01X0006H1'],
  ['RIB : 20041 01005 0500013M026 06', 'BANK_ACCOUNT 20041 01005 0500013M026 06'],
  ["Le mot de passe pour l'espace client est : Tilleul2024!", 'PASSWORD Tilleul2024!'],
  ['wohnhaft Am Hang 12a, 61462 Königstein', 'ADDRESS Am Hang 12a, 61462 Königstein'],
  ['Unter den Linden 77, 10117 Berlin', 'ADDRESS Unter den Linden 77, 10117 Berlin'],
  ['Ludwigsburger Str. 15, 70435 Stuttgart', 'ADDRESS Ludwigsburger Str. 15, 70435 Stuttgart'],
  ['Hauptstraße 2\n60313 Frankfurt am Main\n', 'ADDRESS Hauptstraße 2\n60313 Frankfurt am Main'],
  ['18, rue de la Paix\n75002 Paris', 'ADDRESS 18, rue de la Paix\n75002 Paris'],
  ['Maître Sophie Bernard', 'NAME Sophie Bernard'],
  ['M. Jean-Pierre Dupont', 'NAME Jean-Pierre Dupont'],
])('other values in letters are found completely: %s', (text, value) => {
  expect(values(text)).toEqual([value])
})

test.each([
  'Immatriculée au RCS de Paris sous le numéro 552 100 554, capital de 1 250 000 euros.',
  'SIRET 732 829 320 00074, RCS Lyon 732 829 320, APE 6910Z.',
  'Chère Madame, Cher Maître, Sehr geehrte Damen und Herren, liebe Kolleginnen',
  'Die Steuernummer wird vom Finanzamt zugeteilt (Vordruck 12345678901).',
  'Der Personalausweis ist vorzulegen, § 1 PAuswG; Gebühr 37,00 EUR.',
  'Versicherungsnummer der Police: 987654321',
  'Artikel L01X00T471, Bestellung A123456780, Los 3, 10000 Stück, Seite 12, 45000 Wörter',
  'BGH, Urteil vom 12.03.2020 – VIII ZR 123/19, NJW 2020, 1234; BeckRS 2021, 12345 Rn. 5.',
  'Cass. 1re civ., 3 mars 2020, n° 18-23.456; RG n° 25/01234; facture n° 2025-00123.',
  'Le mot de passe du portail est : au moins 12 caractères.',
])('common words of law and trade are not names: %s', (text) => {
  expect(values(text)).toEqual([])
})
