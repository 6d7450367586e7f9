import type { TracedCallView } from '@varve/server/types'
import { formatBrief } from '../text/format-time.ts'

export type TracePart = 'prepare' | 'wait' | 'stream'

/** One call on the time axis that all calls of an answer share; in milliseconds from where that begins. */
export interface TraceBar {
  readonly start: number
  readonly parts: readonly { readonly kind: TracePart; readonly milliseconds: number }[]
  /** How long tools ran between the call before and this one; 0 for the first. */
  readonly toolsMilliseconds: number
}

export interface TraceAxis {
  readonly milliseconds: number
  /** By number of the call; a call whose times are not known has none. */
  readonly bars: ReadonlyMap<number, TraceBar>
}

/** The calls of an answer on one axis: what was done before each, the wait for its first word, and its words. */
export function traceAxis(calls: readonly TracedCallView[]): TraceAxis {
  const timed = calls.flatMap((call) => {
    const { at, milliseconds } = call
    if (at === undefined || milliseconds === undefined) return []
    const prepared = sum(call.phases.map((phase) => phase.milliseconds))
    const asked = Date.parse(at)
    return [{ call, begin: asked - prepared, prepared, end: asked + milliseconds, milliseconds }]
  })
  const zero = Math.min(...timed.map(({ begin }) => begin))
  const end = Math.max(...timed.map((one) => one.end))
  const bars = timed.map(({ call, begin, prepared, milliseconds }, index): [number, TraceBar] => {
    const before = timed[index - 1]
    const wait = Math.min(call.firstMilliseconds ?? milliseconds, milliseconds)
    const parts = [
      { kind: 'prepare', milliseconds: prepared },
      { kind: 'wait', milliseconds: wait },
      { kind: 'stream', milliseconds: milliseconds - wait },
    ] as const
    return [
      call.number,
      { start: begin - zero, parts, toolsMilliseconds: before ? Math.max(0, begin - before.end) : 0 },
    ]
  })
  return { milliseconds: timed.length === 0 ? 0 : end - zero, bars: new Map(bars) }
}

const WORDS: Readonly<Record<TracePart, string>> = {
  prepare: 'made ready',
  wait: 'waited',
  stream: 'received',
}

export function tracePartName(kind: TracePart): string {
  return WORDS[kind]
}

/** What a bar shows, as a sentence. */
export function describeTraceBar(number: number, { start, parts }: TraceBar): string {
  const times = parts
    .filter(({ milliseconds }) => milliseconds > 0)
    .map(({ kind, milliseconds }) => `${formatBrief(milliseconds)} ${WORDS[kind]}`)
  return `Call ${number}, from ${formatBrief(start)} on: ${times.join(', ')}`
}

const PHASES: Readonly<Record<TracedCallView['phases'][number]['phase'], string>> = {
  hydrate: 'reading what is attached',
  load: 'loading the chat, guard included',
  plan: 'planning',
  wire: 'writing the request',
  commit: 'saving it',
}

/** What was done before a call went out: "planning 3 ms". */
export function phaseFacts({ phases }: TracedCallView): readonly string[] {
  const long = phases.filter(({ milliseconds }) => milliseconds >= 0.05)
  return long.map(({ phase, milliseconds }) => `${PHASES[phase]} ${formatBrief(milliseconds)}`)
}

const STATUSES: Readonly<Record<TracedCallView['status'], string>> = {
  streaming: 'running',
  complete: 'complete',
  stopped: 'stopped',
  interrupted: 'interrupted',
  failed: 'failed',
  unknown: 'not recorded',
}

export function callStatus({ status }: TracedCallView): string {
  return STATUSES[status]
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
