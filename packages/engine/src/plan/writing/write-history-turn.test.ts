import { describe, expect, test } from 'vitest'
import type { Artifact, ImageReference } from '../../artifact/artifact.ts'
import { hashText } from '../../artifact/hash.ts'
import { AppendLog } from '../../collection/append-log.ts'
import { imageTokens } from '../../budget/tokenizer.ts'
import { NO_MEMO } from '../../memo.ts'
import { QUERY_SEPARATOR } from '../../render/render-block.ts'
import type { ModelStep, TurnRecord } from '../../state/state.ts'
import { newConversation, note, sendMessage, testModel } from '../../testing/walkthroughs/send-message.ts'
import { EpochWriter } from './epoch-writer.ts'
import { type HistoryOptions, writeHistoryTurn } from './write-history-turn.ts'

const { state } = sendMessage(newConversation(), { text: 'x', answer: null })
const EPOCH = { ...state.epochs['model-a']!, cut: Number.MAX_SAFE_INTEGER, toolRuns: [] }
const picture: ImageReference = {
  hash: hashText('p'),
  mediaType: 'image/png',
  name: 'p.png',
  width: 90,
  height: 90,
}
const searched = { tool: 'search', arguments: '{"q":"x"}', text: 'one hit', recoverable: true }
const looked: ModelStep = {
  text: 'I look.',
  reasoning: { text: 'hm' },
  exchanges: [{ callId: '1', tool: 'read', arguments: '{"a":1}', result: 'what it says', recoverable: true }],
}
const RECORD: TurnRecord = {
  ...state.open!,
  text: 'Question',
  attached: [attach(note('kept.md', 'k')), attach(note('gone.md', 'g'))],
  answer: { model: 'model-a', text: 'Answer', reasoning: { text: 'secret' } },
}

describe('[L4-1] [L4-4] a past turn in a base', () => {
  test('is the user’s words with the keys that are still kept, and the text of the answer', () => {
    for (const keepTools of [true, false])
      expect(written(RECORD, { keepTools })).toEqual([
        ['user', 'Question\n\n[attached: kept.md]', 'user'],
        ['assistant', 'Answer', 'answer'],
      ])
  })

  test('[P-7] is set apart from what stands before it in the same message', () => {
    const after = startedWriter()
    after.addText('user', 'A library.', { piece: 'library-heading', turn: 0 })
    const before = after.added.length
    writeHistoryTurn(after, RECORD, options({}))
    const [user] = after.added.slice(before)
    expect(user?.part).toEqual({
      kind: 'text',
      text: `\n\n${QUERY_SEPARATOR}Question\n\n[attached: kept.md]`,
    })
  })

  test('[P-2] has a line where a message or an answer is missing', () => {
    const { answer: _answer, ...unanswered } = { ...RECORD, text: '', attached: [] }
    for (const keepTools of [true, false])
      expect(written(unanswered, { keepTools })).toEqual([
        ['user', '[empty message]', 'user'],
        ['assistant', '[no answer]', 'answer'],
      ])
  })

  const traffic: TurnRecord = { ...RECORD, gathered: [searched], steps: { 'model-a': [looked] } }

  test('[P-6] keeps recent tool traffic as it was, without the reasoning of the answer', () => {
    expect(
      written(traffic, { keepTools: true }).map(([role, text, piece]) => [role, text.slice(0, 12), piece]),
    ).toEqual([
      ['user', '<tool_result', 'tool-result'],
      ['user', '\n\n---\n\n[User', 'user'],
      ['assistant', 'hm', 'reasoning'],
      ['assistant', 'I look.', 'answer'],
      ['assistant', 'read', 'tool-call'],
      ['tool', 'what it says', 'tool-result'],
      ['assistant', 'Answer', 'answer'],
    ])
    const writer = startedWriter()
    const offset = writer.tokens
    writeHistoryTurn(writer, traffic, options({ keepTools: true }))
    const tokens = writer.added.find(({ origin }) => origin.piece === 'tool-result')!.tokens
    expect(writer.toolRuns).toMatchObject([
      { turn: 1, calls: 1, tokens, foldedTokens: 0, offset },
      { turn: 1, calls: 1 },
    ])
  })

  test('[L4-4] folds old tool traffic to a line each', () => {
    const lines = '[used search: {"q":"x"}]\nI look.\n[used read: {"a":1}]'
    expect(written(traffic, { keepTools: false })).toEqual([
      ['user', 'Question\n\n[attached: kept.md]', 'user'],
      ['assistant', `${lines}\n\nAnswer`, 'answer'],
    ])
    const writer = startedWriter()
    writeHistoryTurn(writer, traffic, options({ keepTools: false }))
    expect(writer.toolRuns).toEqual([])
    const silent = { ...traffic, gathered: [], steps: { 'model-a': [{ ...looked, text: '' }] } }
    expect(written(silent, { keepTools: false })[1]?.[1]).toBe('[used read: {"a":1}]\n\nAnswer')
    const { answer: _answer, ...unanswered } = traffic
    expect(written(unanswered, { keepTools: false })[1]?.[1]).toBe(lines)
    const foreign = { ...traffic, answer: { model: 'b', text: 'Answer' } }
    expect(written(foreign, { keepTools: false })[1]?.[1]).toBe('[used search: {"q":"x"}]\n\nAnswer')
  })

  test('has no run where nothing was gathered', () => {
    const writer = startedWriter()
    writeHistoryTurn(writer, { ...RECORD, gathered: [] }, options({ keepTools: true }))
    expect(writer.toolRuns).toEqual([])
  })
})

