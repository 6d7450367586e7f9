/** In what way a body can be read, or in words why it cannot. */
export type BodyForm =
  | { readonly kind: 'html' | 'markdown' | 'json' | 'text' | 'pdf' }
  | { readonly kind: 'unsupported'; readonly reason: string }

/** A map, for the type is whatever a server says, `constructor` included. */
const FORMS: ReadonlyMap<string, 'html' | 'markdown' | 'json' | 'text' | 'pdf'> = new Map([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['text/plain', 'text'],
  ['text/markdown', 'markdown'],
  ['text/x-markdown', 'markdown'],
  ['application/json', 'json'],
  ['application/ld+json', 'json'],
  ['text/json', 'json'],
  ['application/pdf', 'pdf'],
  ['application/x-pdf', 'pdf'],
])

/** Says nothing of what the body is, so its first bytes have to. */
const VAGUE: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'unknown/unknown',
])

const HEAD = 1024

/** By the declared type; by the first bytes only where none is declared. */
export function bodyForm(contentType: string | null, bytes: Uint8Array): BodyForm {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (VAGUE.has(type)) return sniffed(bytes)
  const kind = FORMS.get(type) ?? (/^application\/[\w.-]+\+json$/.test(type) ? 'json' : undefined)
  if (kind === undefined)
    return { kind: 'unsupported', reason: `It is of the type "${type.slice(0, 80)}"; ${READABLE}` }
  if ((kind === 'text' || kind === 'markdown') && bytes.subarray(0, HEAD).includes(0) && !hasMark(bytes))
    return { kind: 'unsupported', reason: `It calls itself text and is not; ${READABLE}` }
  return { kind }
}

const READABLE = 'pages, text, Markdown, JSON and PDF can be read.'

function sniffed(bytes: Uint8Array): BodyForm {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD))
  if (head.startsWith('%PDF-')) return { kind: 'pdf' }
  if (/^(?:\xef\xbb\xbf)?\s{0,500}<(?:!doctype\s{1,20}html|html|head|body)\b/i.test(head))
    return { kind: 'html' }
  if (bytes.subarray(0, HEAD).every(isTextByte)) return { kind: 'text' }
  return {
    kind: 'unsupported',
    reason: `Its server does not say what it is, and it is not text; ${READABLE}`,
  }
}

/** Blanks and ends of lines, and everything from the first printable character on. */
function isTextByte(byte: number): boolean {
  return byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d)
}

/** UTF-16 is full of zero bytes, and says so at its beginning. */
function hasMark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
}
