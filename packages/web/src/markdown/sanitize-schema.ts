import type { Options } from 'rehype-sanitize'
import { INLINE_PICTURE } from './inline-picture.ts'
import { FOOTNOTE_NAME } from './rehype-footnotes.ts'

/** What an answer may become in the page: text, lists, tables, code, links. No images, no HTML, no classes but a language. */
export const SANITIZE_SCHEMA: Options = {
  tagNames:
    'p br hr strong em del blockquote ul ol li pre code a input h1 h2 h3 h4 h5 h6 table thead tbody tr th td'.split(
      ' ',
    ),
  attributes: {
    a: ['href'],
    code: [['className', /^language-[\w+#-]+$/]],
    input: [
      ['type', 'checkbox'],
      ['disabled', true],
      ['checked', true],
    ],
    ol: ['start'],
    td: ['align'],
    th: ['align'],
  },
  protocols: { href: ['http', 'https', 'mailto'] },
  required: { input: { type: 'checkbox', disabled: true } },
  ancestors: { thead: ['table'], tbody: ['table'], tr: ['table'], th: ['table'], td: ['table'] },
  strip: ['script', 'style'],
  clobber: [],
  clobberPrefix: '',
}

/** A note may hold pictures as well, if it carries them within itself, and footnotes. */
export const NOTE_SCHEMA: Options = {
  ...SANITIZE_SCHEMA,
  tagNames: [...(SANITIZE_SCHEMA.tagNames ?? []), 'img', 'sup', 'section'],
  attributes: {
    ...SANITIZE_SCHEMA.attributes,
    img: [['src', INLINE_PICTURE], 'alt'],
    a: ['href', ['id', FOOTNOTE_NAME]],
    li: [['id', FOOTNOTE_NAME]],
  },
  protocols: { ...SANITIZE_SCHEMA.protocols, src: ['data'] },
}
