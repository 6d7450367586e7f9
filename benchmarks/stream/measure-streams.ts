import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { resolve } from 'node:path'
import { type Started, startProcess, usage } from '../processes.ts'
import type { Section } from '../report.ts'
import { EVENTS_PER_SECOND, MODEL } from './plan.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SECONDS = 8
/** Not measured: the first second, in which everything is compiled. */
const WARM_UP_MILLISECONDS = 2000

const GOAL_RATIO = 2.5
const GOAL_DELAY = 40

interface Subject {
  readonly name: string
  /** A checkout of Varve; without one, the relay. */
  readonly checkout?: string
}

interface Measured {
  readonly name: string
  readonly events: number
  readonly microseconds: number
  readonly share: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** Has a provider of our own stream, and measures whoever passes its events on to readers in this process. */
export async function measureStreams(streams: number, against: string | undefined): Promise<Section> {
  const subjects: Subject[] = [
    { name: 'bare relay' },
    ...(against === undefined ? [] : [{ name: 'Varve, the other checkout', checkout: resolve(against) }]),
    { name: 'Varve', checkout: ROOT },
  ]
  const measured: Measured[] = []
  for (const subject of subjects) measured.push(await measure(subject, streams))
  const [relay] = measured
  const ours = measured.at(-1)
  if (!relay || !ours) throw new Error('Nothing was measured.')
  const ratioOf = ({ microseconds }: Measured) => round(microseconds / relay.microseconds)
  return {
    title: `${streams} answers at ${EVENTS_PER_SECOND} events a second`,
    notes: [
      'A provider, the one that is measured and the readers are processes of their own. An event carries the moment it was sent; its delay ends where the reader has it.',
    ],
    tables: [
      {
        title: 'Per event',
        columns: [
          '',
          'events',
          'processor µs',
          'of one core %',
          'against relay',
          'delay p50 ms',
          'p95',
          'p99',
        ],
        rows: measured.map((one) => [
          one.name,
          one.events,
          round(one.microseconds),
          Math.round(one.share * 100),
          ratioOf(one),
          round(one.p50),
          round(one.p95),
          round(one.p99),
        ]),
      },
    ],
    goals: [
      {
        name: 'processor time per event against a bare relay',
        target: `≤ ${GOAL_RATIO}`,
        measured: String(ratioOf(ours)),
        met: ratioOf(ours) <= GOAL_RATIO,
      },
      {
        name: 'delay p99 above that of the relay',
        target: `≤ ${GOAL_DELAY} ms`,
        measured: `${round(ours.p99 - relay.p99)} ms`,
        met: ours.p99 - relay.p99 <= GOAL_DELAY,
      },
    ],
  }
}

async function measure({ name, checkout }: Subject, streams: number): Promise<Measured> {
  const upstream = await start('upstream.ts', [])
  const subject = await (checkout === undefined
    ? start('relay.ts', [String(upstream.port)])
    : start('serve.ts', [String(upstream.port), checkout]))
  try {
    const delays: number[] = []
    let isOpen = false
    const onText = (text: string): void => {
      const now = performance.timeOrigin + performance.now()
      if (isOpen) for (const [, at] of text.matchAll(/@([\d.]+) /g)) delays.push(now - Number(at))
    }
    const readers: Reader[] = []
    for (let at = 0; at < streams; at += 1) readers.push(await read(subject, checkout !== undefined, onText))
    upstream.child.send('go')
    await sleep(WARM_UP_MILLISECONDS)
    const before = await usage(subject.child)
    isOpen = true
    await sleep(SECONDS * 1000)
    isOpen = false
    const after = await usage(subject.child)
    upstream.child.send('end')
    await Promise.all(readers.map(({ ended }) => ended))
    const sorted = delays.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
    const microseconds = after.processor - before.processor
    return {
      name,
      events: sorted.length,
      microseconds: microseconds / sorted.length,
      share: microseconds / ((after.at - before.at) * 1000),
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
    }
  } finally {
    for (const { child } of [subject, upstream]) child.kill()
    await Promise.all([subject, upstream].map(({ exited }) => exited))
  }
}

function start(file: string, args: readonly string[]): Promise<Started> {
  return startProcess(resolve(import.meta.dirname, file), args)
}

interface Reader {
  readonly ended: Promise<unknown>
}

/** Asks, and resolves once the stream is open. */
async function read(
  { port, key }: Started,
  isVarve: boolean,
  onText: (text: string) => void,
): Promise<Reader> {
  if (!isVarve) return follow(port, '/', key, onText)
  const call = async (path: string, body: unknown): Promise<{ id: string; answerId: string }> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/workspaces/first${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as { id: string; answerId: string }
  }
  const { id } = await call('/chats', {})
  const { answerId } = await call(`/chats/${id}/turns`, { text: 'Tell me more.', attach: [], modelId: MODEL })
  return follow(port, `/api/workspaces/first/answers/${answerId}/events`, key, onText)
}

async function follow(
  port: number,
  path: string,
  key: string,
  onText: (text: string) => void,
): Promise<Reader> {
  const asked = request({ port, host: '127.0.0.1', path, headers: { authorization: `Bearer ${key}` } }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.setEncoding('utf8').on('data', onText)
  return { ended: once(response, 'end') }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
