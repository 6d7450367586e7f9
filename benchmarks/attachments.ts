import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { DEFAULT_PROFILES, estimateTokenizer } from '../packages/engine/src/index.ts'
import type { ChatModel, ModelEvent } from '../packages/app/src/models/chat-model.ts'
import { loadProviders } from '../packages/app/src/models/load-providers.ts'
import { temporaryApp, type TemporaryApp, WORKSPACE } from '../packages/app/src/testing/temporary-app.ts'
import type { Bench } from './report.ts'
import { round } from './statistics.ts'

const MEBIBYTE = 1024 * 1024
const SIZES = [1, 5, 20, 60]
const GOAL_MILLISECONDS = 100
/** Whose window takes a few megabytes; the guard asks before anything goes to it. */
const MODEL = 'openai/gpt-4.1'
const EVERY_MILLISECONDS = 20

/** A large file attached while another chat streams: how long the others wait for it. */
export const attachmentsBench: Bench = {
  name: 'attachments',
  summary: 'files of 1 to 60 MB attached while another chat streams: longest stall of the event loop, memory',
  flags: ['--sizes='],
  run: async (flags) => {
    const given = flags.find((flag) => flag.startsWith('--sizes='))?.slice('--sizes='.length)
    const rows: Measured[] = []
    for (const size of given ? given.split(',').map(Number) : SIZES) rows.push(...(await measureSize(size)))
    const worst = Math.max(...rows.map(({ stall }) => stall))
    return {
      command: 'npm run bench -- attachments',
      environment: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
      sections: [
        {
          title: 'Large attachments',
          notes: [
            'Plain text of sentences, names and numbers, for a cloud model on the simulator (a process of its own).',
            `Meanwhile another chat gets a word every ${EVERY_MILLISECONDS} ms. Stall: the longest time without a turn of the event loop.`,
          ],
          tables: [
            {
              title: 'Per action',
              columns: ['MB', 'action', 'seconds', 'stall ms', 'gap between words ms', 'peak MB', 'outcome'],
              rows: rows.map(({ size, action, seconds, stall, gap, peak, outcome }) => [
                size,
                action,
                round(seconds, 2),
                round(stall, 0),
                round(gap, 0),
                round(peak, 0),
                outcome,
              ]),
            },
          ],
          goals: [
            {
              name: 'longest stall of the event loop',
              target: `≤ ${GOAL_MILLISECONDS} ms`,
              measured: `${round(worst, 0)} ms`,
              met: worst <= GOAL_MILLISECONDS,
            },
          ],
        },
      ],
    }
  },
}

interface Measured {
  readonly size: number
  readonly action: string
  readonly seconds: number
  readonly stall: number
  readonly gap: number
  readonly peak: number
  readonly outcome: string
}

async function measureSize(size: number): Promise<readonly Measured[]> {
  const simulator = fork(new URL('./attachments/simulator-process.ts', import.meta.url))
  const [url] = (await once(simulator, 'message')) as [string]
  const providers = await loadProviders(
    {
      environment: { OPENAI_API_KEY: 'sk-openai-0123456789', OPENAI_BASE_URL: url },
      localPorts: { ollama: 9, 'lm-studio': 9, 'llama-server': 9 },
    },
    () => undefined,
  )
  const streaming = new AbortController()
  const it = await temporaryApp([ticker(streaming.signal)], { providers, checkRequests: () => [] })
  try {
    const place = { workspaceId: WORKSPACE }
    const { id: other } = await it.app.createChat(place)
    const { id: chatId } = await it.app.createChat(place)
    const { answerId } = await it.app.sendMessage({ ...place, chatId: other, text: 'Go on.', attach: [] })
    const words = followWords(it, answerId)
    const measure = (action: string, act: () => Promise<unknown>): Promise<Measured> =>
      measureAction({ size, action, act, words })
    const text = sampleText(size * MEBIBYTE)
    const bytes = new TextEncoder().encode(text)
    let attach: readonly string[] = []
    // Loads what a first forecast loads.
    await it.app.forecastTurn({ ...place, chatId, text: 'What?', attach: [], modelId: MODEL })
    const rows = [
      await measure('upload', async () => {
        const { id } = await it.app.uploadFile({ ...place, name: 'large.txt', bytes })
        attach = [`upload:${id}`]
      }),
    ]
    it.write('large.md', text)
    for (const [name, what] of [
      ['upload', attach],
      ['note', ['large.md']],
    ] as const) {
      if (what.length === 0) continue
      const turn = { ...place, chatId, text: 'What does it say?', attach: what, modelId: MODEL }
      rows.push(await measure(`forecast of the ${name}`, () => it.app.forecastTurn(turn)))
      rows.push(await measure(`the same again`, () => it.app.forecastTurn(turn)))
      rows.push(
        await measure(`send the ${name}`, async () => {
          const sent = await it.app.sendMessage({ ...turn, decision: { action: 'redact' } })
          for await (const _ of (await it.app.watchAnswer({ ...place, answerId: sent.answerId, after: 0 })) ??
            []);
        }),
      )
    }
    streaming.abort()
    return rows
  } finally {
    streaming.abort()
    simulator.kill()
    await it.remove()
  }
}

