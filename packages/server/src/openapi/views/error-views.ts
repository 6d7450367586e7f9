import { z } from 'zod'
import type {
  ErrorView,
  GuardFindingView,
  GuardQuestionView,
  GuardReadingView,
  OverBudgetView,
} from '../../api-types.ts'
import { ERROR_STATUS } from '../../error-status.ts'
import { counts, inWords, viewOf } from './view-of.ts'

const overBudget = viewOf<OverBudgetView>()(
  z.object({
    needed: z.number().describe('Tokens of the request.'),
    budget: z.number().describe('Tokens that the model has room for, its answer left out.'),
    largest: z.array(z.object({ key: z.string(), tokens: z.number() })).describe('Largest first.'),
    actions: z
      .array(z.string())
      .describe(
        'Ways out: any of forget, larger-window, new-chat-with-summary, allow-extracts, drop-optional.',
      ),
  }),
)

const guardFinding = viewOf<GuardFindingView>()(
  z.object({
    type: z.string().describe('Such as EMAIL or CREDIT_CARD.'),
    severity: z.enum(['critical', 'high', 'moderate', 'low']),
    masked: z.array(z.string()).describe('The values, each masked.'),
    count: z.number(),
    place: z.string().describe('message, memory, instructions, history, or the path of a note.'),
    advice: z.string(),
    rule: z.string().exactOptional().describe('The rule of your own that found it.'),
  }),
)

const guardQuestion = viewOf<GuardQuestionView>()(
  z.object({
    findings: z.array(guardFinding),
    values: counts.describe('How many different values of each type those are.'),
    lighter: z.object({ redacted: counts, sent: counts }).describe('Values that are too light to ask about.'),
    unscanned: z.array(z.string()).describe('What would be sent and is not scanned, in words.'),
    reading: inWords<GuardReadingView>('What a model would read, were it all redacted.').exactOptional(),
  }),
)

const codes = Object.keys(ERROR_STATUS).toSorted().join(', ')

const error = viewOf<ErrorView>()(
  z.object({
    error: z.object({
      code: z.string().describe(`For programs, one of: ${codes}.`),
      message: z.string().describe('For people: what is wrong, and what to do where that can be said.'),
      details: overBudget.exactOptional().describe('With the code does-not-fit.'),
      guard: guardQuestion.exactOptional().describe('With the code guard-findings.'),
    }),
  }),
)

/** How the API refuses. */
export const ERROR_VIEWS = {
  Error: error,
  OverBudget: overBudget,
  GuardFinding: guardFinding,
  GuardQuestion: guardQuestion,
}
