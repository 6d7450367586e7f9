import type { Goal, Section, Table } from '../report.ts'
import { sum } from '../statistics.ts'
import { type Choose, newestFirst, plainBM25 } from './choose-utterances.ts'
import { askQuestion, type HistoryForm, modelWith, type Played, playHistory } from './play-history.ts'
import { LOCOMO_NAME, type LongConversation, type Question, readLocomo } from './read-locomo.ts'

const TITLE = 'Old turns in the prompt: evidence that a question needs'
const SIZES = [1000, 2000, 4000, 8000] as const
const UNLIMITED = Number.POSITIVE_INFINITY
/** Percent of the evidence, by tokens. */
const GOALS = { 1000: 80, 2000: 87, 4000: 91 } as const
const TUNED =
  'The weights of recall (what stands beside a hit, endings, silent words) were chosen while looking at these same questions; plain BM25 has nothing that was chosen.'

/** Share of evidence by size, and the mean size of what was sent. */
interface Row {
  readonly name: string
  readonly shares: readonly number[]
  readonly tokens: readonly number[]
}

/** What is left of a long history when it must shrink, by form. [L4-2] [L4-5] */
export function measureHistory(folder?: string): Section {
  const conversations = readLocomo(folder)
  if (!conversations)
    return {
      title: TITLE,
      notes: [`Skipped: the conversations with questions are not in ${folder ?? LOCOMO_NAME}.`],
      tables: [],
      goals: [],
    }
  const questions = sum(conversations.map((one) => one.questions.length))
  const lived = (history: HistoryForm): readonly (readonly Played[])[] =>
    SIZES.map((size) => conversations.map((one) => playHistory(one, modelWith(size, history))))
  const played = { fold: lived('fold'), recall: lived('recall') }
  const whole = conversations.map((one) => playHistory(one, modelWith(UNLIMITED, 'fold')))
  const fresh = SIZES.map(() => whole.map(withoutEpochs))
  const rows = [
    chosenRow('newest first', conversations, newestFirst),
    plannedRow('strip, right after it', conversations, 'fold', fresh),
    plannedRow('strip, as the chat came there', conversations, 'fold', played.fold),
    plannedRow('strip with recall, right after it', conversations, 'recall', fresh),
    plannedRow('strip with recall, as the chat came there', conversations, 'recall', played.recall),
    chosenRow('plain BM25 over turns', conversations, (one) => plainBM25(one, 'unicode61')),
    chosenRow('plain BM25 over turns, stemmed', conversations, (one) => plainBM25(one, 'porter unicode61')),
  ]
  return {
    title: TITLE,
    notes: [
      `${questions} questions about ${conversations.length} conversations of ${conversations.map(({ utterances }) => utterances.length).join(' and ')} utterances; two utterances are a turn of the engine. Share: of the utterances that a question is answered from, those that stand whole in the prompt; the mean over questions.`,
      'The size is that of history and question together; the system text comes on top. Newest first and plain BM25 fill it to the last token with bare utterances; a strip spends up to 300 of it on a summary (excerpts, which do not count as evidence here), keeps two turns, and leaves room for the next turns.',
      ...(folder === undefined ? [TUNED] : []),
      'Right after it: the whole conversation at once to a model with that much room. As the chat came there: it was held with that model from the first turn, so that the turns since the last strip stand as they were sent, and what they recalled with them.',
    ],
    tables: [evidenceTable(rows), sizeTable(rows), courseTable(played)],
    goals: recallGoals(rows[3]),
  }
}

/** Of a conversation that is given to a model at once. */
function recallGoals(row: Row | undefined): readonly Goal[] {
  return Object.entries(GOALS).map(([size, goal]) => {
    const share = row?.shares[SIZES.findIndex((one) => one === Number(size))] ?? 0
    return {
      name: `evidence recalled at ${size} tokens`,
      target: `at least ${goal} %`,
      measured: `${(share * 100).toFixed(1)} %`,
      met: share * 100 >= goal,
    }
  })
}

/** A model that comes to a conversation late: nothing was sent to it yet. */
function withoutEpochs(played: Played): Played {
  return { ...played, state: { ...played.state, epochs: {}, caches: {} } }
}

function plannedRow(
  name: string,
  conversations: readonly LongConversation[],
  history: HistoryForm,
  played: readonly (readonly Played[])[],
): Row {
  const cells = SIZES.map((size, place) =>
    conversations.flatMap((conversation, index) => {
      const before = played[place]?.[index]
      return conversation.questions.map((question) => {
        if (!before) throw new Error('A conversation was not played.')
        const { prompt, tokens } = askQuestion(before, question.text, modelWith(size, history))
        const stands = conversation.utterances.filter(({ text }) => prompt.includes(text))
        return { share: shareOf(question, new Set(stands.map(({ id }) => id))), tokens }
      })
    }),
  )
  return {
    name,
    shares: cells.map((cell) => mean(cell.map(({ share }) => share))),
    tokens: cells.map((cell) => mean(cell.map(({ tokens }) => tokens))),
  }
}

function chosenRow(
  name: string,
  conversations: readonly LongConversation[],
  make: (conversation: LongConversation) => Choose,
): Row {
  const choices = conversations.map((conversation) => ({ conversation, choose: make(conversation) }))
  const shares = SIZES.map((size) =>
    mean(
      choices.flatMap(({ conversation, choose }) =>
        conversation.questions.map((question) => shareOf(question, choose(question.text, size))),
      ),
    ),
  )
  return { name, shares, tokens: [] }
}

function shareOf({ evidence }: Question, shown: ReadonlySet<string>): number {
  return evidence.filter((id) => shown.has(id)).length / evidence.length
}

function mean(values: readonly number[]): number {
  return sum(values) / Math.max(1, values.length)
}

const SIZE_NAMES = SIZES.map((size) => `${size / 1000}k`)

function evidenceTable(rows: readonly Row[]): Table {
  return {
    title: 'Evidence in the prompt, by tokens of history',
    columns: ['history', ...SIZE_NAMES],
    rows: rows.map(({ name, shares }) => [name, ...shares.map((share) => `${(share * 100).toFixed(1)} %`)]),
  }
}

function sizeTable(rows: readonly Row[]): Table {
  return {
    title: 'Tokens of history and question that were really sent, mean',
    columns: ['history', ...SIZE_NAMES],
    rows: rows
      .filter(({ tokens }) => tokens.length > 0)
      .map(({ name, tokens }) => [name, ...tokens.map((size) => Math.round(size))]),
  }
}

/** What a whole conversation at the limit costs: each of its turns is a question too. */
function courseTable(played: Readonly<Record<'fold' | 'recall', readonly (readonly Played[])[]>>): Table {
  const cells = (all: readonly (readonly Played[])[]) =>
    all.map((some) => {
      const plans = some.flatMap(({ plans: own }) => own)
      const rebased = plans.filter(({ epoch, turn }) => epoch.startedTurn === turn && turn > 1).length
      const paid = mean(plans.map(({ predicted }) => predicted.input - predicted.cached))
      return `${((rebased / plans.length) * 100).toFixed(1)} / ${Math.round(paid)}`
    })
  return {
    title:
      'In the course of it: new epochs in 100 turns / uncached tokens of a turn, by the rules of anthropic',
    columns: ['history', ...SIZE_NAMES],
    rows: [
      ['strip', ...cells(played.fold)],
      ['strip with recall', ...cells(played.recall)],
    ],
  }
}
