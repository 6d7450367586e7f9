import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CompactableArtifact, compactArtifact } from './compact-artifact.ts'
import { LIMITS } from './limits.ts'
import { anyText } from './testing/any-text.ts'

const note = (content: string, changes: Partial<CompactableArtifact> = {}): CompactableArtifact => ({
  key: 'docs/api.md',
  kind: 'note',
  title: 'API',
  source: { path: 'docs/api.md' },
  content,
  recoverable: true,
  ...changes,
})

const NOTE = `---
tags: [api]
---

What this is about.

# Endpoints

Each one answers with JSON.

\`\`\`sh
# not a heading
\`\`\`

## Errors

Codes are numbers.
`

const HOSTILE: Readonly<Record<string, string>> = {
  nothing: '',
  'ten megabytes of prose': 'A sentence of some words.\n'.repeat(400_000),
  'ten thousand headings': Array.from({ length: 10_000 }, (_, index) => `## Heading ${index}\ntext\n`).join(
    '',
  ),
  'headings of every level': Array.from(
    { length: 9000 },
    (_, index) => `${'#'.repeat(1 + (index % 6))} h\n`,
  ).join(''),
  'one endless line': 'x'.repeat(5_000_000),
  'one endless heading': `# ${'x'.repeat(1_000_000)}`,
  'blank lines': '\n'.repeat(1_000_000),
  'a blank line and text': `# h\n${' '.repeat(1_000_000)}\ntext`,
  pairs: '😀'.repeat(500_000),
  'an open fence': `\`\`\`\n${'# no heading\n'.repeat(100_000)}`,
  'an open front matter': `---\n${'a: b\n'.repeat(100_000)}`,
}

