import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FINDING_TYPES, type FindingType } from '../finding.ts'
import { createRedactor, NO_REDACTIONS, type RedactionState, redactText } from './redact-text.ts'
import { createStreamRestorer, restoreText } from './placeholders.ts'

interface Place {
  readonly type: FindingType
  readonly start: number
  readonly end: number
}

/** Text with much of what placeholders are made of, and some findings in it that do not overlap. */
const piece = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    '<',
    '<<',
    '>>',
    '\\',
    '\\<\\<',
    '&lt;&lt;',
    '&gt;&gt;',
    '_1',
    ' ',
    'EMAIL',
    'EMAIL_1',
    '&',
    '\\_',
  ),
  fc.constantFrom(
    '<<EMAIL_1>>',
    '<<email_2>>',
    '<< PHONE_1 >>',
    '&lt;&lt;NAME_1&gt;&gt;',
    '« NAME_1 »',
    '\\<\\<EMAIL\\_1\\>\\>',
  ),
  fc.constantFrom('<<LITERAL_1>>', '<<CUSTOM_X_3>>', 'jane@acme.io', '4111 1111 1111 1111', 'a'),
)
const message = fc
  .tuple(
    fc.array(piece, { maxLength: 14 }),
    fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom(...FINDING_TYPES)), { maxLength: 5 }),
  )
  .map(([pieces, cuts]) => {
    const text = pieces.join('')
    const places: Place[] = []
    for (const [a, b, type] of cuts) {
      const [start, end] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y) as [
        number,
        number,
      ]
      if (end > start && places.every((place) => place.end <= start || place.start >= end))
        places.push({ type, start, end })
    }
    return { text, places }
  })
const conversation = fc.array(message, { minLength: 1, maxLength: 6 })

function redactAll(messages: readonly { readonly text: string; readonly places: readonly Place[] }[]): {
  readonly texts: readonly string[]
  readonly state: RedactionState
} {
  let state = NO_REDACTIONS
  const texts = messages.map(({ text, places }) => {
    const redaction = redactText(state, text, places)
    state = redaction.state
    return redaction.text
  })
  return { texts, state }
}

describe('redact and restore', () => {
  test('restore(redact(x)) = x, with the map of the whole conversation', () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        const { texts, state } = redactAll(messages)
        expect(texts.map((text) => restoreText(text, state.values))).toEqual(messages.map(({ text }) => text))
      }),
      { numRuns: 1_000 },
    )
  })

  test('any chunking of the stream restores the same text', () => {
    fc.assert(
      fc.property(
        conversation,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }),
        (messages, sizes) => {
          const { texts, state } = redactAll(messages)
          const text = texts.join('\n')
          const restorer = createStreamRestorer(state.values)
          let out = ''
          for (let at = 0, index = 0; at < text.length; index += 1) {
            const size = sizes[index % sizes.length] ?? 1
            out += restorer.push(text.slice(at, at + size))
            at += size
          }
          expect(out + restorer.end()).toBe(messages.map(({ text: original }) => original).join('\n'))
        },
      ),
      { numRuns: 1_000 },
    )
  })

  test('outside placeholders, redacted text contains no redacted value', () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        let state = NO_REDACTIONS
        for (const { text, places } of messages) {
          const redaction = redactText(state, text, places)
          state = redaction.state
          const values = new Set(Object.values(state.values))
          const own = new Set(Object.keys(state.values))
          const pattern = new RegExp([...own].map((key) => key.replace(/[^\w]/g, '\\$&')).join('|') || '(?!)')
          for (const rest of redaction.text.split(pattern))
            for (const value of values) expect(rest.includes(value)).toBe(false)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('[P-2] a longer conversation leaves earlier redactions byte for byte', () => {
    fc.assert(
      fc.property(conversation, message, (messages, next) => {
        const before = redactAll(messages)
        const after = redactAll([...messages, next])
        expect(after.texts.slice(0, -1)).toEqual(before.texts)
        expect(after.state.values).toMatchObject(before.state.values)
      }),
    )
  })

  test('equal values have equal placeholders, and the state survives JSON', () => {
    const first = createRedactor().redact('from a@b.co to c@d.co', [
      { type: 'EMAIL', start: 5, end: 11 },
      { type: 'EMAIL', start: 15, end: 21 },
    ])
    expect(first.text).toBe('from <<EMAIL_1>> to <<EMAIL_2>>')
    const stored = JSON.parse(JSON.stringify(first.redactor.state)) as RedactionState
    const second = createRedactor(stored).redact('c@d.co again, and e@f.co', [
      { type: 'EMAIL', start: 18, end: 24 },
    ])
    expect(second.text).toBe('<<EMAIL_2>> again, and <<EMAIL_3>>')
    expect(second.redactor.state.values).toEqual({
      '<<EMAIL_1>>': 'a@b.co',
      '<<EMAIL_2>>': 'c@d.co',
      '<<EMAIL_3>>': 'e@f.co',
    })
  })

  test('text that resembles a placeholder gets a literal of its own', () => {
    const { text, state } = redactText(NO_REDACTIONS, 'write <<EMAIL_1>> for x@y.co', [
      { type: 'EMAIL', start: 22, end: 28 },
    ])
    expect(text).toBe('write <<LITERAL_1>> for <<EMAIL_1>>')
    expect(restoreText(text, state.values)).toBe('write <<EMAIL_1>> for x@y.co')
  })

  test('known placeholders in a model’s text stay', () => {
    const state = { values: { '<<EMAIL_1>>': 'x@y.co' } }
    const { text } = redactText(state, 'I wrote to <<EMAIL_1>>, not <<EMAIL_2>>.', [], {
      keepKnownPlaceholders: true,
    })
    expect(text).toBe('I wrote to <<EMAIL_1>>, not <<LITERAL_1>>.')
  })
})

