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
    ["('vehicle_title', '40718825903', 'NC'),\n('drivers_license', '903117424071', 'NC'),", '903117424071'],
    [
      'docs:\n  - type: driving_licence\n    number: D4408127\n  - type: lease\n    number: LS-903117',
      'D4408127',
    ],
    ['ID type Driver License, issuing state AZ, ID # D04408127', 'D04408127'],
    ['FUHRERSCHEIN 1 SEIDL 2 JAN 4a 18.01.19 4b 17.01.34 5 J43DTY2V117 9 AM/B', 'J43DTY2V117'],
    ['patente cat. B n° U1K40718KL - codice cliente 9031174', 'U1K40718KL'],
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
    'Operator’s licence: PHO407188, private hire vehicles',
    'I’m licensed to fish here, licence F-4071882, and drive to the ramp.',
    'Upload your driver’s license; the file is named after your candidate ID, C-407188.',
    '[{"type":"drivers_license","status":"missing"},{"type":"title","id":"407188259031"}]',
    'license_class=A driver_no=4071882 route=77',
    'Captain’s licence 4071882, truck towing the boat',
    'Private hire driver’s licence no. 4071882, issued by the council',
    'Your licence number 4071882 is due, next payment 1 July.',
    'Lot 0938, permis PC 057 270 26 95135.',
    'La patente ES2754331 caduca en 2031.',
  ])('leaves what has another name: %s', (text) => {
    expect(found(text)).toEqual([])
  })

  it.each([
    ['doc_type=DRIVERS_LICENSE state=OH doc_number=TX482917 match=0.98', 'TX482917'],
    ['{ "licenciaManejo": { "folio": "R625671630", "tipo": "Chofer" } }', 'R625671630'],
    ['DAQ (driver license no) = 264121312', '264121312'],
    ['ID type .... Driver license (Georgia)\nID number .... 054650601', '054650601'],
    [
      'I need to exchange my driver’s licence. The number on the card is K3072-41868-91124.',
      'K3072-41868-91124',
    ],
    [
      'Ana: they want the number of your driving licence for the van\nTom: hang on\nTom: S48172903',
      'S48172903',
    ],
    ['Q: Driver license number?  A: 8294891549', '8294891549'],
    ['| Field | Value |\n|---|---|\n| Renter’s driver’s license # | T62-81-8041 |', 'T62-81-8041'],
    ['Drivers license is Georgia 058214739, car is the blue one', '058214739'],
  ])('finds what is named elsewhere: %s', (text, code) => {
    expect(found(text)).toEqual([code])
  })

  it.each([
    'DL2209 leaves at 4:35 pm, both flights are on time',
    '"licenseId": "L93650174", "product": "DriveSync Pro", "seats": 25',
    'ERROR field "driver_license_number" is required (code DL4000129)',
    'Part no.\tDescription\nDL-3614635\tDeadlock cylinder, driver side',
    'Licence RBQ;Permis de conduire vérifié\n5718-2665-01;oui',
  ])('leaves homonyms: %s', (text) => {
    expect(found(text)).toEqual([])
  })
})
