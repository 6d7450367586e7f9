import { describe, expect, test } from 'vitest'
import { messagesOf } from '../plan/messages-of.ts'
import type { Plan } from '../plan/plan.ts'
import { readRequest } from '../plan/explaining/read-request.ts'
import { step } from '../step/step.ts'
import type { TurnInput } from '../step/step-input.ts'
import {
  CONTRACT,
  countOf,
  lastMessageText,
  type Message,
  newConversation,
  note,
  requestText,
  sendAll,
  sendMessage,
  sendMessages,
  testModel,
} from '../testing/walkthroughs/send-message.ts'

const plan = note('plan.md', '# Plan\n\nLearn to play.\n')
const tool = { name: 'read', description: 'Reads a note', parameters: { type: 'object' } }
const remembering = (memory: string): TurnInput['sections'] => [CONTRACT, { id: 'memory', text: memory }]

describe('[P-4] what begins an epoch, and what does not', () => {
  const first: Message = { text: 'Read', attach: [plan], sections: remembering('- likes tea'), tools: [tool] }
  const next = (changes: Partial<Message>): Plan =>
    sendAll([first, { ...first, attach: [], text: 'And?', ...changes }]).plan

  test.each<[string, Partial<Message>]>([
    ['tools', { tools: [tool, { ...tool, name: 'write' }] }],
    [
      'agent',
      { sections: [{ id: 'contract', text: 'You are a pirate.' }, ...(first.sections ?? []).slice(1)] },
    ],
    ['project', { sections: [...(first.sections ?? []), { id: 'project', text: 'A new project.' }] }],
    ['guidance', { sections: [...(first.sections ?? []), { id: 'guidance', text: 'Tax law.' }] }],
    ['guard', { guard: 'redacted' }],
    ['forgotten', { forget: ['plan.md'] }],
    ['settings', { rebase: 'settings' }],
    ['settings', { model: testModel({ layout: 'library' }) }],
    ['rebuilt', { rebase: 'rebuilt' }],
  ])('`%s`', (reason, changes) => {
    const request = next(changes)
    expect([request.epoch.id, request.epoch.reason, request.divergence.reason]).toEqual([2, reason, reason])
  })

  test('`rebuilt` also where the folded state has no epoch of the model', () => {
    const late = { ...first, text: 'And?', attach: [], model: testModel({ id: 'late' }) }
    const reasonOf = (changes: Partial<Message>): string =>
      sendAll([first, { ...late, ...changes }]).plan.epoch.reason
    expect([reasonOf({ rebase: 'rebuilt' }), reasonOf({})]).toEqual(['rebuilt', 'model-switch'])
  })

  test('tools in another order are the same tools', () => {
    const write = { ...tool, name: 'write' }
    const sent = sendAll([
      { ...first, tools: [tool, write] },
      { ...first, tools: [write, tool] },
    ])
    expect(sent.plan.epoch.id).toBe(1)
  })

  test('guidance for one turn is said there and ends nothing', () => {
    const request = next({ guidance: 'It is Monday.' })
    expect(request.epoch.id).toBe(1)
    expect(lastMessageText(request)).toContain('<turn_guidance>\nIt is Monday.\n</turn_guidance>')
  })

  test('a memory change is told inside the epoch, once, and stands in L1 at the next', () => {
    const changed = remembering('- likes tea\n- lives in Lisbon')
    const sent = sendMessages([
      first,
      { text: 'I moved', sections: changed, tools: [tool] },
      { text: 'And?', sections: changed, tools: [tool] },
      { text: 'Anew', sections: changed, tools: [tool], rebase: 'settings' },
    ])
    const [, told, after, anew] = sent.map((turn) => turn.plan)
    expect(told?.epoch.id).toBe(1)
    expect(lastMessageText(told!)).toContain('<memory_update>\n+ - lives in Lisbon\n</memory_update>')
    expect(countOf(requestText(after!), 'lives in Lisbon')).toBe(1)
    expect(requestText(anew!)).not.toContain('memory_update')
    expect(messagesOf(anew!)[0]?.parts.at(-1)).toMatchObject({
      text: expect.stringContaining('lives in Lisbon'),
    })
  })

  test('[P-4] when the cache is surely cold, dead weight is folded at once', () => {
    const lines = Array.from({ length: 40 }, (_, line) => `line ${line}`)
    const edited = lines.with(3, 'line 3, edited')
    const sent = sendMessages([
      { text: 'Read', attach: [note('long.md', lines.join('\n'))], at: 0, model: cooling() },
      { text: 'Edited', attach: [note('long.md', edited.join('\n'))], at: 1000, model: cooling() },
      { text: 'Next day', at: 86_400_000, model: cooling() },
    ])
    expect(sent.map((turn) => turn.plan.epoch.id)).toEqual([1, 1, 2])
    expect(sent[2]?.plan.epoch.reason).toBe('epoch-cold')
    expect(requestText(sent[2]!.plan)).not.toContain('context_update')
  })

  test('[P-4] cold but without dead weight there is nothing to fold', () => {
    const { plan: request } = sendAll([
      { text: 'Read', attach: [plan], at: 0, model: cooling() },
      { text: 'Next day', at: 86_400_000, model: cooling() },
    ])
    expect(request.epoch.id).toBe(1)
  })
})

describe('branches and open ends', () => {
  test('[P-3] a branch starts from the state at its fork and leaves the other as it was', () => {
    const fork = sendAll([{ text: 'Read', attach: [plan] }])
    const main = sendMessage(fork.state, { text: 'On main', attach: [note('main.md', 'only main')] })
    const side = sendMessage(fork.state, { text: 'On the side', branch: 'side' })
    const mainAgain = sendMessage(main.state, { text: 'Main goes on' })
    expect(side.plan.branch).toBe('side')
    expect(side.plan.epoch.id).toBe(1)
    expect(side.plan.divergence.reason).toBe('branch')
    expect(requestText(side.plan)).not.toContain('only main')
    expect(readRequest(messagesOf(side.plan)).current.get('plan.md')).toBe(plan.content)
    const before = messagesOf(main.plan).map((message) => JSON.stringify(message))
    const after = messagesOf(mainAgain.plan).map((message) => JSON.stringify(message))
    expect(after.slice(0, before.length)).toEqual(before)
  })

  test('a turn that was never answered stays, marked, and is warned about', () => {
    const sent = sendMessages([{ text: 'Read', attach: [plan], answer: null }, { text: 'Hello?' }])
    expect(sent[1]?.envelope.warnings.map(({ kind }) => kind)).toEqual(['unanswered-turn'])
    expect(messagesOf(sent[1]!.plan).map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(requestText(sent[1]!.plan)).toContain('[no answer]')
  })

  test('an answer to a turn that is not open is refused', () => {
    const { state } = sendMessage(newConversation(), { text: 'x' })
    const answer = { kind: 'answer', turnId: 'turn-1', at: 0, answers: [], chosen: 'model-a' } as const
    expect(() => step(state, answer)).toThrow('Turn turn-1 cannot go on: no turn is open.')
  })
})

function cooling(): Message['model'] & object {
  return testModel({ profile: { ...testModel().profile, lifetimeSeconds: 300 } })
}
