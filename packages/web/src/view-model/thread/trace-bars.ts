import type { SideCallView, TracedCallView } from '@varve/contract'
import { formatBrief, formatDuration, formatMoney, formatTokens, priceWords } from '../text/format.ts'
import { t } from '../../i18n/t.ts'

export type TracePart = 'prepare' | 'wait' | 'stream'

/** One call on the time axis that all calls of an answer share; in milliseconds from where that begins. */
export interface TraceBar {
  readonly start: number
  readonly parts: readonly { readonly kind: TracePart; readonly milliseconds: number }[]
  /** How long tools ran between the call before and this one; 0 for the first. */
  readonly toolsMilliseconds: number
}

interface TraceAxis {
  readonly milliseconds: number
  /** By number of the call; a call whose times are not known has none. */
  readonly bars: ReadonlyMap<number, TraceBar>
}

/** The calls of an answer on one axis: what was done before each, the wait for its first word, and its words. */
export function traceAxis(calls: readonly TracedCallView[]): TraceAxis {
  const timed = calls.flatMap((call) => {
    const { at, milliseconds } = call
    if (at === undefined || milliseconds === undefined) return []
    const prepared = addUp(call.phases.map((phase) => phase.milliseconds))
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
  prepare: t('prepared'),
  wait: t('waited'),
  stream: t('received'),
}

export function tracePartName(kind: TracePart): string {
  return WORDS[kind]
}

/** What a bar shows, as a sentence. */
export function describeTraceBar(number: number, { start, parts }: TraceBar): string {
  const times = parts
    .filter(({ milliseconds }) => milliseconds > 0)
    .map(({ kind, milliseconds }) => `${formatBrief(milliseconds)} ${WORDS[kind]}`)
  return t('Call {number}, starting at {time}: {times}', {
    number,
    time: formatBrief(start),
    times: times.join(', '),
  })
}

const PHASES: Readonly<Record<TracedCallView['phases'][number]['phase'], string>> = {
  hydrate: t('reading attachments'),
  load: t('loading the chat, guard included'),
  plan: t('planning'),
  wire: t('writing the request'),
  commit: t('saving it'),
}

/** What was done before a call went out: "planning 3 ms". */
export function phaseFacts({ phases }: TracedCallView): readonly string[] {
  const long = phases.filter(({ milliseconds }) => milliseconds >= 0.05)
  return long.map(({ phase, milliseconds }) => `${PHASES[phase]} ${formatBrief(milliseconds)}`)
}

const STATUSES: Readonly<Record<TracedCallView['status'], string>> = {
  streaming: t('running'),
  complete: t('complete'),
  stopped: t('stopped'),
  interrupted: t('interrupted'),
  failed: t('failed'),
  unknown: t('not recorded'),
}

export function callStatus({ status }: TracedCallView): string {
  return STATUSES[status]
}

function addUp(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

type Purpose = SideCallView['purpose']

const NAMES: Readonly<Record<Purpose, string>> = {
  title: t('Title'),
  plan: t('Planning'),
  summary: t('Summary'),
  comparison: t('Comparison'),
}

export function sideCallName(purpose: Purpose): string {
  return NAMES[purpose]
}

/** Model, tokens, cost and time of a call beside the answers. */
export function sideCallFacts(
  { modelName, tokens, costUSD, milliseconds }: SideCallView,
  isUnpriced = false,
): readonly string[] {
  return [
    modelName,
    ...(tokens
      ? [
          t('{tokens} in', { tokens: formatTokens(tokens.input) }),
          t('{tokens} out', { tokens: formatTokens(tokens.output) }),
        ]
      : []),
    ...(tokens ? [priceWords(costUSD, isUnpriced)] : []),
    formatDuration(milliseconds),
  ]
}

const DOINGS = { plan: t('planning'), summary: t('summarizing') } as const

/** What was paid before an answer could begin, by what it was for; nothing where that was free. */
export function sideCallCosts(
  sideCalls: readonly SideCallView[],
): readonly { readonly text: string; readonly title: string }[] {
  return (['plan', 'summary'] as const).flatMap((purpose) => {
    const own = sideCalls.filter((call) => call.purpose === purpose)
    const costUSD = own.reduce((sum, call) => sum + call.costUSD, 0)
    if (costUSD === 0) return []
    const models = [...new Set(own.map(({ modelName }) => modelName))].join(', ')
    const took = formatDuration(own.reduce((sum, { milliseconds }) => sum + milliseconds, 0))
    return [
      {
        text: `+ ${formatMoney(costUSD)} ${DOINGS[purpose]}`,
        title: t(
          'Before the answer, not included in its cost: {calls} {calls|call|calls} of {models}, {took}',
          {
            calls: own.length,
            models,
            took,
          },
        ),
      },
    ]
  })
}
