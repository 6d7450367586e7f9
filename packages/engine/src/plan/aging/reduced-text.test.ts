import { describe, expect, test } from 'vitest'
import { compactArtifact } from '../../budget/compact-artifact.ts'
import { extractLines, renderCompacted, reducedId, reducedText } from './reduced-text.ts'
import { LIMITS } from '../../budget/limits.ts'
import { PersistentMap } from '../../collection/persistent-map.ts'
import { longNote } from '../../testing/edge-cases/long-note.ts'
import { createMemo, NO_MEMO } from '../../memo.ts'
import { compactionId } from './need.ts'

const long = longNote('long')
const none = PersistentMap.empty<string>()
const provided = PersistentMap.from([[compactionId(long.contentHash), 'A model said so.']])
const shown = (body: string) => renderCompacted({ key: 'long.md', kind: 'note', body })

describe('[B-3] reducedText', () => {
  test('is a preview or a line under the key of the artifact', () => {
    const options = { memo: NO_MEMO, provided: none }
    expect(reducedText(options, long, 'preview')).toBe(shown(compactArtifact(long, { level: 'preview' })))
    expect(reducedText(options, long, 'line')).toBe(shown(compactArtifact(long, { level: 'line' })))
  })

  test('[B-2] or exact lines', () => {
    const { text } = extractLines(long.content, { maximumCharacters: LIMITS.compaction.extractCharacters })
    expect(reducedText({ memo: NO_MEMO, provided }, long, 'extract')).toBe(shown(text))
  })

  test('gives the text that a model provided, with the way to the rest; a line stays a line', () => {
    const options = { memo: NO_MEMO, provided, readTool: 'read' }
    const line = compactArtifact(long, { level: 'line', readTool: 'read' })
    expect(reducedText(options, long, 'preview')).toBe(shown(`A model said so.\n\n${line}`))
    expect(reducedText(options, long, 'line')).toBe(shown(line))
  })

  test('[L3-2] names a tool only where there is one', () => {
    expect(reducedText({ memo: NO_MEMO, provided: none }, long, 'line')).not.toContain('readArtifact')
    const named = reducedText({ memo: NO_MEMO, provided: none, readTool: 'readArtifact' }, long, 'line')
    expect(named).toContain('readArtifact')
  })

  test('[C-1] a memo tells apart whatever makes another text', () => {
    const other = { ...long, title: 'Another title' }
    const options = { memo: createMemo(), provided: none }
    const ids = [
      reducedId(options, long, 'preview'),
      reducedId(options, long, 'line'),
      reducedId(options, other, 'preview'),
      reducedId(options, { ...long, key: 'other.md' }, 'preview'),
      reducedId(options, longNote('longer'), 'preview'),
      reducedId(options, { ...long, contentHash: longNote('x').contentHash }, 'preview'),
      reducedId({ ...options, readTool: 'read' }, long, 'preview'),
      reducedId({ ...options, provided }, long, 'preview'),
    ]
    expect(new Set(ids).size).toBe(ids.length)
    for (const form of ['preview', 'line', 'extract'] as const)
      for (let time = 0; time < 2; time += 1)
        expect(reducedText(options, long, form)).toBe(reducedText({ ...options, memo: NO_MEMO }, long, form))
  })
})
