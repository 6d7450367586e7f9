import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Layout } from '../plan/epoch/epoch.ts'
import { messagesOf } from '../plan/messages-of.ts'
import {
  NOTE_ADDED_THEN_LEFT_OUT,
  NOTE_EDITED_THEN_FOLDED,
  NOTE_KEPT_OVER_FOUR_TURNS,
} from '../testing/walkthroughs/conversations.ts'
import { dumpRequest } from '../testing/walkthroughs/dump-request.ts'
import {
  countOf,
  type Message,
  requestText,
  type Sent,
  sendMessages,
  testModel,
} from '../testing/walkthroughs/send-message.ts'

/** Set to write the golden files again, once it is understood why they changed. */
const IS_REWRITE = process.env['VARVE_WRITE_GOLDEN'] === '1'

describe('a note, a second one beside it, then the second one left out', () => {
  test('[P-4] `library`: the system message carries the library in full, turns carry references', () => {
    const sent = play(NOTE_ADDED_THEN_LEFT_OUT, 'library')
    expectGolden('note-added-then-left-out.library', sent)
    expect(sent.map(({ plan }) => plan.epoch.id)).toEqual([1, 2, 3])
    const [system] = messagesOf(sent[2]?.plan ?? { blocks: [] })
    expect(system?.parts.map((part) => ('text' in part ? part.text : '')).join('')).toContain(
      'POST /bookings',
    )
  })

  test('[P-2] `ledger`: what was sent stays where it stands', () => {
    const sent = play(NOTE_ADDED_THEN_LEFT_OUT, 'ledger')
    expectGolden('note-added-then-left-out.ledger', sent)
    expectOneEpoch(sent)
  })
})

describe('one note kept over four turns while others come', () => {
  test('[P-4] `library`: one epoch for each promotion, none for a turn that only refers', () => {
    const sent = play(NOTE_KEPT_OVER_FOUR_TURNS, 'library')
    expectGolden('note-kept-over-four-turns.library', sent)
    expect(sent.map(({ plan }) => plan.epoch.id)).toEqual([1, 2, 3, 3])
  })

  test('[P-2] `ledger`: what was sent stays where it stands', () => {
    const sent = play(NOTE_KEPT_OVER_FOUR_TURNS, 'ledger')
    expectGolden('note-kept-over-four-turns.ledger', sent)
    expectOneEpoch(sent)
  })

  test.each<Layout>(['library', 'ledger', 'auto'])('[P-1] `%s`: no text stands twice', (layout) => {
    for (const { plan } of play(NOTE_KEPT_OVER_FOUR_TURNS, layout))
      expect(countOf(requestText(plan), 'Twelve lessons, one a week.')).toBe(1)
  })
})

describe('a note edited, taken back and folded', () => {
  test('[P-5] [P-7] `auto`: the edit as a change, the return as a reference, then one base', () => {
    const sent = play(NOTE_EDITED_THEN_FOLDED, 'auto')
    expectGolden('note-edited-then-folded.auto', sent)
    expect(sent.map(({ plan }) => plan.epoch.id)).toEqual([1, 1, 1, 1, 2])
  })
})

function play(messages: readonly Message[], layout: Layout): readonly Sent[] {
  return sendMessages(
    messages.map((message) => ({ ...message, model: testModel({ layout, toolOutput: 'fold' }) })),
  )
}

function expectOneEpoch(sent: readonly Sent[]): void {
  const requests = sent.map(({ plan }) => messagesOf(plan).map((message) => JSON.stringify(message)))
  for (const [index, request] of requests.entries())
    if (index > 0) expect(request.slice(0, requests[index - 1]?.length)).toEqual(requests[index - 1])
  expect(new Set(sent.map(({ plan }) => plan.epoch.id)).size).toBe(1)
}

function expectGolden(name: string, sent: readonly Sent[]): void {
  const dump = sent.flatMap(({ plans }) => plans.map(dumpRequest)).join('\n')
  const url = new URL(`golden/${name}.txt`, import.meta.url)
  if (IS_REWRITE) writeFileSync(url, dump)
  expect(dump).toBe(readFileSync(url, 'utf8'))
}
