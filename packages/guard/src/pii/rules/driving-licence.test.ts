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
    ['Fahrer;Führerschein-Nr.;Kennzeichen\nIda Voss;K0423ZZ1B77;HB-IV 204', 'K0423ZZ1B77'],
    ['{"permis": {"type": "permis de conduire", "numero": "19QX40517"}}', '19QX40517'],
    ['Document | Reference\nDriving licence | 40718825\nParking permit | 90311742', '40718825'],
    ['RIJBEWIJS NEDERLAND\n1. BAKKER\n2. Noor\n4a. 03.02.2021\n5. 4820917365\n9. B', '4820917365'],
    ['ANSI 636014040002DL00410288\nDAQF4408127\nDCSOKAFOR\nDBA06142031', 'F4408127'],
    ['idv: doc_type=drivers_license issuing_state=CO id_number=94-118-2207', '94-118-2207'],
    ['numret på mitt körkort, det är 40718825', '40718825'],
    ['DL No LW-JF-WL-F204KT, class 5', 'LW-JF-WL-F204KT'],
    ['Driver’s License: D4408127. Policy: Acme, B5518273. Trailer TR40912', 'D4408127'],
    ['Mi licencia de conducir es la F44081275 y la póliza la AUT90317', 'F44081275'],
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
    'SIA licence 4071 8825 9031 1742, door supervisor and driver',
    'telematics_licence: TLX-40718825 # of the box in the vehicle, the driver has his own',
    'Licencia de funcionamiento n.º 40718-2026, el conductor espera afuera.',
    'Driver’s license on file, NMLS #4071882.',
    'Führerschein verloren, Verlustmeldung VM-407188 liegt bei.',
    'Sa carte professionnelle (407188259031) et le permis de conduire.',
    'La cita para renovar el permiso de conducir es la 40718-B.',
    'Dokument | Nummer\nFührerschein | nicht notiert\nZulassung | WA407188',
    'drivers_license=XXXXX4071 state=CA',
    'Suspended driver’s license; section 14601.1 of the code',
    'Conductor | Licencia de conducir | Patente\nAna Sosa | pendiente | AF407KL',
  ])('leaves what has another name: %s', (text) => {
    expect(found(text)).toEqual([])
  })
})