describe('restoring altered placeholders', () => {
  const map = { '<<EMAIL_1>>': 'x@y.co', '<<CREDIT_CARD_12>>': '4111' }
  test.each([
    ['<<EMAIL_1>>', 'x@y.co'],
    ['<<email_1>>', 'x@y.co'],
    ['<< Email_1 >>', 'x@y.co'],
    ['<<EMAIL 1>>', 'x@y.co'],
    ['\\<\\<EMAIL\\_1\\>\\>', 'x@y.co'],
    ['&lt;&lt;EMAIL_1&gt;&gt;', 'x@y.co'],
    ['«EMAIL_1»', 'x@y.co'],
    ['« email_1 »', 'x@y.co'],
    ['« EMAIL_1 >>', '« EMAIL_1 >>'],
    ['<<Credit Card_12>>', '4111'],
    ['<<CREDIT\\_CARD\\_12>>', '4111'],
    ['\\<<EMAIL_1>>', '\\x@y.co'],
    ['<<<EMAIL_1>>>', '<x@y.co>'],
    ['<<EMAIL_2>>', '<<EMAIL_2>>'],
    ['<<EMAIL_11>>', '<<EMAIL_11>>'],
    ['<EMAIL_1>', '<EMAIL_1>'],
    ['a << b >> c', 'a << b >> c'],
  ])('%s', (written, restored) => expect(restoreText(written, map)).toBe(restored))

  test('holds back no more than the beginning of a placeholder', () => {
    const restorer = createStreamRestorer(map)
    expect(restorer.push('Dear <<EM')).toBe('Dear ')
    expect(restorer.push('AIL_1>>, all ')).toBe('x@y.co, all ')
    expect(restorer.push('a << b')).toBe('a << b')
    expect(restorer.push(' <<EMAIL_3')).toBe(' <<EMAIL_3')
    expect(restorer.push('>> <')).toBe('>> ')
    expect(restorer.end()).toBe('<')
  })

  test('a map without placeholders holds nothing back', () => {
    const restorer = createStreamRestorer({})
    expect(restorer.push('<<')).toBe('<<')
    expect(restorer.end()).toBe('')
  })

  test('never holds back more than the longest spelling of a placeholder', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const restorer = createStreamRestorer(map)
        let [given, returned] = ['', '']
        for (const character of pieces.join('')) {
          given += character
          returned += restorer.push(character)
          const heldAtMost = 90
          expect(restoreText(given, map).length - returned.length).toBeLessThanOrEqual(heldAtMost)
        }
        expect(returned + restorer.end()).toBe(restoreText(given, map))
      }),
    )
  })
})
