import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../budget/limits.ts'
import { createMemo } from '../../memo.ts'
import { diffUpdate } from '../../render/diff-update.ts'
import { note, sendAll, testModel } from '../../testing/walkthroughs/send-message.ts'
import { EpochWriter } from './epoch-writer.ts'
import type { Layout, Place } from '../epoch/epoch.ts'
import { planUpdate } from './write-turn.ts'
import { renderedArtifact } from './rendered-artifact.ts'

const lines = Array.from({ length: 40 }, (_, line) => `line ${line} of the note`)
const before = note('a.md', lines.join('\n'))
const after = note('a.md', lines.with(5, 'edited').join('\n'))
const changes = diffUpdate(before.content, after.content) ?? ''
const size = testModel().tokenizer.count(changes)

describe('[P-5] planUpdate', () => {
  test('gives the changed lines', () => {
    expect(planned('auto', {})).toEqual({ kind: 'diff', text: changes })
  })

  test('gives the full text where there is no version to change', () => {
    const { writer, place } = start('auto')
    const { current: _current, ...unread } = place
    expect(planUpdate(writer, unread, after)).toEqual({ kind: 'full', text: after.content })
  })

  test('gives the full text when most of it changed', () => {
    const { writer, place } = start('auto')
    const other = note('a.md', lines.map((line) => `${line}, edited`).join('\n'))
    expect(planUpdate(writer, place, other)).toEqual({ kind: 'full', text: other.content })
  })

  test.each<[Layout, number]>([
    ['auto', 1],
    ['ledger', 0.5],
    ['library', 0.5],
  ])('in layout `%s` updates may pile up to %f of the text', (layout, share) => {
    const { writer } = start(layout)
    const whole = renderedArtifact(writer, after, 1, true).tokens
    expect(LIMITS.freshness.updatesShare[layout]).toBe(share)
    const room = Math.ceil(share * whole) - size
    expect(planned(layout, { updateTokens: room - 1 }).kind).toBe('diff')
    expect(planned(layout, { updateTokens: room })).toEqual({
      kind: 'full',
      text: after.content,
      piled: true,
    })
  })

  test('from 30 % of the text on one update alone is given in full, and that is no pile', () => {
    const { writer, place } = start('auto')
    const whole = (text: string) => renderedArtifact(writer, note('a.md', text), 1, true).tokens
    let kinds = ''
    for (let edits = 1; edits <= 40; edits += 1) {
      const text = lines.map((line, index) => (index < edits ? `${line}!` : line)).join('\n')
      const update = planUpdate(writer, place, note('a.md', text))
      const share = writer.count(diffUpdate(before.content, text) ?? text) / whole(text)
      expect(update.kind).toBe(share >= LIMITS.freshness.updateShare ? 'full' : 'diff')
      expect(update).not.toHaveProperty('piled')
      kinds += update.kind
    }
    expect(kinds).toMatch(/^(diff)+(full)+$/)
  })

  test('[C-1] a memo remembers changes by both versions', () => {
    const memo = createMemo()
    const { place, epoch } = start('auto')
    const writer = new EpochWriter(epoch, testModel(), memo)
    const third = note('a.md', lines.with(6, 'another edit').join('\n'))
    const expected = { kind: 'diff', text: diffUpdate(before.content, third.content) }
    expect(planUpdate(writer, place, after)).toEqual({ kind: 'diff', text: changes })
    expect(planUpdate(writer, place, third)).toEqual(expected)
    const edited = {
      ...place,
      current: { ...place.current!, hash: after.contentHash, content: after.content },
    }
    expect(planUpdate(writer, edited, third)).toEqual({
      kind: 'diff',
      text: diffUpdate(after.content, third.content),
    })
  })
})

function start(layout: Layout) {
  const model = testModel({ layout })
  const epoch = sendAll([{ text: 'x', attach: [before], model }]).state.epochs['model-a']!
  const place: Place = epoch.places.get('a.md')!
  return { writer: new EpochWriter(epoch, model, createMemo()), place, epoch }
}

function planned(layout: Layout, place: Partial<Place>) {
  const started = start(layout)
  return planUpdate(started.writer, { ...started.place, ...place }, after)
}