interface Words {
  gap: number
}

/** Remembers the longest time between two words of the other chat. */
function followWords(it: TemporaryApp, answerId: string): Words {
  const words: Words = { gap: 0 }
  void (async () => {
    let last = performance.now()
    for await (const _ of (await it.app.watchAnswer({ workspaceId: WORKSPACE, answerId, after: 0 })) ?? []) {
      words.gap = Math.max(words.gap, performance.now() - last)
      last = performance.now()
    }
  })()
  return words
}

interface Action extends Pick<Measured, 'size' | 'action'> {
  readonly act: () => Promise<unknown>
  readonly words: Words
}

async function measureAction({ size, action, act, words }: Action): Promise<Measured> {
  globalThis.gc?.()
  let [stall, peak, last] = [0, 0, performance.now()]
  const look = (): void => {
    stall = Math.max(stall, performance.now() - last - 5)
    last = performance.now()
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  const timer = setInterval(look, 5)
  words.gap = 0
  const began = performance.now()
  const outcome = await act().then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.message.slice(0, 100) : String(error)),
  )
  const seconds = (performance.now() - began) / 1000
  look()
  await wait(2 * EVERY_MILLISECONDS)
  clearInterval(timer)
  return { size, action, seconds, stall, gap: words.gap, peak: peak / MEBIBYTE, outcome }
}

/** A model inside this program that says a word now and then, until it is stopped. */
function ticker(signal: AbortSignal): ChatModel {
  async function* answer(): AsyncGenerator<ModelEvent> {
    while (!signal.aborted) {
      await wait(EVERY_MILLISECONDS)
      yield { kind: 'text', delta: 'tick ' }
    }
    yield { kind: 'finish', sources: [] }
  }
  return {
    spec: {
      id: 'ticker',
      window: 20_000,
      reservedOutput: 1000,
      vision: false,
      tokenizer: estimateTokenizer(),
      profile: DEFAULT_PROFILES.offline,
      layout: 'auto',
    },
    name: 'Ticker',
    label: 'for measurements',
    answer,
  }
}

/** Like a log or a long report: no line is twice the same, and some hold what the guard looks for. */
export function sampleText(characters: number): string {
  const lines: string[] = []
  for (let length = 0, line = 0; length < characters; line += 1) {
    const mail = line % 400 === 0 ? ` Ask erika.${line % 4000}@example.com about it.` : ''
    const heading = line % 200 === 0 ? `## Day ${line / 200}\n` : ''
    const next = `${heading}${line}. At ${(line * 7) % 24}:${(line * 13) % 60} the gauge at pier ${line % 97} read ${(line * 31) % 1000} mm, which the harbour office called ordinary.${mail}`
    lines.push(next)
    length += next.length + 1
  }
  return lines.join('\n').slice(0, characters)
}
