import { scanText } from '../scan.ts'
import { describe, expect, it } from 'vitest'

const found = (text: string) =>
  scanText(text)
    .filter(({ type }) => type === 'DRIVING_LICENCE')
    .map(({ start, end }) => text.slice(start, end))

describe('driving licences', () => {
  it.each([
    ['El permiso de conducir de mi hermano es el 48827163.', '48827163'],
    ['driver license T552-0183-9921 expires 2028-10', 'T552-0183-9921'],
    ['https://rent.test/check?license=D8827163&state=CA&vehicle=2', 'D8827163'],
    ['driver.license = "D8827163"', 'D8827163'],
    ['Fahrer;Führerschein-Nr.;Kennzeichen\nIda Voss;K0423ZZ1B77;HB-IV 204', 'K0423ZZ1B77'],
    ['{"permis": {"type": "permis de conduire", "numero": "19QX40517"}}', '19QX40517'],
    ['idv: doc_type=drivers_license issuing_state=CO id_number=94-118-2207', '94-118-2207'],
    ['numret på mitt körkort, det är 40718825', '40718825'],
    ['DL No LW-JF-WL-F204KT, class 5', 'LW-JF-WL-F204KT'],
    ['Driver’s License: D4408127. Policy: Acme, B5518273. Trailer TR40912', 'D4408127'],
    ['Mi licencia de conducir es la F44081275 y la póliza la AUT90317', 'F44081275'],
    ["('vehicle_title', '40718825903', 'NC'),\n('drivers_license', '903117424071', 'NC'),", '903117424071'],
    ['ID type Driver License, issuing state AZ, ID # D04408127', 'D04408127'],
    ['FUHRERSCHEIN 1 SEIDL 2 JAN 4a 18.01.19 4b 17.01.34 5 J43DTY2V117 9 AM/B', 'J43DTY2V117'],
    ['patente cat. B n° U1K40718KL - codice cliente 9031174', 'U1K40718KL'],
  ])('finds the number of %s', (text, number) => {
    expect(found(text)).toEqual([number])
  })

  it.each([
    '¿Dónde renuevo el permiso de conducir? El turno es el 4410982.',
    'Fahrerlaubnis gültig bis 2033-01',
    'DVLA reference 55820193 for my licence renewal',
    'The driver showed a private hire licence PH558201.',
    'Sa carte professionnelle (407188259031) et le permis de conduire.',
    'Dokument | Nummer\nFührerschein | nicht notiert\nZulassung | WA407188',
    'drivers_license=XXXXX4071 state=CA',
    'Suspended driver’s license; section 14601.1 of the code',
    'Conductor | Licencia de conducir | Patente\nAna Sosa | pendiente | AF407KL',
    'I’m licensed to fish here, licence F-4071882, and drive to the ramp.',
  ])('ignores other labels: %s', (text) => {
    expect(found(text)).toEqual([])
  })

  it.each([
    [
      'Ana: they want the number of your driving licence for the van\nTom: hang on\nTom: S48172903',
      'S48172903',
    ],
    ['Q: Driver license number?  A: 8294891549', '8294891549'],
    ['| Field | Value |\n|---|---|\n| Renter’s driver’s license # | T62-81-8041 |', 'T62-81-8041'],
  ])('finds unusual labels: %s', (text, code) => {
    expect(found(text)).toEqual([code])
  })

  it.each([
    'DL2209 leaves at 4:35 pm, both flights are on time',
    'Licence RBQ;Permis de conduire vérifié\n5718-2665-01;oui',
  ])('ignores homonyms: %s', (text) => {
    expect(found(text)).toEqual([])
  })
})
