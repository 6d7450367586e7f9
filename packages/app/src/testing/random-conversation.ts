import * as fc from 'fast-check'
import type { App } from '../create-app.ts'
import type { SentMessage } from '../turn/commit.ts'
import { collect, WORKSPACE } from './temporary-app.ts'

export const GPT = 'openai/gpt-5.6'
const CLAUDE = 'anthropic/claude-sonnet-4-5'
const GEMINI = 'google/gemini-2.5-pro'
export const MODELS: readonly string[] = [GPT, CLAUDE, GEMINI]

/** One thing that a user does. Numbers name a turn or an answer of those on show, whatever there is. */
export type Move =
  | {
      readonly kind: 'ask'
      readonly text: string
      readonly attach: readonly string[]
      readonly models: readonly string[]
    }
  | {
      readonly kind: 'edit'
      readonly turn: number
      readonly text: string
      readonly models: readonly string[]
    }
  | { readonly kind: 'again'; readonly turn: number; readonly models: readonly string[] | undefined }
  | { readonly kind: 'choose'; readonly turn: number; readonly answer: number }
  | { readonly kind: 'show'; readonly turn: number; readonly sibling: number }
  | { readonly kind: 'forget'; readonly key: number }
  | { readonly kind: 'change'; readonly path: string; readonly content: string }

const models = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...MODELS).map((model) => [model]) },
  { weight: 1, arbitrary: fc.constant([GPT, CLAUDE]) },
  { weight: 1, arbitrary: fc.constant([GEMINI, GPT]) },
)
const text = fc.constantFrom('When is the launch?', 'Which pier?', 'And then?', 'Why — “really”? 🌊')
const place = fc.nat(20)

const PATHS: readonly string[] = ['plan.md', 'tides.md']

const ask = fc.record({
  kind: fc.constant('ask' as const),
  text,
  attach: fc.subarray([...PATHS]),
  models,
})

/** A conversation always begins with a question. */
export const conversation: fc.Arbitrary<readonly Move[]> = fc
  .tuple(
    ask,
    fc.array(
      fc.oneof<fc.WeightedArbitrary<Move>[]>(
        { weight: 4, arbitrary: ask },
        {
          weight: 2,
          arbitrary: fc.record({ kind: fc.constant('edit' as const), turn: place, text, models }),
        },
        {
          weight: 2,
          arbitrary: fc.record({
            kind: fc.constant('again' as const),
            turn: place,
            models: fc.option(models, { nil: undefined }),
          }),
        },
        {
          weight: 1,
          arbitrary: fc.record({ kind: fc.constant('choose' as const), turn: place, answer: place }),
        },
        {
          weight: 1,
          arbitrary: fc.record({ kind: fc.constant('show' as const), turn: place, sibling: place }),
        },
        { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const), key: place }) },
        {
          weight: 1,
          arbitrary: fc.record({
            kind: fc.constant('change' as const),
            path: fc.constantFrom(...PATHS),
            content: fc.constantFrom('# Plan\n\nThe launch is on 15 January.\n', 'Nothing is left.\n'),
          }),
        },
      ),
      { minLength: 2, maxLength: 6 },
    ),
  )
  .map(([first, rest]) => [first, ...rest])

export interface Stage {
  readonly app: App
  readonly chatId: string
  readonly write: (path: string, content: string) => void
}

/** Does it, and waits until every answer has ended. What cannot be done here is left out. */
export async function perform({ app, chatId, write }: Stage, move: Move): Promise<void> {
  const here = { workspaceId: WORKSPACE, chatId }
  const { turns, kept } = await app.openChat(here)
  const turn = 'turn' in move ? turns[move.turn % Math.max(1, turns.length)] : undefined
  const turnId = turn?.id ?? ''
  switch (move.kind) {
    case 'ask':
      return ended(
        app,
        app.sendMessage({ ...here, text: move.text, attach: move.attach, modelIds: move.models }),
      )
    case 'edit':
      return ended(app, app.editMessage({ ...here, turnId, text: move.text, modelIds: move.models }))
    case 'again':
      return ended(app, app.regenerateAnswer({ ...here, turnId, modelIds: move.models }))
    case 'choose': {
      const answers = turn?.answers ?? []
      await app.chooseAnswer({ ...here, answerId: answers[move.answer % answers.length]?.id ?? '' })
      return
    }
    case 'show': {
      const siblings = turn?.siblings ?? []
      await app.showBranch({ ...here, turnId: siblings[move.sibling % siblings.length] ?? turnId })
      return
    }
    case 'forget': {
      const key = kept[move.key % Math.max(1, kept.length)]?.key
      if (key !== undefined) await app.forgetArtifact({ ...here, key })
      return
    }
    case 'change':
      write(move.path, move.content)
      return
    default:
      move satisfies never
  }
}

async function ended(app: App, sending: Promise<SentMessage>): Promise<void> {
  const { answerIds } = await sending
  await Promise.all(answerIds.map((answerId) => collect(app, answerId)))
}
