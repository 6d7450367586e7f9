import { describe, expect, test } from 'vitest'
import { parseChatFile } from './parse-chat-file.ts'
import { printChatFile } from './print-chat-file.ts'

describe('hostile files of a megabyte', () => {
  const patterns = [
    '<!-- varve:turn ',
    '<!-- varve:turn \n',
    '<!-- varve:turn {} -->\n',
    '**user**: \n',
    '**ai**:\n',
    '**user**: a\n[Timestamp: unknown]\n',
    '[Context: Notes: a, b]\n',
    '[Timestamp: unknown]\n',
    '\\',
    '\\**user**:\n',
    '\r',
    '\r\n',
    '\0',
    '---\n',
    'a: "\\',
    '[[[[',
    '{"',
    '<note_context>',
    '</note_context>\n',
    '<note_context>\n</note_context>\n',
    ' ',
    ', ',
  ]
  const size = 1_000_000

  test.each(patterns)('%j takes linear time', (pattern) => {
    const body = pattern.repeat(Math.ceil(size / pattern.length))
    const head = '---\nvarve: 1\nid: x\ntitle: y\ntags: []\n---\n'
    const line = body.replaceAll('\n', '')
    const named = `**user**: ${body}\n[Context: Notes: ${line}]\n[Timestamp: unknown]\n\n`
    const forms = [named, `---\n${body}\n---\n`, `${head}${named}<!-- varve:turn ${body} -->`]
    // Quadratic work on a megabyte takes far longer than the runner allows a test.
    const [first] = forms.map((form) => parseChatFile(form).document)
    // A part of it is enough to see that what was made of it is written the same ever after.
    const part = printChatFile({ id: 'x', title: '', tags: [], turns: first?.turns.slice(0, 50) ?? [] })
    expect(printChatFile(parseChatFile(part).document)).toBe(part)
  })
})