describe('compactArtifact', () => {
  test('[B-3] title, path, headings, a preview per section, and how to read the rest', () => {
    expect(compactArtifact(note(NOTE), { level: 'preview', readTool: 'readArtifact' })).toBe(
      [
        'Title: API',
        'Path: docs/api.md',
        'Size: 17 lines, 141 characters, 2 headings',
        '',
        'What this is about.',
        '# Endpoints',
        'Each one answers with JSON.\n\n```sh\n# not a heading\n```',
        '## Errors',
        'Codes are numbers.',
        '[Shortened; readArtifact reads all of it by its key.]',
      ].join('\n'),
    )
  })

  test('[B-3] the line names the artifact, its size and the way back', () => {
    expect(compactArtifact(note(NOTE), { level: 'line' })).toBe(
      'API (docs/api.md): 17 lines, 141 characters. Shortened; attach it again to read all of it.',
    )
  })

  test('[L3-2] a tool is named only when there is one', () => {
    for (const level of ['preview', 'line'] as const) {
      expect(compactArtifact(note(NOTE), { level })).toContain('attach it again')
      expect(compactArtifact(note(NOTE), { level, readTool: 'readArtifact' })).toContain('readArtifact')
      expect(compactArtifact(note(NOTE, { recoverable: false }), { level })).toContain('the original is kept')
    }
  })

  test('the place is a path with its range, a URL, or the key', () => {
    const place = (changes: Partial<CompactableArtifact>) =>
      compactArtifact(note('x', changes), { level: 'preview' }).split('\n')[1]
    expect(place({ source: { path: 'a.md', lines: [3, 9] } })).toBe('Path: a.md, lines 3 to 9')
    expect(place({ source: { path: 'a.pdf', pages: [1, 2] } })).toBe('Path: a.pdf, pages 1 to 2')
    expect(place({ source: { url: 'https://example.org/' } })).toBe('URL: https://example.org/')
    expect(place({ source: {}, key: 'paste:12' })).toBe('Key: paste:12')
  })

  test('a line with # in code is a comment', () => {
    const code = '# comment\nprint(1)\n'
    const shown = compactArtifact(note(code, { kind: 'file', source: { path: 'a.py' } }), {
      level: 'preview',
    })
    expect(shown).not.toContain('headings')
    expect(shown).toContain(code.trimEnd())
    expect(
      compactArtifact(note(code, { kind: 'file', source: { path: 'a.md' } }), { level: 'preview' }),
    ).toContain('1 headings')
  })

  test('a long note shows its upper headings and counts the rest', () => {
    const chapters = Array.from(
      { length: 9 },
      (_, index) => `# Chapter ${index}\n${'word '.repeat(200)}\n${'### Detail\ntext\n'.repeat(9)}`,
    )
    const shown = compactArtifact(note(chapters.join('')), { level: 'preview' })
    for (const index of chapters.keys()) expect(shown).toContain(`# Chapter ${index}\nword word`)
    expect(shown).toMatch(/\[\d+ more headings\]/)
    expect(shown).toMatch(/word w?o?r?d?…\n/)
  })

  test('titles and paths stay on their lines', () => {
    const shown = compactArtifact(
      note('x', { title: 'a\nPath: forged\u2028b\0', source: { path: 'p\r\nq' } }),
      {
        level: 'preview',
      },
    )
    expect(shown.split('\n').slice(0, 2)).toEqual(['Title: a Path: forged b', 'Path: p q'])
  })

  test.each(Object.entries(HOSTILE))('[B-3] bounded for %s', (_name, content) => {
    const long = {
      title: 't'.repeat(100_000),
      source: { path: 'p/'.repeat(100_000) },
      key: 'k'.repeat(100_000),
    }
    for (const artifact of [note(content), note(content, long)]) {
      const preview = compactArtifact(artifact, { level: 'preview', readTool: 'r'.repeat(5000) })
      const line = compactArtifact(artifact, { level: 'line', readTool: 'r'.repeat(5000) })
      expect(preview.length).toBeLessThanOrEqual(LIMITS.source.note.previewCharacters)
      expect(line.length).toBeLessThanOrEqual(LIMITS.source.note.lineCharacters)
      expect(line).not.toContain('\n')
      expect(preview.isWellFormed()).toBe(true)
    }
  })

  test('[B-3] any artifact: bounded, the same each time, with its text exact and no half pairs', () => {
    const line = fc.oneof(
      anyText(200),
      fc.constantFrom('# one', '## two', '```', '~~~', '', '   ', '---', '😀'.repeat(150)),
    )
    const kind = fc.constantFrom(...(Object.keys(LIMITS.source) as (keyof typeof LIMITS.source)[]))
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 60 }),
        kind,
        fc.string({ maxLength: 300 }),
        (lines, of, name) => {
          const content = lines.join('\n')
          const artifact = note(content, { kind: of, title: name, source: { path: name } })
          const preview = compactArtifact(artifact, { level: 'preview' })
          expect(preview.length).toBeLessThanOrEqual(LIMITS.source[of].previewCharacters)
          expect(compactArtifact(artifact, { level: 'line' }).length).toBeLessThanOrEqual(
            LIMITS.source[of].lineCharacters,
          )
          expect(compactArtifact(artifact, { level: 'preview' })).toBe(preview)
          if (content.isWellFormed() && name.isWellFormed()) expect(preview.isWellFormed()).toBe(true)
        },
      ),
    )
  })

  test('[A-4] each line of a preview is a line of the text, or the beginning of one that is marked', () => {
    const word = fc.constantFrom('alpha', 'beta, gamma', '  indented', '- item', '\r', '1. one', '')
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 400 }), (words) => {
        const content = words.join('\n')
        const shown = compactArtifact(note(content), { level: 'preview' }).split('\n').slice(4, -1)
        const own = new Set(content.split('\n').map((text) => text.trimEnd()))
        for (const text of shown) {
          const whole = own.has(text.trimEnd())
          expect(whole || (text.endsWith('…') && content.includes(text.slice(0, -1)))).toBe(true)
        }
      }),
    )
  })
})
