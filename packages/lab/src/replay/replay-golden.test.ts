import { hashText } from '@varve/engine/internal'
import { expect, test } from 'vitest'
import { printReplayed, writeBody } from './print-replayed.ts'
import { readTraceLines } from './read-trace.ts'
import { loadReplayModels, REPLAY_PROVIDERS, type ReplayProvider } from './replay-models.ts'
import { replayTurns } from './replay-trace.ts'

/** Of all lines that a replay with all calls prints; they change only together with a version number. */
const GOLDEN: Readonly<Record<ReplayProvider, string>> = {
  openai: '9d71c65432727c8af5d70c6ccf4f2e9545bd0da233fd087215f1a7ef2db8674e',
  'openai-5.6': '7c176d70a127499441559bb972fc0bce204f4fcaa1d755fad006448eb3cddea0',
  anthropic: '8fd9f3bb9e3f02397e82d9e47672559e068b179f16d06115af76c3c6e4838961',
  gemini: 'b8d1f031528805e013607581b6510de52df573fdd1c74a7d1f2cadedf9f87f7e',
  deepseek: 'ac5de2a1ec1cc90d4e681785282b51e16e41804383531e6ef0975dd2762f774a',
  ollama: '255ea2c00ed5e6535e5728feb8b2e659173fbb7fa2c8b4b07209080723e5e51f',
}

const WINDOW = 30_000

/** Notes that are edited, tool results, several scripts, a branch and something forgotten, in forty turns. */
function sampleLines(): readonly string[] {
  const lines = Array.from(
    { length: 120 },
    (_, index) => `${index}. Größe and ${'word '.repeat(index % 17)}, 北京!`,
  )
  return Array.from({ length: 40 }, (_, index) => {
    lines[(index * 37) % lines.length] = `edited in turn ${index}: don't, I'LL, 1234567, </content>`
    const path = `notes/${index % 3}.md`
    return JSON.stringify({
      conversation: 'golden',
      turn: index + 1,
      at: new Date(Date.UTC(2026, 0, 5, 9) + index * (index % 5 === 0 ? 900_000 : 60_000)).toISOString(),
      ...(index === 0 ? { system: 'Be brief. '.repeat(200) } : {}),
      ...(index === 21 ? { memory: '- likes tea' } : {}),
      ...(index === 30 ? { parent: 25, forget: ['notes/1.md'] } : {}),
      attach: index % 2 === 0 ? [{ kind: 'note', path, content: lines.join('\n') }] : [],
      tools: Array.from({ length: index % 4 }, (_unused, call) => ({
        name: 'localSearch',
        args: { query: `q${index}` },
        result: `${'found it. '.repeat(index * 9)}\n{"hit": ${call}}`,
      })),
      user: `Question ${index}?`,
      assistant: `Answer ${index}, at length. `.repeat(1 + (index % 9)),
    })
  })
}

test.each(REPLAY_PROVIDERS)('[L-1] what a replay prints for %s, to the byte', async (provider) => {
  const models = await loadReplayModels({ provider, window: WINDOW })
  const printed: string[] = []
  for (const replayed of replayTurns(readTraceLines(sampleLines()), { models }))
    printed.push(
      replayed.kind === 'malformed'
        ? replayed.reason
        : // The times of the sample run backwards here and there, of which a replay warns; see its own test.
          await printReplayed({ ...replayed, warnings: [] }, { writeBody, allCalls: true }),
    )
  expect(printed).toHaveLength(40)
  expect(hashText(printed.join('\n'))).toBe(GOLDEN[provider])
})
