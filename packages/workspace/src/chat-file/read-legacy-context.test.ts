import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ArtifactKind } from '@varve/engine'
import { LEGACY_TAGS, readLegacyContext } from './read-legacy-context.ts'

const HEAD: { readonly [kind in ArtifactKind]?: string } = {
  note: '<title>T</title>\n<path>a/b.md</path>\n<ctime>2024</ctime>\n',
  file: '<path>a/b.ts</path>\n',
  pdf: '<name>a.pdf</name>\n',
  selection: '<title>T</title>\n<path>a/b.md</path>\n<start_line>3</start_line>\n<end_line>9</end_line>\n',
  'web-selection': '<title>T</title>\n<url>https://example.org/a</url>\n',
  url: '<url>https://example.org/a</url>\n',
  'web-tab': '<title>T</title>\n<url>https://example.org/a</url>\n',
  youtube: '<title>T</title>\n<url>https://youtu.be/dQw4w9WgXcQ</url>\n<video_id>dQw4w9WgXcQ</video_id>\n',
  tweet: '<url>https://x.com/a/status/1</url>\n',
  dataview: '<path>a/b.md</path>\n<original_query>LIST</original_query>\n',
  paste: '',
}

function block(tag: string, content: string): string {
  const form = LEGACY_TAGS.get(tag)
  switch (form?.form) {
    case 'elements': {
      const body = form.body.at(-1) ?? ''
      return `<${tag}>\n${HEAD[form.kind]}<${body}>\n${content}\n</${body}>\n</${tag}>`
    }
    case 'tool':
      return `<${tag} timeRange="all">\n${content}\n</${tag}>`
    case 'compacted':
      return `<${tag} source="a/b.md" type="note">\n${content}\n</${tag}>`
    case undefined:
      throw new Error(`${tag} is not registered`)
    default:
      return form satisfies never
  }
}

const tags = [...LEGACY_TAGS.keys()]

