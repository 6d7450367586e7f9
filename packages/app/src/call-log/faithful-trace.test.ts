import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeTestPng } from '@varve/workspace/testing'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SendMessageInput } from '../turn/send.ts'
import { loadReplayModels, type ReplayProvider } from '@varve/lab'
import { readTraceLines } from '@varve/lab'
import { replayTurns } from '@varve/lab'
import { writeBody } from '@varve/lab'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, WORKSPACE } from '../testing/temporary-app.ts'

interface Chat extends SimulatedApp {
  readonly send: (text: string, more?: Partial<SendMessageInput>) => Promise<string>
  readonly place: { readonly workspaceId: string; readonly chatId: string }
  readonly modelId: string
}

const pages = (word: string): string =>
  Array.from({ length: 30 }, (_, line) => `Line ${line} of the ${word}.`).join('\n')

/** Every kind of turn; each may come after any other, and again. */
const TURNS: Readonly<Record<string, (chat: Chat, turn: number) => Promise<unknown>>> = {
  words: (chat, turn) => chat.send(`Question ${turn}?`),
  'a note': (chat, turn) => chat.send(`Read it, ${turn}.`, { attach: ['plan.md'] }),
  'an edited note': (chat, turn) => {
    chat.write('plan.md', `# Plan\n\n${pages('plan')}\nThe launch is on day ${turn}.\n`)
    return chat.send('And now?', { attach: ['plan.md'] })
  },
  'a kept note that changed': (chat, turn) => {
    chat.write('plan.md', `# Plan\n\n${pages('plan')}\nSeen in turn ${turn}.\n`)
    return chat.send('Anything new?')
  },
  'something forgotten': async (chat, turn) => {
    const { kept } = await chat.app.openChat(chat.place)
    const [first] = kept
    if (first) await chat.app.forgetArtifact({ ...chat.place, key: first.key })
    return chat.send(`Without it, ${turn}?`)
  },
  'a priority': async (chat, turn) => {
    const { kept } = await chat.app.openChat(chat.place)
    const [first] = kept
    if (first) await chat.app.markArtifact({ ...chat.place, key: first.key, priority: 'optional' })
    return chat.send(`How important, ${turn}?`)
  },
  'another memory': (chat, turn) => {
    chat.write('Varve/memory.md', `- likes tea number ${turn}\n`)
    return chat.send('Do you know me?')
  },
  'other instructions': (chat, turn) => {
    chat.write('AGENTS.md', `Be kind, in version ${turn}.\n`)
    return chat.send('Be brief.')
  },
  'found passages': async (chat, turn) => {
    await chat.app.setChatSettings({ ...chat.place, settings: { runner: 'vault-qa' } })
    await chat.send(`What does the tide table say at pier ${turn}?`)
    return chat.app.setChatSettings({ ...chat.place, settings: { runner: 'chat' } })
  },
  tools: async (chat, turn) => {
    await chat.app.setChatSettings({ ...chat.place, settings: { runner: 'agent' } })
    chat.simulator.play(
      {
        kind: 'answer',
        text: 'I look.',
        calls: [
          { tool: 'read', arguments: '{"path":"plan.md"}', callId: `a${turn}` },
          { tool: 'localSearch', arguments: '{"query":"tide table"}', callId: `b${turn}` },
        ],
      },
      { kind: 'answer', text: 'Now I know[^1].\n\n[^1]: tides.md, lines 1-9' },
    )
    await chat.send('Look it up.')
    return chat.app.setChatSettings({ ...chat.place, settings: { runner: 'chat' } })
  },
  'a line for each result': async (chat, turn) => {
    await chat.app.setChatSettings({ ...chat.place, settings: { toolOutput: 'lines' } })
    await TURNS['tools']?.(chat, turn)
    await chat.send('And then?')
    return chat.app.setChatSettings({ ...chat.place, settings: { toolOutput: null } })
  },
  pictures: (chat, turn) => {
    writeFileSync(
      join(chat.root, `dot${turn}.png`),
      writeTestPng(8, 8, () => [turn, 2, 3, 255]),
    )
    chat.write('seen.md', `See ![[dot${turn}.png]] and ![far](https://example.org/far.png).\n`)
    return chat.send('What is on it?', { attach: ['tides.md'], active: 'seen.md' })
  },
  'another setting': async (chat, turn) => {
    await chat.app.setChatSettings({ ...chat.place, settings: { temperature: turn / 10 } })
    return chat.send('Warmer?')
  },
  'a short base': async (chat) => {
    const { turns } = await chat.app.openChat(chat.place)
    if (turns.length > 0) await chat.app.compactChat(chat.place)
    return chat.send('In short?')
  },
  'a paste': (chat, turn) =>
    chat.send(`Look, ${turn}.`, { attach: [{ kind: 'paste', content: `By hand ${turn}.\r\n  kept ` }] }),
  'lines of a note': (chat, turn) => chat.send(`These lines, ${turn}?`, { attach: ['tides.md#L3-9'] }),
  'a folder': (chat, turn) => {
    chat.write(`box/${turn}.md`, `Number ${turn}. #boxed`)
    return chat.send('All of it?', { attach: ['box/'] })
  },
  'a query': (chat, turn) => {
    chat.write('query.md', `Turn ${turn}\n\n\`\`\`dataview\nLIST FROM ""\n\`\`\`\n`)
    return chat.send('What is listed?', { attach: ['query.md'] })
  },
  'another chat': async (chat, turn) => {
    const { id } = await chat.app.createChat({ workspaceId: WORKSPACE })
    const { modelId } = chat
    const there = { workspaceId: WORKSPACE, chatId: id, text: `Said in ${turn}.`, attach: [], modelId }
    await collect(chat.app, (await chat.app.sendMessage(there)).answerId)
    return chat.send('What was said there?', { attach: [`chat:${id}`] })
  },
  'another answer': async (chat) => {
    await chat.send('Once more?')
    const { turns } = await chat.app.openChat(chat.place)
    const again = { ...chat.place, turnId: turns.at(-1)?.id ?? '', modelIds: [chat.modelId] }
    return collect(chat.app, (await chat.app.regenerateAnswer(again)).answerId)
  },
  'private data': (chat, turn) =>
    chat.send(`Write to ann${turn}@example.org about 4111 1111 1111 1111.`, {
      decision: { action: 'redact' },
    }),
  'an answer that was cut and goes on': async (chat) => {
    chat.simulator.play({ kind: 'answer', text: 'This answer ends in the mid', finish: 'length' })
    const answerId = await chat.send('A long one.')
    return collect(chat.app, (await chat.app.continueAnswer({ ...chat.place, answerId })).answerId)
  },
  'an answer that failed': (chat) => {
    chat.simulator.play('400')
    return chat.send('Will it fail?')
  },
  'an answer that broke off': (chat) => {
    chat.simulator.play('cut')
    return chat.send('Will it break?')
  },
  thoughts: (chat, turn) => {
    chat.simulator.play({ kind: 'answer', reasoning: `Thinking ${turn}.`, text: 'Thought.' })
    return chat.send('Think.')
  },
  'a folded history': async (chat, turn) => {
    await chat.app.setChatSettings({ ...chat.place, settings: { history: 'strip' } })
    return chat.send(`And ${turn}?`)
  },
  'guidance of an area': (chat, turn) =>
    chat.send(`My landlord in Texas wants to evict me over unpaid rent, what does the lease say, ${turn}?`),
  'a branch': async (chat, turn) => {
    const { turns } = await chat.app.openChat(chat.place)
    const [first] = turns
    if (!first) return chat.send('The first.')
    const edited = { ...chat.place, turnId: first.id, text: `Otherwise, ${turn}.`, modelId: chat.modelId }
    const { answerId } = await chat.app.editMessage(edited)
    return collect(chat.app, answerId)
  },
}

