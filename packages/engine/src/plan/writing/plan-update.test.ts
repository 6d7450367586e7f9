import { describe, expect, test } from 'vitest'
import { createMemo } from '../../memo.ts'
import { renderChanges } from '../../render/changes.ts'
import {
  lastMessageText,
  note,
  sendAll,
  sendMessage,
  testModel,
} from '../../testing/walkthroughs/send-message.ts'
import { EpochWriter } from './epoch-writer.ts'
import { planUpdate } from './write-turn.ts'

const lines = Array.from({ length: 40 }, (_, line) => `line ${line} of the note`)
const before = note('a.md', lines.join('\n'))
const after = note('a.md', lines.with(5, 'edited').join('\n'))
const changes = renderChanges(before.content, after.content) ?? ''

describe('[P-5] planUpdate', () => {
  test('gives what changed', () => {
    const { writer, place } = start()
    expect(planUpdate(writer, place, after)).toEqual({ kind: 'changes', text: changes })
  })

  test('gives the full text where there is no version to change', () => {
    const { writer, place } = start()
    const { current: _current, ...unread } = place
    expect(planUpdate(writer, unread, after)).toEqual({ kind: 'full', text: after.content })
  })

  test('gives the full text only where it is the shorter one, however much changed', () => {
    const { writer, place } = start()
    const most = note('a.md', lines.map((line, index) => (index < 30 ? `${index}, new` : line)).join('\n'))
    expect(planUpdate(writer, place, most).kind).toBe('changes')
    const other = note('a.md', 'short and new')
    expect(planUpdate(writer, place, other)).toEqual({ kind: 'full', text: other.content })
  })

  test('[C-1] a memo remembers changes by both versions', () => {
    const memo = createMemo()
    const { place, epoch } = start()
    const writer = new EpochWriter(epoch, testModel(), memo)
    const third = note('a.md', lines.with(6, 'another edit').join('\n'))
    expect(planUpdate(writer, place, after)).toEqual({ kind: 'changes', text: changes })
    const fromFirst = renderChanges(before.content, third.content)
    expect(planUpdate(writer, place, third)).toEqual({ kind: 'changes', text: fromFirst })
    const current = { ...place.current!, hash: after.contentHash, content: after.content }
    const fromSecond = renderChanges(after.content, third.content)
    expect(planUpdate(writer, { ...place, current }, third)).toEqual({ kind: 'changes', text: fromSecond })
  })

  test('an epoch goes on in the version that it began with; the next one begins in the newest', () => {
    const model = testModel({ layout: 'ledger' })
    const { state } = sendAll([{ text: 'x', attach: [before], model }])
    const old = { ...state, epochs: { 'model-a': { ...state.epochs['model-a']!, renderingVersion: 1 } } }
    const sent = sendMessage(old, { text: 'x', attach: [after], model })
    const update = `supersedes="turn 1" turn="2">\n<content>\n${after.content}\n</content>`
    expect(lastMessageText(sent.plan)).toContain(update)
    const next = sendMessage(sent.state, { text: 'x', attach: [before], rebase: 'settings', model })
    expect(next.state.epochs['model-a']!.renderingVersion).toBe(2)
  })
})

function start() {
  const { state } = sendAll([{ text: 'x', attach: [before] }])
  const epoch = state.epochs['model-a']!
  return {
    writer: new EpochWriter(epoch, testModel(), createMemo()),
    place: epoch.places.get('a.md')!,
    epoch,
  }
}
