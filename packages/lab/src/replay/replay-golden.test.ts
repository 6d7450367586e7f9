import { hashText } from '@varve/engine/internal'
import { expect, test } from 'vitest'
import { printReplayed, writeBody } from './print-replayed.ts'
import { readTraceLines } from './read-trace.ts'
import { loadReplayModels, REPLAY_PROVIDERS, type ReplayProvider } from './replay-models.ts'
import { replayTurns } from './replay-trace.ts'

/** Of all lines that a replay with all calls prints; they change only together with a version number. */
const GOLDEN: Readonly<Record<ReplayProvider, string>> = {
  openai: '5a8812d6e492f456da3e232d2b3641a83240b09eb86be8e98708361f48494b63',
  'openai-5.6': 'a8c100ec045424e5767e896f8337dde207b7c1cd40801e2e8c7184d6dcf76c54',
  anthropic: '4362ab3f48c54120e636563c2feabf5519b4e5b66e8f4189adc505957befc0bd',
  gemini: 'abff6ad02729273d3707aeec35a99d4e16923b45533701a1079eb02f40878abb',
  deepseek: 'dcab4f5e4c6d327b0807e4d82ce02a72280b684f6edb3623e48322d9185c5369',
  ollama: '0b80d4ea6d38e468b9f5f7d45aec39d56919194eff61625eb798b01e698de7b6',
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

test.each(REPLAY_PROVIDERS)(
  '[L-1] the replay of %s matches its golden file to the byte',
  async (provider) => {
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
  },
)
