import { describe, expect, test } from 'vitest'
import { parseState } from '../state/parse-state.ts'
import { serializeState } from '../state/serialize-state.ts'
import type { GatheredResult, ModelStep, SearchHit } from '../state/state.ts'
import {
  type Message,
  note,
  requestText,
  sendAll,
  sendMessage,
  sendMessages,
  testModel,
} from '../testing/walkthroughs/send-message.ts'

const a = testModel({ id: 'a', layout: 'ledger' })
const b = testModel({ id: 'b' })
const old = note('plan.md', 'a secret that goes\n')
const clean = note('plan.md', 'a text that stays\n')

function passage(text: string): SearchHit {
  return { key: 'plan.md', contentHash: old.contentHash, lines: [1, 1], text }
}

function search(text: string): GatheredResult {
  const other = { ...passage('something else'), key: 'other.md' }
  return { tool: 'search', arguments: '{}', text: 'Found:', hits: [passage(text), other], recoverable: true }
}

describe('[A-6] what was forgotten is in no later request', () => {
  const missed: readonly Message[] = [
    { text: 'One', model: a },
    { text: 'Two', attach: [old], model: b },
    { text: 'Three', forget: ['plan.md'], model: b },
    { text: 'Four', attach: [clean], model: b },
  ]

  test('not in its old text for a model that was away, though it was attached again since', () => {
    const { plan } = sendAll([...missed, { text: 'Five', model: a }])
    expect(requestText(plan)).toContain('a text that stays')
    expect(requestText(plan)).not.toContain('a secret that goes')
  })

  test('nor where the conversation was stored before it noted in which turn something was forgotten', () => {
    const { forgottenIn: _turns, ...stored } = sendMessages(missed).at(-1)!.state
    const { root, objects } = serializeState(stored)
    const read = parseState(root, (hash) => objects.get(hash))
    if (read.kind !== 'state') throw new Error(read.reason)
    const { plan } = sendMessage(read.state, { text: 'Five', model: a })
    expect(requestText(plan)).toContain('a text that stays')
    expect(requestText(plan)).not.toContain('a secret that goes')
  })

  test('a picture neither, though another one bears its name now', () => {
    const picture = (hash: string) => ({
      ...note('plan.png', ''),
      kind: 'image' as const,
      images: [{ hash, mediaType: 'image/png', name: 'plan.png' }],
    })
    const { plan } = sendAll([
      { text: 'One', attach: [picture('first')] },
      { text: 'Two', forget: ['plan.png'] },
      { text: 'Three', attach: [picture('second')], rebase: 'settings' },
    ])
    const shown = plan.blocks.slice().flatMap(({ part }) => (part.kind === 'image' ? [part.image.hash] : []))
    expect(shown).toEqual(['second'])
  })

  test('nor a passage of it that a search had found', () => {
    const sent = sendMessages([
      { text: 'One', attach: [old], gathered: [search('a secret')] },
      { text: 'Two', gathered: [search('a secret')] },
      { text: 'Three', forget: ['plan.md'] },
      { text: 'Four', gathered: [search('found anew')] },
      { text: 'Five', rebase: 'settings' },
    ])
    for (const { plan } of sent.slice(2)) {
      expect(requestText(plan)).toContain('something else')
      expect(requestText(plan)).not.toContain('a secret')
    }
    // What is found after that is the search's own, and stays.
    expect(requestText(sent.at(-1)!.plan)).toContain('found anew')
  })

  test('nor one that only a tool of a model had found that never saw the rest', () => {
    const hits = [passage('a secret that was found')]
    const looked: ModelStep = {
      text: '',
      exchanges: [{ callId: '1', tool: 'search', arguments: '{}', result: '', hits, recoverable: true }],
    }
    const { plan } = sendAll([
      { text: 'One', model: a, steps: [looked] },
      { text: 'Two', model: b, attach: [old] },
      { text: 'Three', model: a, forget: ['plan.md'] },
    ])
    expect(plan.epoch).toMatchObject({ id: 2, reason: 'forgotten' })
    expect(requestText(plan)).not.toContain('a secret')
  })
})