describe('readLegacyContext', () => {
  test.each(tags)('[A-5] reads %s', (tag) => {
    const { artifacts, unparsed } = readLegacyContext(block(tag, 'one\r\ntwo  \n\n'))
    expect(unparsed).toBe(0)
    expect(artifacts).toHaveLength(1)
    expect(artifacts[0]).toMatchObject({ content: 'one\r\ntwo  \n\n', metadata: { legacyTag: tag } })
    const form = LEGACY_TAGS.get(tag)
    if (form?.form === 'elements') expect(artifacts[0]).toMatchObject({ kind: form.kind })
  })

  test('[A-5] fills in key, role, lines and metadata', () => {
    const text = [block('active_note', 'x'), block('selected_text', 'x'), block('localSearch', 'x')].join(
      '\n\n',
    )
    const { artifacts } = readLegacyContext(`${text}\n${block('localSearch', 'y')}`)
    expect(artifacts[0]).toMatchObject({
      key: 'a/b.md',
      role: 'active',
      title: 'T',
      metadata: { path: 'a/b.md', ctime: '2024' },
    })
    expect(artifacts[1]).toMatchObject({ key: 'a/b.md#L3-9@2d711642b726b044', source: { lines: [3, 9] } })
    expect(artifacts[2]?.source).toEqual({ name: 'localSearch', query: 'timeRange="all"', ordinal: 1 })
    expect(artifacts[3]?.source.ordinal).toBe(2)
  })

  test('[A-5] decodes names once and leaves the text as it is', () => {
    const text =
      '<note_context><title>A &amp;lt; B</title><path>R&amp;D&#47;x.md</path><content>a &amp; b</content></note_context>'
    const { artifacts } = readLegacyContext(text)
    expect(artifacts[0]).toMatchObject({ title: 'A &lt; B', key: 'R&D/x.md', content: 'a &amp; b' })
  })

  test('[A-5] a range or an entity that means nothing takes nothing else with it', () => {
    const head = '<path>a.md</path><start_line>9</start_line><end_line>3</end_line><title>&#9999999;</title>'
    const { artifacts } = readLegacyContext(`<selected_text>${head}<content>x</content></selected_text>`)
    expect(artifacts[0]).toMatchObject({
      key: 'a.md#@2d711642b726b044',
      title: '&#9999999;',
      metadata: { start_line: '9', end_line: '3' },
    })
  })

  test('[A-5] a compacted block is marked as one', () => {
    const { artifacts } = readLegacyContext(
      '<prior_context source="https://example.org/#x" type="url">\np\n</prior_context>',
    )
    expect(artifacts[0]).toMatchObject({
      kind: 'url',
      key: 'https://example.org/',
      content: 'p',
      metadata: { compacted: true },
    })
  })

  test('[A-5] nested blocks stay in the text that they were part of', () => {
    const inner = block('embedded_note', 'inner')
    const { artifacts, unparsed } = readLegacyContext(block('note_context', `before\n${inner}\nafter`))
    expect(artifacts.map((artifact) => artifact.content)).toEqual([`before\n${inner}\nafter`])
    expect(unparsed).toBe(0)
    const same = block('note_context', block('note_context', 'x'))
    expect(readLegacyContext(same).artifacts.map((artifact) => artifact.content)).toEqual([
      block('note_context', 'x'),
    ])
  })

  test.each([
    '<note_context>',
    '</note_context>',
    '<note_context>project-spec.md</note_context>',
    '<note_context><title>T</title><content>x</content></note_context>',
    '<note_context><path>../x</path><content>x</content></note_context>',
    '<note_context><path>/etc/x</path><content>x</content></note_context>',
    '<note_context><path>a</path><path>b</path><content>x</content></note_context>',
    '<note_context><path>a</path>stray<content>x</content></note_context>',
    '<note_context><path>a</path><content>x</note_context>',
    '<note_context><path>a<content>x</content></note_context>',
    '<url_content><url>nowhere</url><content>x</content></url_content>',
    '<prior_context>x</prior_context>',
    '<prior_context source="a" type="selected_text">x</prior_context>',
    '<prior_context source=a>x</prior_context>',
    '<dataview_block><original_query>LIST</original_query><result>x</result></dataview_block>',
    '<unknown_tag>x</unknown_tag>',
    ' plain text ',
    '<note_context><active_note></note_context></active_note>',
  ])('[A-5] keeps exactly what it cannot read: %s', (text) => {
    const { artifacts, unparsed } = readLegacyContext(text)
    expect(artifacts.map(({ kind, content }) => ({ kind, content }))).toEqual([
      { kind: 'unparsed', content: text },
    ])
    expect(unparsed).toBe(1)
  })

  test('[A-5] an unclosed block does not swallow the next one', () => {
    const { artifacts, unparsed } = readLegacyContext(
      `<note_context>\nlost\n${block('active_note', 'x')}\nrest`,
    )
    expect(artifacts.map(({ kind, content }) => ({ kind, content }))).toEqual([
      { kind: 'unparsed', content: '<note_context>\nlost\n' },
      { kind: 'note', content: 'x' },
      { kind: 'unparsed', content: '\nrest' },
    ])
    expect(unparsed).toBe(2)
  })

  test('[A-5] reads any list of blocks with any text between them', () => {
    const plain = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('<', ''))
    const entry = fc.tuple(fc.constantFrom(...tags), plain, plain)
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), (entries) => {
        const text = entries.map(([tag, content, stray]) => block(tag, content) + stray).join('')
        const expected = entries.flatMap(([, content, stray]) => [
          content,
          ...(stray.trim() === '' ? [] : [stray]),
        ])
        const { artifacts, unparsed } = readLegacyContext(text)
        expect(artifacts.map((artifact) => artifact.content)).toEqual(expected)
        expect(unparsed).toBe(expected.length - entries.length)
      }),
      { numRuns: 500 },
    )
  })

  test('[A-5] loses no word of any tag soup', () => {
    const elements = ['title', 'path', 'content', 'url', 'name', 'source', 'b']
    const markup = fc
      .tuple(fc.constantFrom(...tags, ...elements), fc.constantFrom('<', '</'))
      .map(([tag, start]) => `${start}${tag}>`)
    const soup = fc.array(
      fc.oneof(markup, fc.constantFrom(...tags.map((tag) => block(tag, 'x')), '\n', ' ', '<')),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(soup, (parts) => {
        const text = parts.map((part, index) => `${part}word${index}.`).join('')
        const kept = JSON.stringify(readLegacyContext(text).artifacts)
        for (const index of parts.keys()) expect(kept).toContain(`word${index}.`)
      }),
      { numRuns: 1000 },
    )
  })

  test('[A-5] takes long hostile texts in one pass', () => {
    const units = [
      '<note_context>',
      '</note_context>',
      '<note_context><path>a</path><content>',
      '<title>',
      '<prior_context ',
    ]
    for (const unit of [...units, '<note_context><title>', '<note_context><title></note_context>', '<']) {
      const text = unit.repeat(Math.ceil(100_000 / unit.length))
      expect(readLegacyContext(text).artifacts.map((artifact) => artifact.content)).toEqual([text])
    }
    const deep = '<note_context>'.repeat(7000) + '</note_context>'.repeat(7000)
    expect(readLegacyContext(deep)).toMatchObject({ unparsed: 1, artifacts: [{ content: deep }] })
    const blanks = `<prior_context${' '.repeat(100_000)}x>y</prior_context>`
    expect(readLegacyContext(blanks)).toMatchObject({ unparsed: 1, artifacts: [{ content: blanks }] })
  })
})
