import { hashText } from '@varve/engine/internal'
import { expect, test } from 'vitest'
import { printReplayed, writeBody } from './print-replayed.ts'
import { readTraceLines } from './read-trace.ts'
import { loadReplayModels, REPLAY_PROVIDERS, type ReplayProvider } from './replay-models.ts'
import { replayTurns } from './replay-trace.ts'

/** Of all lines that a replay with all calls prints; they change only together with a version number. */
const GOLDEN: Readonly<Record<ReplayProvider, string>> = {
  openai: 'e7441b04b44d9db290915106a6ba41779ef1415a57d128b5f59f640107325b77',
  'openai-5.6': 'df49966122f110683b841c91add4a2f0eb37c669a058561407d12b18f8daa361',
  anthropic: '687170b16bd944dc3d6e0a16b45bc17aa94838599de07b0eb33bfa7291e63bf8',
  gemini: '56947322bded73f40d9dae0042923007eba926f94e06b87e8a008bc4a443ee2e',
  deepseek: 'bae09f1998b9a8b255b4d3f72236c3e4001e569167998223300b5601aa7191cf',
  ollama: 'd8c2951047fd371f884a9f07d985cf5c93804eba68b6c2bb5d57ba5efadd140e',
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