async function replayedAndSent(provider: ReplayProvider, modelId: string, kinds: readonly string[]) {
  const it = await simulatedApp()
  try {
    const place = { workspaceId: WORKSPACE, chatId: it.chatId }
    const send: Chat['send'] = async (text, more = {}) => {
      const { answerId } = await it.app.sendMessage({ ...place, text, attach: [], modelId, ...more })
      await collect(it.app, answerId)
      return answerId
    }
    const chat: Chat = { ...it, send, place, modelId }
    for (const [index, kind] of kinds.entries()) await TURNS[kind]?.(chat, index + 1)
    const lines: string[] = []
    for await (const line of (await it.app.exportTrace(place)).lines) lines.push(line)
    const sent = lines.map((line) => {
      const { answers } = JSON.parse(line) as {
        answers: readonly { chosen: boolean; calls: readonly { request: { body: string } }[] }[]
      }
      return answers.find(({ chosen }) => chosen)?.calls.map(({ request }) => request.body)
    })
    const models = await loadReplayModels({ provider })
    const replayed: (readonly string[])[] = []
    for (const turn of replayTurns(readTraceLines(lines), { models })) {
      if (turn.kind !== 'turn') throw new Error(turn.reason)
      const bodies: string[] = []
      for (const plan of turn.plans) bodies.push(await writeBody(plan, turn))
      replayed.push(bodies)
    }
    return { sent, replayed }
  } finally {
    await it.remove()
  }
}

const PROVIDERS = [
  ['openai-5.6', 'openai/gpt-5.6'],
  ['anthropic', 'anthropic/claude-sonnet-4-5'],
] as const

test.each(Object.keys(TURNS))('an exported trace replays to the same bytes: %s', async (kind) => {
  const [[provider, modelId]] = PROVIDERS
  const { sent, replayed } = await replayedAndSent(provider, modelId, ['a note', kind, 'words', kind])
  expect(sent.length).toBeGreaterThanOrEqual(3)
  expect(replayed).toEqual(sent)
})

test('an exported trace replays to the same bytes, for any sequence of turns', async () => {
  const kinds = fc.array(fc.constantFrom(...Object.keys(TURNS)), { minLength: 3, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(kinds, fc.constantFrom(...PROVIDERS), async (turns, [provider, modelId]) => {
      const { sent, replayed } = await replayedAndSent(provider, modelId, turns)
      expect(replayed).toEqual(sent)
    }),
    { numRuns: 8 },
  )
})
