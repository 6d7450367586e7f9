import { DEFAULT_CATALOGUE } from '@varve/providers'
import type { Section } from '../../report.ts'
import { round, sum } from '../../statistics.ts'
import { calibrateSession } from './calibrate-session.ts'
import { compareBill } from './compare-bill.ts'
import { judgeCalls, type JudgedCall } from './judge-calls.ts'
import { predictSent } from './predict-sent.ts'
import { readSession, SESSION_NAME } from './read-session.ts'
import { sentCalls } from './sent-calls.ts'
import { differencesTable, fatesTable, totalsTable } from './tabulate-session.ts'

const TITLE = 'The outside world: a real session beside what its provider billed'
const MODEL = 'anthropic/claude-sonnet-4-5'
const TOLERANCE = 0.1

/** The predictor and `auto` on the calls of a real session, beside the provider's own counts. */
export async function measureSession(): Promise<Section> {
  const session = readSession()
  const model = DEFAULT_CATALOGUE.find(({ id }) => id === MODEL)
  if (!model) throw new Error(`The catalogue has no ${MODEL}.`)
  if (!session)
    return { title: TITLE, notes: [`Skipped: ${SESSION_NAME} is not there.`], tables: [], goals: [] }
  const calls = sentCalls(session.messages)
  const { factor, frontTokens, tokenizer } = calibrateSession(calls, model)
  const steady = judgeCalls(calls, predictSent(calls, { model, tokenizer, renews: () => false }))
  const missed = steady.filter(({ fate }) => fate === 'missed inside the lifetime')
  const numbers = new Set(missed.map(({ call }) => call.number))
  const renews = ({ number }: { readonly number: number }): boolean => numbers.has(number)
  const renewed = judgeCalls(calls, predictSent(calls, { model, tokenizer, renews }))
  const bill = await compareBill({ session, judged: steady, tokenizer })
  const silent = calls.filter(({ isSilent }) => isSilent).length
  const foreign = steady.filter(({ fate }) => fate === 'other messages than the file says').length
  const firsts = missed.filter(({ call }) => call.isFirst).length
  return {
    title: TITLE,
    notes: [
      `${SESSION_NAME}: 453 calls in the file; one went to another provider and was broken off, ${silent} more were broken off before the provider reported anything. ${steady.length} are compared. The silent ones are still played: they fill the cache.`,
      `Messages as sent, in the order of the file, at the time of each call; calls without a result left out. Marks as that client sets them: end of the system prompt, end of the newest message.`,
      `Not in the file: system prompt and tool schemas. One constant from the first call stands for both: ${frontTokens} tokens. Not exact: the tokenizer. One factor for all messages, from the reported totals of the same calls: ${factor.toFixed(3)} × the estimate. So the sum of the prompts agrees nearly by construction; hits, misses and differences per call do not.`,
      `${missed.length} calls found nothing although the call before was less than 5 minutes ago. All of the prompt missed, the marked front included: either the front itself was another, or the provider had dropped it early. ${firsts} of the ${missed.length} are the first after a message of the user, never inside a turn. Most likely the client was started again (its user was building it) with the time in its system prompt. The file cannot prove it, and no predictor could know it. The last row of totals takes those ${missed.length} misses from the report and so tests only the rest.`,
      `${foreign} calls are shorter than an earlier one though nothing was compacted, one even begins before the call that it follows: it looks as if a second client wrote to the same file, so the messages before them are not what they sent.`,
      foreseenNote(steady),
      agreementNote(renewed),
      ...bill.notes,
    ],
    tables: [totalsTable(steady, renewed), fatesTable(steady), differencesTable(renewed), ...bill.tables],
    goals: [],
  }
}

/** How often the warning that a forecast was off by a tenth of the prompt would be raised. */
function agreementNote(renewed: readonly JudgedCall[]): string {
  const own = renewed.filter(({ fate }) => fate !== 'other messages than the file says')
  const differences = own.map(({ predicted, reported }) => Math.abs(predicted.cached - reported.cached))
  const off = own.filter(({ reported }, index) => (differences[index] ?? 0) > TOLERANCE * reported.input)
  const error = sum(differences) / sum(own.map(({ reported }) => reported.input))
  return `With the fronts as reported, the predicted cache read of ${off.length} of ${own.length} calls is off by more than 10 % of the prompt; on average by ${round(100 * error, 2)} %, which is the tokenizer.`
}

/** Hits and misses alone: nothing was fitted to these. */
function foreseenNote(steady: readonly JudgedCall[]): string {
  const own = steady.filter(({ fate }) => fate !== 'other messages than the file says')
  const foreseen = own.filter(({ predicted, reported }) => predicted.cached > 0 === reported.cached > 0)
  return `Hit or miss was foreseen in ${foreseen.length} of ${own.length} calls, every pause past the lifetime among them; no call hit that was predicted to miss.`
}
