import type { AskAgainKind } from '@varve/app'
import type { WorkingApp } from '../connect.ts'
import type { Call } from '../call.ts'
import { collect, type Group, onOwnDatabase, type Verb } from '../command.ts'
import { CliError, isAppError } from '../errors.ts'
import { countOf, plainLines, plainText, showMoney } from '../text.ts'
import { readMessage, withAsking } from '../ask/ask.ts'
import { explainRefusal } from '../ask/explain-refusal.ts'
import { type AskingOptions, decisionOf, openToAsk, runAsking } from '../ask/run-asking.ts'
import { turnNamed } from './with-chats.ts'

/** `varve chats regenerate|edit|continue|compare`: the commands that have a turn of a chat answered again. */
export function addAskAgainCommands(chats: Group): void {
  withAsking(
    ofTurn(
      chats.command('regenerate', 'answer a question again, with the same context; earlier answers stay'),
    ),
  )
    .option('-m, --model <id>', 'the model; repeatable (default: the one that answered)', {
      parse: collect,
    })
    .help('\nExample:\n  varve chats regenerate 01J… --model anthropic/claude-sonnet-4-5')
    .run((call, options, chat) => askAgain({ kind: 'regenerate', chat }, options, call))
  withAsking(
    ofTurn(
      chats.command(
        'edit',
        'rephrase a question, or send it again with the notes as they are now; the old one stays as a branch',
      ),
    ),
  )
    .argument('[words...]', 'the new message (default: the same); - reads a pipe')
    .option('-a, --attach <name>', 'instead of its attachments; repeatable', { parse: collect })
    .option('-m, --model <id>', 'the model; repeatable (default: the one that answered)', {
      parse: collect,
    })
    .option('--allow-extracts', 'shorten long texts to exact excerpts if the message doesn’t fit')
    .option('--drop-optional', 'leave out attachments marked ? if the message doesn’t fit')
    .help('\nExample:\n  varve chats edit 01J… --turn 2 "And who is told first, and how?"')
    .run((call, options, chat, words) => askAgain({ kind: 'edit', chat, words }, options, call))
  withAsking(ofTurn(chats.command('continue', 'continue an answer that was cut off')))
    .help('\nExample:\n  varve chats continue 01J…')
    .run((call, options, chat) => askAgain({ kind: 'continue', chat }, options, call))
  addCompareCommand(chats)
}

function ofTurn<Options extends object>(verb: Verb<Options>) {
  return verb
    .argument('<id>', 'the id of the chat, or the start of it')
    .option(
      '-w, --workspace <folder>',
      'a workspace: folder, name or id (default: the current one, or the last one used)',
    )
    .option('--turn <turn>', 'its number in the current branch, or its id (default: the last one)')
}

interface Again {
  readonly kind: AskAgainKind
  readonly chat: string
  /** Other words for the question; none for the same ones. */
  readonly words?: readonly string[]
}

function askAgain(
  { kind, chat: chatId, words = [] }: Again,
  options: AskingOptions & { readonly turn?: string },
  call: Call,
): Promise<void> {
  const { turn, attach, model: modelIds, allowExtracts, dropOptional, unrecorded } = options
  return runAsking({ ...options, isKnown: true }, call, async () => {
    if (words.length === 0 && attach?.includes('-'))
      throw new CliError('usage', 'Give the words of the message that the pipe is attached to.')
    const same = { attach, modelIds, allowExtracts, dropOptional, unrecorded, ...decisionOf(options) }
    const said = words.length === 0 ? same : await readMessage(words, options, call)
    // A question keeps its attachments unless others are named.
    const again = { ...said, attach: attach && said.attach }
    const place = turn !== undefined && /^\d{1,9}$/.test(turn) ? Number(turn) : turn
    return (app, where) => app.askAgain({ ...again, ...where, kind, chatId, turn: place })
  })
}

function addCompareCommand(chats: Group): void {
  onOwnDatabase(
    ofTurn(
      chats.command(
        'compare',
        'have a model compare the answers to a question: where they agree and differ, and which is best',
      ),
    )
      .option('-m, --model <id>', 'the model that compares (default: the first one that answered)')
      .option('--json', 'as JSON, with what it cost'),
  )
    .help('\nIt appears beside the turn and never enters the conversation.')
    .run(async (call, options, chat) => {
      const opened = await openToAsk({ ...options, isKnown: true }, call)
      const { app, workspace } = opened
      try {
        const { comparison } = await compare(app, { chat, workspaceId: workspace.id }, options, call)
        if (!comparison) throw new CliError('answer-failed', 'There is no comparison.')
        // What a model writes must not speak to the terminal; a file gets it as it is.
        return { json: comparison, words: call.isScreen ? plainLines(comparison.text) : comparison.text }
      } catch (error) {
        throw isAppError(error) ? await explainRefusal(app, error) : error
      } finally {
        await opened.close()
      }
    })
}

async function compare(
  app: WorkingApp,
  { chat, workspaceId }: { readonly chat: string; readonly workspaceId: string },
  {
    turn,
    model: modelId,
    json,
  }: { readonly turn?: string; readonly model?: string; readonly json?: boolean },
  { report }: Call,
): ReturnType<WorkingApp['compareAnswers']> {
  const place = { workspaceId, chatId: await app.findChat({ workspaceId, wanted: chat }) }
  const { id: turnId } = await turnNamed(app, place, turn)
  const { modelName, inputTokens, contextTokens, costUSD } = await app.forecastComparison({
    ...place,
    turnId,
    modelId,
  })
  const attached = contextTokens === 0 ? '' : ` (${countOf(contextTokens, 'token')} of them attached)`
  if (!json)
    report(
      plainText(
        `${modelName} reads ${countOf(inputTokens, 'token')}${attached}, for about ${showMoney(costUSD)}.`,
      ),
    )
  return app.compareAnswers({ ...place, turnId, modelId })
}
