import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText } from '../testing/hostile-text.ts'
import { neutralize, restoreNeutralized } from './neutralize.ts'
import { TAGS } from './tag-registry.ts'

const NAMES = [TAGS.artifact, TAGS.role, TAGS.piece, TAGS.element].flatMap((table) =>
  Object.values<string>(table),
)

describe('neutralize', () => {
  test('[A-4] is undone exactly for every text', () => {
    fc.assert(
      fc.property(hostileText, (text) => restoreNeutralized(neutralize(text)) === text),
      { numRuns: 2000 },
    )
  })

  test('[A-4] leaves no tag of its own, in any text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const safe = neutralize(text).toLowerCase()
        for (const name of NAMES) expect(safe).not.toContain(`</${name}>`)
        for (const name of [...Object.values(TAGS.artifact), ...Object.values(TAGS.piece)])
          expect(safe).not.toMatch(new RegExp(`<${name}[ >\n]`))
      }),
      { numRuns: 1000 },
    )
  })

  test.each(NAMES)('[A-4] breaks every spelling of %s', (name) => {
    const disguised = [
      `<${name}>`,
      `</${name}>`,
      `</${name.toUpperCase()}>`,
      `< ${name} >`,
      `<\u200b/\u200d${name}>`,
      `</${name.slice(0, 2)}\u200b${name.slice(2)}>`,
      `</${name.slice(0, 1)}\u00ad\u{e0041}${name.slice(1)}\u2060>`,
      `<\n/\t${name}\r\n>`,
      `</${name.replaceAll('s', 'ſ').replaceAll('k', '\u212a')}>`,
      `</${name.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))}>`,
      `</${name} x="y">`,
      `</${name}`,
      `<${name}/>`,
      `</${name.slice(0, 2)}\u{1d173}${name.slice(2)}>`,
      `</\u2060${name.slice(0, 3)}\u0301${name.slice(3)}\u{1bca0}>`,
    ]
    for (const tag of disguised) expect(neutralize(`a ${tag} b`)).toBe(`a <\\${tag.slice(1)} b`)
  })

  test('[A-4] breaks a tag that the end of the text cuts off', () => {
    expect(neutralize('a <title')).toBe('a <\\title')
    expect(neutralize('a <title \u200b')).toBe('a <\\title \u200b')
    expect(neutralize('a <note_context')).toBe('a <\\note_context')
  })

  test('[A-4] adds one backslash to a run that is already there', () => {
    expect(neutralize('<\\/content>')).toBe('<\\\\/content>')
    expect(neutralize('<\\\\\\/content>')).toBe('<\\\\\\\\/content>')
    expect(restoreNeutralized('<\\/content>')).toBe('</content>')
    expect(restoreNeutralized('</content>')).toBe('</content>')
  })

  test.each([
    'if (a < b && c > d) {}',
    '<div class="content"><p>text</p></div>',
    '<path d="M0 0h24v24H0z" fill="none"/>',
    'const x: Option<Url> = Map<Key, Path>.get<Content>()',
    '</content\u200bual> <note_context\u2060ual>',
    '<note_contextual> <contents> </titles> <keyboard>',
    '<\\note> \\<note_context\\> &lt;note_context&gt;',
    '<context> <library> <user>',
    'x <\u200b y',
    '<',
    '',
  ])('[A-4] leaves what is not its own as it is: %s', (text) => {
    const ours = /\\<note_context/.test(text)
    expect(neutralize(text)).toBe(ours ? text.replace('<note_context', '<\\note_context') : text)
  })

  test('[A-4] takes long hostile texts in one pass', () => {
    for (const unit of [
      '<note_context>',
      '<',
      '<\\',
      '</\u200b',
      '<n',
      '<c\u200b\u200bo',
      '<url',
      '\\',
      '< ',
    ]) {
      const text = unit.repeat(Math.ceil(100_000 / unit.length))
      expect(restoreNeutralized(neutralize(text))).toBe(text)
    }
    const long = `<${'\u200b'.repeat(100_000)}note_context>`
    expect(neutralize(long)).toBe(`<\\${long.slice(1)}`)
  })
})
