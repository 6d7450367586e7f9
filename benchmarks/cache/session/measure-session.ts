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
  const firsts = missed.filter(({ call }) => call.isFirst).length
  return {
    title: TITLE,
    notes: [
      `${SESSION_NAME}: 453 calls in the file; one went to another provider and was broken off, ${silent} more were broken off before the provider reported anything. ${steady.length} are compared. The silent ones are still played: they fill the cache.`,
      `Messages as sent, in the order of the file, at the time of each call; calls without a result left out. Marks as that client sets them: end of the system prompt, end of the newest message.`,
      `Not in the file: system prompt and tool schemas. One constant from the first call stands for both: ${frontTokens} tokens. Not exact: the tokenizer. One factor for all messages, from the reported totals: ${factor.toFixed(3)} × the estimate.`,
      `${missed.length} calls found nothing although the call before was less than 5 minutes ago. All of the prompt missed, the marked front included, so the front itself was another; ${firsts} of the ${missed.length} are the first after a message of the user, never inside a turn. Most likely the client was started again each time (its user was building it) with the time in its system prompt; the file cannot prove it, and no predictor could know; the second row of totals lets the front change at those calls and checks all the rest.`,
      `Four calls are shorter than the one before, or stand earlier in time: a second client wrote to the same file, so the messages before them are not what they sent.`,
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
  return `With the fronts as reported, the predicted cache read of ${off.length} of ${own.length} calls is off by more than 10 % of the prompt; on average by ${round(100 * error, 2)} %, which is the tokenizer: hits and misses are the same in every call.`
}
