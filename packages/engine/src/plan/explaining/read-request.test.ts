import { describe, expect, test } from 'vitest'
import { renderChanges } from '../../render/changes.ts'
import { renderArtifact } from '../../render/render-artifact.ts'
import { renderChanged } from '../writing/write-turn.ts'
import { renderCompacted } from '../aging/reduced-text.ts'
import { renderReferences } from '../../render/render-references.ts'
import { renderUpdate, type UpdateBody } from '../../render/render-update.ts'
import { note } from '../../testing/walkthroughs/send-message.ts'
import type { Message } from '../message.ts'
import { readRequest } from './read-request.ts'

const LINES = Array.from({ length: 20 }, (_, line) => `line ${line}`)
const OLD = LINES.join('\n')
const NEW = LINES.with(4, 'line 4, edited').join('\n')
const DIFF: UpdateBody = { kind: 'changes', text: renderChanges(OLD, NEW) ?? '' }
const given = renderArtifact(note('a.md', OLD), 1)

describe('[E-3] readRequest', () => {
  test('reads what a model reads: user and system texts, not answers, tools or pictures', () => {
    const other = renderArtifact(note('b.md', 'b'), 1)
    const reading = readRequest([
      { role: 'system', parts: [{ kind: 'text', text: given }] },
      { role: 'assistant', parts: [{ kind: 'text', text: other }] },
      { role: 'tool', parts: [{ kind: 'tool-result', callId: '1', tool: 'read', text: other }] },
      { role: 'tool', parts: [{ kind: 'text', text: other }] },
      {
        role: 'user',
        parts: [
          { kind: 'image', image: { hash: 'x', mediaType: 'image/png', name: 'x' } },
          { kind: 'reasoning', text: other, model: 'a' },
          { kind: 'text', text: `\n\n${renderArtifact(note('c.md', 'c'), 2)}` },
        ],
      },
    ])
    expect([...reading.current]).toEqual([
      ['a.md', OLD],
      ['c.md', 'c'],
    ])
  })

  test('[P-5] changes apply to the version that they name', () => {
    const reading = read(given, update(1, 2, DIFF))
    expect(reading.current.get('a.md')).toBe(NEW)
    expect([...(reading.versions.get('a.md') ?? [])]).toEqual([
      [1, OLD],
      [2, NEW],
    ])
    expect(reading.broken).toEqual([])
  })

  test('[P-5] changes of a version that is not there, or that do not fit, are broken', () => {
    expect(read(given, update(7, 8, DIFF)).broken).toEqual(['a.md'])
    expect(read(update(1, 2, DIFF)).broken).toEqual(['a.md'])
    const unfit = read(renderArtifact(note('a.md', 'something else'), 1), update(1, 2, DIFF))
    expect(unfit.broken).toEqual(['a.md'])
    expect(unfit.current.get('a.md')).toBe('something else')
  })

  test('[P-5] a full update needs no version before it', () => {
    const reading = read(update(1, 2, { kind: 'full', text: NEW }))
    expect([reading.broken, reading.current.get('a.md')]).toEqual([[], NEW])
  })

  test('[P-1] counts full copies by key and text; changed lines are no copy', () => {
    const full = update(2, 3, { kind: 'full', text: OLD })
    const reading = read(given, update(1, 2, DIFF), full, renderArtifact(note('b.md', OLD), 1))
    expect([...reading.copies]).toEqual([
      [`a.md\n${OLD}`, 2],
      [`b.md\n${OLD}`, 1],
    ])
  })

  test('[L3-2] a reference leads somewhere only if that version stands there', () => {
    const references = renderReferences([
      { key: 'a.md', place: { kind: 'turn', turn: 1 } },
      { key: 'a.md', place: { kind: 'turn', turn: 2 } },
      { key: 'a.md', place: { kind: 'library' } },
      { key: 'b.md', place: { kind: 'library' } },
      { key: 'b.md', place: { kind: 'turn', turn: 1 } },
    ])
    expect(read(given, references).references.map(({ resolved }) => resolved)).toEqual([
      true,
      false,
      true,
      false,
      false,
    ])
  })

  test('[P-5] "again as in turn" makes that version the current one; "given above" does not', () => {
    const back = (kind: 'turn' | 'again', turn: number) =>
      read(given, update(1, 2, DIFF), renderReferences([{ key: 'a.md', place: { kind, turn } }]))
    expect(back('again', 1).current.get('a.md')).toBe(OLD)
    expect(back('turn', 1).current.get('a.md')).toBe(NEW)
    expect(back('again', 5).current.get('a.md')).toBe(NEW)
    expect(back('again', 5).references).toMatchObject([{ resolved: false }])
  })

  test('lists what is compacted and what changed', () => {
    const reading = read(
      renderCompacted({ key: 'long.md', kind: 'note', body: 'in short' }),
      renderChanged('a.md', 1),
    )
    expect([...reading.compacted]).toEqual(['long.md'])
    expect(reading.changed).toEqual(['a.md'])
    expect([...reading.current]).toEqual([])
  })
})

function read(...texts: readonly string[]) {
  const message: Message = {
    role: 'user',
    parts: texts.map((text, index) => ({ kind: 'text', text: index === 0 ? text : `\n\n${text}` })),
  }
  return readRequest([message])
}

function update(supersedesTurn: number, turn: number, body: UpdateBody): string {
  return renderUpdate({ key: 'a.md', supersedesTurn, turn, body })
}