describe('[V-1] pictures of a past turn', () => {
  const marker = (name: string) => `[image ${name}: shown in turn 1]`
  const shown = (record: TurnRecord, keepImages: boolean) => {
    const writer = startedWriter()
    writeHistoryTurn(writer, record, options({ keepImages }))
    const blocks = writer.added.filter(({ origin }) => origin.piece === 'image')
    expect(blocks.every(({ role }) => role === 'user')).toBe(true)
    const parts = blocks.map(({ part }) =>
      part.kind === 'image' ? part.image.name : 'text' in part ? part.text : '',
    )
    return { parts, omissions: [...writer.omissions].map(([, omission]) => omission), cut: writer.cut }
  }
  const bare = { ...RECORD, attached: [] }

  test('pasted ones stay while recent, and the next epoch may show a line there', () => {
    const pasted = { ...bare, images: [picture] }
    const recent = shown(pasted, true)
    expect([recent.parts, recent.omissions, recent.cut]).toEqual([['p.png'], [], startedWriter().tokens])
    const old = shown(pasted, false)
    expect([old.parts, old.cut]).toEqual([[marker('p.png')], Number.MAX_SAFE_INTEGER])
    expect(old.omissions).toEqual([
      { key: 'p.png', reason: 'image-not-recent', tokens: imageTokens(picture), form: 'marker' },
    ])
    expect(shown(bare, true).cut).toBe(Number.MAX_SAFE_INTEGER)
  })

  test('those of the active note become a line; those of other notes were never shown', () => {
    const illustrated = (changes: Partial<Artifact>) => ({
      ...RECORD,
      attached: [attach(note('kept.md', 'k', { images: [picture], ...changes }))],
    })
    expect(shown(illustrated({ role: 'active' }), true)).toMatchObject({
      parts: [marker('p.png')],
      omissions: [{ key: 'kept.md#p.png', reason: 'image-not-recent' }],
    })
    expect(shown(illustrated({}), true)).toMatchObject({ parts: [], omissions: [] })
    expect(shown(illustrated({ kind: 'image' }), true)).toMatchObject({ parts: ['p.png'], omissions: [] })
    expect(shown(illustrated({ kind: 'image' }), false).parts).toEqual([marker('p.png')])
    expect(shown(illustrated({ kind: 'image', key: 'gone.md' }), true).parts).toEqual([])
  })
})

function attach(artifact: Artifact): TurnRecord['attached'][number] {
  return { artifact, freshness: 'update', pinned: false, ownPriority: 'normal' }
}

function options(changes: Partial<HistoryOptions>): HistoryOptions {
  return { keepTools: false, keepImages: false, isKept: (key) => key === 'kept.md', ...changes }
}

/** A writer after the system message alone. */
function startedWriter(): EpochWriter {
  const blocks = AppendLog.from(EPOCH.blocks.slice(0, 1))
  return new EpochWriter({ ...EPOCH, blocks }, testModel(), NO_MEMO)
}

function written(
  record: TurnRecord,
  changes: Partial<HistoryOptions>,
): readonly (readonly [string, string, string])[] {
  const writer = startedWriter()
  writeHistoryTurn(writer, record, options(changes))
  return writer.added.map(({ role, part, origin }) => {
    expect(origin.turn).toBe(1)
    if (origin.piece === 'answer') expect(part.kind).toBe('text')
    return [
      role,
      'text' in part ? part.text : part.kind === 'tool-call' ? part.tool : part.kind,
      origin.piece,
    ]
  })
}
