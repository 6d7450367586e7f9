import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { resolve } from 'node:path'
import { type Started, startProcess, usage } from '../processes.ts'
import type { Section } from '../report.ts'
import { MODEL } from '../stream/plan.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const WARM_UP_MILLISECONDS = 2_000
const TURNS = 10

const KINDS = {
  'a question by itself': 1,
  [`a conversation of ${TURNS} turns, sent whole each time`]: TURNS,
} as const

interface Measured {
  readonly perSecond: number
  readonly processor: number
  readonly first: readonly number[]
  readonly whole: readonly number[]
}

/** `/v1/chat/completions` as a stream, through Varve and through a bare proxy, to a provider that answers at once. */
export async function measureApi(clients: number, seconds: number): Promise<Section> {
  const rows: (string | number)[][] = []
  for (const [kind, turns] of Object.entries(KINDS)) {
    const plan = { clients, seconds, turns }
    const proxy = await measure('proxy', plan)
    const varve = await measure('varve', plan)
    const alone = { ...plan, clients: 1 }
    const proxyAlone = await measure('proxy', alone)
    const varveAlone = await measure('varve', alone)
    rows.push(
      rowOf(kind, 'bare proxy', proxy, proxyAlone, proxyAlone),
      rowOf(kind, 'Varve', varve, varveAlone, proxyAlone),
    )
  }
  return {
    title: `/v1/chat/completions, ${clients} clients and one`,
    notes: [
      'Provider, server and clients are processes of their own on the same cores. Varve stores every question and answer durably, scans what it sends and keeps the chat; the proxy passes bytes on. Delays are those of one client that waits for each answer.',
    ],
    tables: [
      {
        title: 'Per request',
        columns: [
          '',
          'through',
          `requests/s, ${clients} clients`,
          'processor ms',
          'first word p50 ms',
          'p95',
          'whole p50 ms',
          'p95',
          'added p50 ms',
        ],
        rows,
      },
    ],
    goals: [],
  }
}

function rowOf(
  kind: string,
  through: string,
  many: Measured,
  alone: Measured,
  bare: Measured,
): (string | number)[] {
  return [
    kind,
    through,
    Math.round(many.perSecond),
    round(many.processor),
    round(at(alone.first, 0.5)),
    round(at(alone.first, 0.95)),
    round(at(alone.whole, 0.5)),
    round(at(alone.whole, 0.95)),
    round(at(alone.whole, 0.5) - at(bare.whole, 0.5)),
  ]
}

interface Plan {
  readonly clients: number
  readonly seconds: number
  readonly turns: number
}

async function measure(who: 'proxy' | 'varve', { clients, seconds, turns }: Plan): Promise<Measured> {
  const here = (file: string) => resolve(import.meta.dirname, file)
  const provider = await startProcess(here('provider.ts'), [])
  const subject = await (who === 'proxy'
    ? startProcess(here('proxy.ts'), [String(provider.port)])
    : startProcess(here('../stream/serve.ts'), [String(provider.port), ROOT]))
  const agent = new Agent({ keepAlive: true })
  try {
    const first: number[] = []
    const whole: number[] = []
    let isOpen = false
    const over = new AbortController()
    const client = async (): Promise<void> => {
      let messages: readonly Message[] = []
      for (let turn = 0; !over.signal.aborted; turn = (turn + 1) % turns) {
        if (turn === 0) messages = []
        const asked: Message = { role: 'user', content: `Question ${Math.random()}: what is next?` }
        messages = [...messages, asked]
        const took = await ask(subject, agent, messages)
        messages = [...messages, { role: 'assistant', content: took.text }]
        if (!isOpen) continue
        first.push(took.first)
        whole.push(took.whole)
      }
    }
    const running = Array.from({ length: clients }, client)
    await sleep(WARM_UP_MILLISECONDS)
    const before = await usage(subject.child)
    isOpen = true
    await sleep(seconds * 1000)
    isOpen = false
    const after = await usage(subject.child)
    over.abort()
    await Promise.all(running)
    return {
      perSecond: (whole.length * 1000) / (after.at - before.at),
      processor: (after.processor - before.processor) / 1000 / whole.length,
      first: first.toSorted((a, b) => a - b),
      whole: whole.toSorted((a, b) => a - b),
    }
  } finally {
    agent.destroy()
    for (const { child } of [subject, provider]) child.kill()
    await Promise.all([subject, provider].map(({ exited }) => exited))
  }
}

interface Message {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

interface Took {
  readonly text: string
  /** Milliseconds until the first word, and until the end. */
  readonly first: number
  readonly whole: number
}

async function ask({ port, key }: Started, agent: Agent, messages: readonly Message[]): Promise<Took> {
  const began = performance.now()
  const asked = request({
    port,
    host: '127.0.0.1',
    path: '/v1/chat/completions',
    method: 'POST',
    agent,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  }).end(JSON.stringify({ model: MODEL, stream: true, messages }))
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  let body = ''
  let first = Number.NaN
  for await (const piece of response.setEncoding('utf8')) {
    body += String(piece)
    if (Number.isNaN(first) && body.includes('"content":"w')) first = performance.now() - began
  }
  const whole = performance.now() - began
  if (response.statusCode !== 200 || !body.includes('[DONE]')) throw new Error(body.slice(0, 500))
  const text = [...body.matchAll(/"content":"((?:[^"\\]|\\.)*)"/g)].map(([, words = '']) => words).join('')
  return { text, first, whole }
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
