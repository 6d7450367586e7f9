import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createArtifact } from '../artifact/create-artifact.ts'
import { hashText } from '../artifact/hash.ts'
import { DEFAULT_PROFILES } from '../cache/default-profiles.ts'
import { checkEnvelope } from '../envelope/check-envelope.ts'
import { messagesOf } from '../plan/messages-of.ts'
import { serializeState } from '../state/serialize-state.ts'
import { createState, type TurnRecord } from '../state/state.ts'
import { randomTurn } from '../testing/random-conversation.ts'
import { runConversation, testTokenizer } from '../testing/run-conversation.ts'
import { rewriteState } from './rewrite-state.ts'
import { step } from './step.ts'

const profile = DEFAULT_PROFILES.anthropic
const same = { text: (text: string) => text, artifact: <T>(artifact: T) => artifact }

describe('rewriting a conversation', () => {
  test('without a change gives the very same state', () => {
    fc.assert(
      fc.property(fc.array(randomTurn, { minLength: 1, maxLength: 8 }), (turns) => {
        runConversation(turns, {
          profile,
          layout: 'auto',
          onTurn: (before, _input, { state }) => {
            expect(rewriteState(before, same)).toBe(before)
            expect(rewriteState(state, same)).toBe(state)
          },
        })
      }),
      { numRuns: 30 },
    )
  })

  test('begins a new epoch, named by the guard, in which the old words no longer stand', () => {
    const secret = 'ada@example.org'
    const hide = (text: string): string => text.replaceAll(secret, '<<EMAIL_1>>')
    const model = {
      id: 'm',
      window: 100_000,
      reservedOutput: 1000,
      margin: 0,
      layout: 'auto',
      profile,
    } as const
    const spec = { ...model, tokenizer: testTokenizer, vision: false, tools: true }
    const note = createArtifact({
      kind: 'note',
      source: { path: `people/${secret}.md` },
      content: `Write to ${secret}.`,
    })
    const base = {
      kind: 'turn',
      at: 0,
      sections: [{ id: 'contract', text: 'Help.' }],
      models: [spec],
    } as const
    const first = step(createState({ conversationId: 'c' }), {
      ...base,
      turnId: '1',
      text: `Who is ${secret}?`,
      attach: [{ artifact: note }],
    })
    const answers = [{ model: 'm', text: `${secret} is Ada.` }]
    const answered = step(first.state, { kind: 'answer', turnId: '1', at: 0, answers, chosen: 'm' }).state
    const rewritten = rewriteState(answered, {
      text: hide,
      artifact: (artifact) => {
        const content = hide(artifact.content)
        const key = hide(artifact.key)
        return {
          ...artifact,
          key,
          title: hide(artifact.title),
          source: { path: key },
          content,
          contentHash: hashText(content),
        }
      },
    })
    const summed = { ...answered, provided: answered.provided.set('summary:1', `Ask ${secret}.`) }
    expect(rewriteState(summed, { ...same, text: hide }).provided.get('summary:1')).toBe('Ask <<EMAIL_1>>.')
    const hit = {
      key: `people/${secret}.md`,
      contentHash: 'h',
      lines: [1, 1],
      text: `Ask ${secret}.`,
    } as const
    const found = { tool: 'localSearch', arguments: '{}', recoverable: true, hits: [hit] }
    const exchange = { ...found, callId: 'c', result: '1 passage' }
    const reasoning = { text: `I think of ${secret}.`, opaque: 'signed' }
    const open = {
      ...(first.state.open as TurnRecord),
      gathered: [{ ...found, text: '1 passage' }],
      observed: [{ key: note.key, hash: 'h' }],
      steps: { m: [{ text: '', reasoning, exchanges: [exchange] }] },
      answer: { model: 'm', text: 'Yes.', reasoning },
    }
    const hidden = JSON.stringify(rewriteState({ ...first.state, open }, { ...same, text: hide }).open)
    expect(hidden.split(secret)).toHaveLength(JSON.stringify(open.attached).split(secret).length)
    expect(hidden).not.toContain('signed')
    const second = step(rewritten, { ...base, turnId: '2', text: 'And now?', guard: 'guard 2' })
    expect(JSON.stringify(messagesOf(first.plans[0] as never))).toContain(secret)
    const sent = JSON.stringify(second.plans.map(messagesOf))
    expect(sent).not.toContain(secret)
    expect(sent).toContain('people/&lt;&lt;EMAIL_1&gt;&gt;.md')
    expect(second.plans[0]?.epoch.reason).toBe('guard')
    expect(checkEnvelope(second.envelope)).toEqual([])
    expect(JSON.stringify(serializeState(rewritten).root)).toBeDefined()
  })
})
