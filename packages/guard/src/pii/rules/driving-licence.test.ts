import { describe, expect, it } from 'vitest'
import { scanText } from '../scan-text.ts'

const found = (text: string) =>
  scanText(text)
    .filter(({ type }) => type === 'DRIVING_LICENCE')
    .map(({ start, end }) => text.slice(start, end))

describe('driving licences', () => {
  it.each([
    ['El permiso de conducir de mi hermano es el 48827163.', '48827163'],
    ['The number on the front is F7718263, that is my driver’s license.', 'F7718263'],
    ['driver license T552-0183-9921 expires 2028-10', 'T552-0183-9921'],
    ['<driversLicense state="WA">WDLB7KPLQ12X</driversLicense>', 'WDLB7KPLQ12X'],
    ['https://rent.test/check?license=D8827163&state=CA&vehicle=2', 'D8827163'],
    ['driver.license = "D8827163"', 'D8827163'],
  ])('finds the number of %s', (text, number) => {
    expect(found(text)).toEqual([number])
  })

  it.each([
    '¿Dónde renuevo el permiso de conducir? El turno es el 4410982.',
    'Führerschein beantragt, mein Termin ist 20931187 am Schalter 4.',
    'I need to renew my driver’s license, my spot in line is 120394.',
    'Fahrerlaubnis gültig bis 2033-01',
    'DVLA reference 55820193 for my licence renewal',
    'HGV operator’s licence OF1138427 covers four vehicles at the depot.',
    'The driver showed a private hire licence PH558201.',
    'driver.findElement(By.id("license-77310045")).click()',
    'window.open("https://dmv.test/renew/license/49918273")',
    'kernel: driver license GPL, loaded at 10392811',
  ])('leaves what has another name: %s', (text) => {
    expect(found(text)).toEqual([])
  })
})
