import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'

const MODEL = 'openai/gpt-5.6'
const PEOPLE = ['ada.lovelace@posteo.net', 'alan.turing@mailbox.org', 'grace.hopper@gmx.net']

interface Turn {
  readonly person: number
  readonly note: number
  readonly isEdited: boolean
}

const conversation = fc.array(fc.record({ person: fc.nat(2), note: fc.nat(2), isEdited: fc.boolean() }), {
  minLength: 3,
  maxLength: 6,
})

/** Every request only adds to the one before, and what was cached is as much with placeholders as without. */
test('[P-2] redaction keeps the prefix: the cached share is within 2 % of the same chat without it', async () => {
  await fc.assert(
    fc.asyncProperty(conversation, async (turns) => {
      const plain = await play(turns, 'send')
      const redacted = await play(turns, 'redact')
      expect(Math.abs(redacted.share - plain.share)).toBeLessThan(0.02)
      for (const { body } of redacted.calls) for (const person of PEOPLE) expect(body).not.toContain(person)
    }),
    { numRuns: 2 },
  )
}, 120_000)

async function play(turns: readonly Turn[], decision: 'send' | 'redact') {
  const it = await simulatedApp()
  try {
    const { policy } = await it.app.readGuard({ workspaceId: WORKSPACE })
    const decisions = { EMAIL: decision } as const
    await it.app.setGuard({ workspaceId: WORKSPACE, policy: { ...policy, decisions } })
    for (const [index, { person, note, isEdited }] of turns.entries()) {
      const edited = isEdited ? `Edited in turn ${index}.` : ''
      it.write(`note-${note}.md`, noteText(note, edited))
      it.simulator.play({ kind: 'answer', text: `An answer of some length to turn ${index}.` })
      await it.ask(it.chatId, `What of ${PEOPLE[person]} in turn ${index}?`, [`note-${note}.md`], MODEL)
    }
    const calls = callsOf(it)
    for (const [index, { input }] of calls.entries()) {
      const before = calls[index - 1]
      if (before) expect(input.slice(0, before.input.length)).toEqual(before.input)
    }
    const sum = (count: (call: (typeof calls)[number]) => number): number =>
      calls.reduce((total, call) => total + count(call), 0)
    return { calls, share: sum(({ cached }) => cached) / sum(({ tokens }) => tokens) }
  } finally {
    await it.remove()
  }
}

function callsOf({ simulator }: SimulatedApp) {
  return simulator.requests
    .filter(({ model }) => model !== undefined)
    .map(({ bodyText, usage }) => ({
      body: bodyText,
      input: (JSON.parse(bodyText) as { input: unknown[] }).input,
      cached: usage?.cached ?? 0,
      tokens: usage?.input ?? 0,
    }))
}

function noteText(note: number, edited: string): string {
  const lines = Array.from(
    { length: 120 },
    (_, line) => `${line}. ${PEOPLE[(line + note) % 3]} wrote line ${line}.`,
  )
  return `# Note ${note}\n\n${edited}\n\n${lines.join('\n')}\n`
}
