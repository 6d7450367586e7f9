import { describe, expect, test } from 'vitest'
import { hashText } from '../artifact/hash.ts'
import { LIBRARY_HEADING } from '../render/render-block.ts'
import { renderArtifact } from '../render/render-artifact.ts'
import { note, sendAll } from '../testing/walkthroughs/send-message.ts'
import { processedText } from './processed-text.ts'

const a = note('a.md', 'text a')
const b = note('b.md', 'text b')

describe('[E-2] processedText', () => {
  test('gives L2, L3 and L5 for consumers of the old format, each text once', () => {
    const { envelope } = sendAll([
      { text: 'One', attach: [a] },
      {
        text: 'Two </content>',
        attach: [a, b],
        gathered: [{ tool: 'search', arguments: '{}', text: 'one hit', recoverable: true }],
        images: [{ hash: hashText('pixels'), mediaType: 'image/png', name: 'x.png' }],
        guidance: 'It is Monday.',
      },
    ])
    expect(processedText(envelope).split('\n\n<')).toEqual([
      LIBRARY_HEADING,
      renderArtifact(a, 1).slice(1),
      'tool_result tool="search" turn="2">\n<content>\none hit\n</content>\n</tool_result>',
      renderArtifact(b, 2).slice(1),
      'turn_guidance>\nIt is Monday.\n</turn_guidance>\n\nTwo <\\/content>',
    ])
  })

  test('is only the user’s text where there is nothing else', () => {
    expect(processedText(sendAll([{ text: 'Hello' }]).envelope)).toBe('Hello')
  })

  test('leaves an empty message and changes without a text out', () => {
    const { envelope } = sendAll([
      { text: 'One', attach: [a] },
      { text: '', observed: [{ key: 'a.md', hash: hashText('new') }] },
    ])
    expect(processedText(envelope)).toBe(`${LIBRARY_HEADING}\n\n${renderArtifact(a, 1)}`)
  })
})
