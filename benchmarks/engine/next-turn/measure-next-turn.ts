import type { Section } from '../../report.ts'
import { round } from '../../statistics.ts'
import { type Case, type Figures, measureCase } from './measure-case.ts'

const WINDOW_TOKENS = 200_000
const MESSAGES = [100, 1000, 10_000] as const
const GROWTH_GOAL = 1.5
const SINGLE_DIGIT_MILLISECONDS = 10

/** The time of the next turn by the length of the conversation. [C-1] [C-2] */
export function measureNextTurn(): Section {
  const unlimited = MESSAGES.map((messages) => measureCase(caseOf(messages, Number.POSITIVE_INFINITY)))
  const limited = MESSAGES.map((messages) => measureCase(caseOf(messages, WINDOW_TOKENS)))
  const all = [...unlimited, ...limited]
  const longest = limited.at(-1)?.stepMilliseconds ?? Number.POSITIVE_INFINITY
  return {
    title: 'Next turn: time of step()',
    notes: [
      '1,000 notes of 10 KB (10 MB of text) in every conversation; only the number of messages differs.',
      'The next turn attaches one new note of 10 KB and three that the request holds already; each repetition brings another note. Memo warm, median.',
      '"step" starts from one state again and again, as branches do: each copies the last group of the lists that it appends to. "in a row" goes on from turn to turn, as a conversation does.',
      '"hash" is hashText of the new note once, "count" the tokenizer over it once: what nothing can save.',
      'Without a limit every turn was planned; under the window only the last four were, the ones before only fold into the state.',
      'Compare columns of one run; milliseconds depend on the machine and on what else it does.',
    ],
    tables: [timeTable(all), rareTable(all)],
    goals: [
      growthGoal('unlimited budget, from one state', unlimited, 'stepMilliseconds'),
      growthGoal('unlimited budget, in a row', unlimited, 'rowMilliseconds'),
      growthGoal('200,000-token window, from one state', limited, 'stepMilliseconds'),
      growthGoal('200,000-token window, in a row', limited, 'rowMilliseconds'),
      {
        name: 'next turn of 10,000 messages in a 200,000-token window',
        target: 'single-digit milliseconds',
        measured: `${round(longest, 2)} ms`,
        met: longest < SINGLE_DIGIT_MILLISECONDS,
      },
    ],
  }
}

function caseOf(messages: number, window: number): Case {
  return { turns: messages / 2, window }
}

function windowName(window: number): string {
  return Number.isFinite(window) ? window.toLocaleString('en-US') : 'unlimited'
}

function timeTable(all: readonly Figures[]): Section['tables'][number] {
  return {
    title: 'A turn that appends',
    columns: [
      'window',
      'messages',
      'request tokens',
      'step ms',
      'in a row ms',
      'hash ms',
      'count ms',
      'step/hash',
      'step/(hash+count)',
      'over 100 messages',
      'state MB',
      'memo MB',
    ],
    rows: all.map((figures) => [
      windowName(figures.window),
      figures.turns * 2,
      figures.requestTokens,
      round(figures.stepMilliseconds, 3),
      round(figures.rowMilliseconds, 3),
      round(figures.hashMilliseconds, 3),
      round(figures.countMilliseconds, 3),
      round(figures.stepMilliseconds / figures.hashMilliseconds, 1),
      round(figures.stepMilliseconds / (figures.hashMilliseconds + figures.countMilliseconds), 2),
      round(figures.stepMilliseconds / shortest(all, figures).stepMilliseconds, 2),
      round(figures.stateMegabytes, 1),
      round(figures.memoMegabytes, 1),
    ]),
  }
}

function rareTable(all: readonly Figures[]): Section['tables'][number] {
  return {
    title: 'What happens now and then: a turn that re-bases, and storing the whole state',
    columns: [
      'window',
      'messages',
      're-based because',
      're-base ms',
      're-base/append',
      'serialize ms',
      'serialize/append',
      'stored MB',
    ],
    rows: all.map((figures) => [
      windowName(figures.window),
      figures.turns * 2,
      figures.rebaseReason,
      round(figures.rebaseMilliseconds, 1),
      round(figures.rebaseMilliseconds / figures.stepMilliseconds, 0),
      round(figures.serializeMilliseconds, 1),
      round(figures.serializeMilliseconds / figures.stepMilliseconds, 0),
      round(figures.storedMegabytes, 1),
    ]),
  }
}

function shortest(all: readonly Figures[], { window }: Figures): Figures {
  const first = all.find((figures) => figures.window === window)
  if (!first) throw new Error(`No figures for a window of ${window}.`)
  return first
}

function growthGoal(
  name: string,
  cases: readonly Figures[],
  field: 'stepMilliseconds' | 'rowMilliseconds',
): Section['goals'][number] {
  const [first, last] = [cases[0], cases.at(-1)]
  const growth = first && last ? last[field] / first[field] : Number.POSITIVE_INFINITY
  return {
    name: `10,000 over 100 messages, ${name}`,
    target: `at most ${GROWTH_GOAL}`,
    measured: `${round(growth, 2)} (time grows with messages to the power ${round(Math.log10(growth) / 2, 2)})`,
    met: growth <= GROWTH_GOAL,
  }
}
