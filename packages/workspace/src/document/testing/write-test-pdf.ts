import { constants, deflateRawSync } from 'node:zlib'

export interface TestObject {
  readonly dictionary: string
  readonly stream?: Uint8Array
}

/** A PDF for tests, of objects numbered from 1 in order; the first is the catalogue. */
export function writeTestPdf(objects: readonly TestObject[], trailer = ''): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = 9
  const add = (bytes: Uint8Array): void => {
    parts.push(bytes)
    length += bytes.length
  }
  for (const [index, { dictionary, stream }] of objects.entries()) {
    offsets.push(length)
    if (stream) {
      add(Buffer.from(`${index + 1} 0 obj\n<< ${dictionary} /Length ${stream.length} >>\nstream\n`))
      add(stream)
      add(Buffer.from('\nendstream\nendobj\n'))
    } else add(Buffer.from(`${index + 1} 0 obj\n${dictionary}\nendobj\n`))
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const start = length
  add(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`))
  add(Buffer.from(`trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`))
  return Buffer.concat(parts)
}

/** One page for each text, in Helvetica, a line for each line. */
export function writeTextPdf(texts: readonly string[], title?: string): Uint8Array {
  const first = 5
  const kids = texts.map((_, index) => `${first + index * 2} 0 R`).join(' ')
  const pages = texts.flatMap((text, index): TestObject[] => [
    {
      dictionary: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${first + 1 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    },
    { dictionary: '', stream: Buffer.from(drawText(text)) },
  ])
  const information = title === undefined ? '<< >>' : `<< /Title (${title}) >>`
  return writeTestPdf(
    [
      { dictionary: '<< /Type /Catalog /Pages 2 0 R >>' },
      { dictionary: `<< /Type /Pages /Count ${texts.length} /Kids [${kids}] >>` },
      { dictionary: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>' },
      { dictionary: information },
      ...pages,
    ],
    '/Info 4 0 R',
  )
}

/** A PDF of one page whose content is what is given, with these entries in the stream's dictionary. */
export function writeContentPdf(dictionary: string, stream: Uint8Array): Uint8Array {
  return writeTestPdf([
    { dictionary: '<< /Type /Catalog /Pages 2 0 R >>' },
    { dictionary: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>' },
    { dictionary: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << >> >>' },
    { dictionary, stream },
  ])
}

const CHUNK = 16 * 1024 * 1024

/** A deflate stream of that many chunks of 16 MB of one byte, made without ever holding them. */
export function deflateBomb(chunks: number, byte: number): Uint8Array {
  const chunk = deflateRawSync(new Uint8Array(CHUNK).fill(byte), { finishFlush: constants.Z_FULL_FLUSH })
  const parts = Array.from({ length: chunks }, () => chunk)
  // A last block that is empty; the checksum is left out, as readers of PDFs do not insist on it.
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...parts, Buffer.from([0x03, 0x00])])
}

function drawText(text: string): string {
  const lines = text.split('\n').map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`)
  return text === '' ? '' : `BT /F1 12 Tf 14 TL 40 740 Td ${lines.join(' ')} ET`
}
