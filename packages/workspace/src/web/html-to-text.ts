import { scanHtml } from './scan-html.ts'

export interface PlainPage {
  readonly title: string | undefined
  readonly text: string
}

const BLOCK =
  /^(?:address|article|aside|blockquote|body|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tr|ul)$/
/** A map, for a page may ask for any name. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['ndash', '–'],
  ['mdash', '—'],
  ['hellip', '…'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['laquo', '«'],
  ['raquo', '»'],
  ['bull', '•'],
  ['middot', '·'],
  ['copy', '©'],
  ['reg', '®'],
  ['trade', '™'],
  ['euro', '€'],
  ['pound', '£'],
  ['deg', '°'],
  ['times', '×'],
  ['shy', ''],
])

/** All the text of a page, menus included, with its blocks, headings and lists: for pages that no parser survives. */
export function htmlToText(html: string): PlainPage {
  const lines: string[] = []
  let line = ''
  let title: string | undefined
  const flush = (next: string): void => {
    const text = line.replace(/\s+/g, ' ').trim()
    if (text !== '' && !/^(?:#+|-)$/.test(text)) lines.push(text)
    line = next
  }
  for (const token of scanHtml(html)) {
    if (token.kind === 'title') title ??= decodeEntities(token.text).replace(/\s+/g, ' ').trim()
    else if (token.kind === 'text') line += decodeEntities(token.text)
    else if (token.name === 'br') flush('')
    else if (token.name === 'td' || token.name === 'th') line += ' '
    else if (BLOCK.test(token.name)) flush(token.kind === 'open' ? beginning(token.name) : '')
  }
  flush('')
  return { title: title === '' ? undefined : title, text: lines.join('\n\n') }
}

function beginning(name: string): string {
  if (name === 'li') return '- '
  return /^h[1-6]$/.test(name) ? `${'#'.repeat(Number(name[1]))} ` : ''
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi,
    (whole, decimal, hexadecimal, name) => {
      if (typeof name === 'string') return NAMED.get(name) ?? whole
      const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hexadecimal), 16)
      return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
        ? String.fromCodePoint(code)
        : '\ufffd'
    },
  )
}
