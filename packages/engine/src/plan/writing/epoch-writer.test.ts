import { describe, expect, test } from 'vitest'
import { hashText } from '../../artifact/hash.ts'
import { imageTokens } from '../../budget/tokenizer.ts'
import { AppendLog } from '../../collection/append-log.ts'
import { NO_MEMO } from '../../memo.ts'
import { renderArtifact } from '../../render/render-artifact.ts'
import { testTokenizer } from '../../testing/run-conversation.ts'
import { newConversation, note, sendMessage, testModel } from '../../testing/walkthroughs/send-message.ts'
import { EpochWriter } from './epoch-writer.ts'
import type { Epoch, Place } from '../epoch/epoch.ts'
import type { Part } from '../message.ts'

const started = sendMessage(newConversation(), { text: 'x', answer: null }).state.epochs['model-a']!
const BLANK: Epoch = { ...started, blocks: AppendLog.empty() }
const origin = { piece: 'user', turn: 1 } as const
const image = { hash: hashText('pixels'), mediaType: 'image/png', name: 'p.png', width: 64, height: 64 }
const a = note('a.md', 'text a')

describe('[P-2] EpochWriter', () => {
  test('sets neighbours in a message apart at the start of the later one', () => {
    const writer = blank()
    expect([writer.lastRole, writer.tokens, writer.length]).toEqual([undefined, 0, 0])
    writer.addText('user', 'one', origin)
    writer.addText('user', 'two', origin)
    writer.addText('assistant', 'three', origin)
    writer.addArtifact('assistant', a, 1)
    writer.addArtifact('user', a, 1)
    expect(writer.added.map(({ part }) => 'text' in part && part.text)).toEqual([
      'one',
      '\n\ntwo',
      'three',
      `\n\n${renderArtifact(a, 1)}`,
      renderArtifact(a, 1),
    ])
    expect(writer.lastRole).toBe('user')
  })

  test('continues the message with which the epoch ends', () => {
    const writer = new EpochWriter(started, testModel(), NO_MEMO)
    writer.addText('user', 'more', origin)
    expect(writer.added[0]?.part).toEqual({ kind: 'text', text: '\n\nmore' })
    expect(writer.length).toBe(started.blocks.length + 1)
    expect(writer.tokens).toBe(started.blocks.last()!.end + writer.added[0]!.tokens)
  })

  test('[B-1] counts part by part, calls and results with their names', () => {
    const count = testTokenizer.count
    const parts: readonly [Part, number][] = [
      [{ kind: 'text', text: 'some words' }, count('some words')],
      [{ kind: 'reasoning', text: 'many more words', model: 'a' }, count('many more words')],
      [
        { kind: 'tool-call', callId: '1', tool: 'read', arguments: '{"a":1}' },
        count('{"a":1}') + count('read') + 8,
      ],
      [{ kind: 'tool-result', callId: '1', tool: 'read', text: 'a result' }, count('a result') + 8],
      [{ kind: 'image', image }, imageTokens(image)],
    ]
    const writer = blank()
    let end = 0
    for (const [part, tokens] of parts) {
      end += tokens
      expect(writer.addVerbatim('assistant', part, origin)).toBe(tokens)
      expect(writer.added.at(-1)).toMatchObject({ tokens, end, part, origin })
    }
    expect(writer.tokens).toBe(end)
  })

  test('names the whole request up to a block by whatever a provider reads of it', () => {
    const chainOf = (part: Part, role: 'user' | 'assistant' = 'assistant', first = '') => {
      const writer = blank()
      if (first !== '') writer.addText('system', first, origin)
      writer.addVerbatim(role, part, origin)
      return writer.added.at(-1)!.chain
    }
    const call: Part = { kind: 'tool-call', callId: '1', tool: 'read', arguments: '{}' }
    const result: Part = { kind: 'tool-result', callId: '1', tool: 'read', text: 'x' }
    const thought: Part = { kind: 'reasoning', text: 'x', model: 'a' }
    const chains = [
      chainOf({ kind: 'text', text: 'x' }),
      chainOf({ kind: 'text', text: 'y' }),
      chainOf({ kind: 'text', text: 'x' }, 'user'),
      chainOf({ kind: 'text', text: 'x' }, 'assistant', 'before'),
      chainOf({ kind: 'text', text: 'x' }, 'assistant', 'other'),
      chainOf(call),
      chainOf({ ...call, callId: '2' }),
      chainOf({ ...call, tool: 'write' }),
      chainOf({ ...call, arguments: '{"a":1}' }),
      chainOf(result),
      chainOf({ ...result, callId: '2' }),
      chainOf({ ...result, tool: 'write' }),
      chainOf({ ...result, text: 'y' }),
      chainOf(thought),
      chainOf({ ...thought, text: 'y' }),
      chainOf({ ...thought, opaque: 'signed' }),
      chainOf({ kind: 'image', image }),
      chainOf({ kind: 'image', image: { ...image, hash: hashText('other') } }),
      chainOf({ kind: 'image', image: { ...image, mediaType: 'image/jpeg' } }),
    ]
    expect(new Set(chains).size).toBe(chains.length)
    expect(chainOf({ kind: 'text', text: 'x' })).toBe(hashText('\nassistant\ntext\nx'))
    // Which model thought, and how a picture is called, never reaches the provider.
    expect(chainOf({ ...thought, model: 'b' })).toBe(chainOf(thought))
    expect(chainOf({ kind: 'image', image: { ...image, name: 'q.png' } })).toBe(
      chainOf({ kind: 'image', image }),
    )
  })

  test('remembers pictures, and lists each omission once for each reason', () => {
    const writer = blank()
    writer.addImage(image, 3)
    expect(writer.images.get(image.hash)).toBe(3)
    expect(writer.added[0]).toMatchObject({ role: 'user', origin: { piece: 'image', turn: 3, key: 'p.png' } })
    const omission = { key: 'a.md', reason: 'budget', tokens: 1, form: 'omitted' } as const
    writer.omit(omission)
    writer.omit({ ...omission, tokens: 2 })
    writer.omit({ ...omission, reason: 'no-vision' })
    expect([...writer.omissions].map(([, { reason, tokens }]) => `${reason} ${tokens}`).toSorted()).toEqual([
      'budget 2',
      'no-vision 1',
    ])
    writer.unomit('a.md', 'budget')
    expect([...writer.omissions].map(([, { reason }]) => reason)).toEqual(['no-vision'])
  })

  test('[P-4] keeps account of what stands in vain, and of the cut', () => {
    const writer = blank()
    const place: Place = {
      copies: [],
      shelf: 'turn',
      form: 'updated',
      standingTokens: 50,
      newestTokens: 30,
      offset: 0,
    }
    writer.setPlace('a.md', place)
    expect(writer.deadTokens).toBe(20)
    writer.setPlace('a.md', { ...place, standingTokens: 60 })
    expect(writer.deadTokens).toBe(30)
    writer.setPlace('b.md', { ...place, standingTokens: 10 })
    expect(writer.deadTokens).toBe(30)
    writer.setPlace('a.md', { ...place, form: 'compacted' })
    expect(writer.deadTokens).toBe(0)
    writer.cut = 100
    writer.lowerCut(120)
    expect(writer.cut).toBe(100)
    writer.lowerCut(80)
    expect(writer.cut).toBe(80)
  })

  test('finishes with the longer epoch and leaves the one before as it was', () => {
    const writer = new EpochWriter(started, testModel(), NO_MEMO)
    writer.addText('user', 'more', origin)
    writer.cut = 5
    writer.toldMemory = 'told'
    writer.stemEnd = 1
    const longer = writer.finish({ openTurn: 9 })
    expect(longer.blocks.slice()).toEqual([...started.blocks, ...writer.added])
    expect(longer).toMatchObject({ id: started.id, cut: 5, toldMemory: 'told', stemEnd: 1, openTurn: 9 })
    const { blocks: _blocks, ...same } = new EpochWriter(started, testModel(), NO_MEMO).finish({})
    const { blocks: _before, ...before } = started
    expect(same).toEqual(before)
  })
})

function blank(): EpochWriter {
  return new EpochWriter(BLANK, testModel(), NO_MEMO)
}
