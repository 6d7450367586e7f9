import { type App, openForAsking } from '@varve/app'
import { turnNamed } from '../chats/turns-of.ts'
import { CliError } from '../cli-error.ts'
import { appSurroundings } from '../database/app-surroundings.ts'
import { plainText } from '../plain-text.ts'
import { countOf, showMoney } from '../show-number.ts'
import { explainRefusal, isAppError } from './explain-refusal.ts'
import type { AskContext } from './ask-context.ts'

export interface CompareOptions {
  readonly workspace?: string
  readonly turn?: string
  readonly model?: string
  readonly json?: boolean
  readonly data?: string
  readonly database?: string
}

/** `varve chats compare`: has a model say where the answers to a question agree and differ. */
export async function compareCommand(
  chat: string,
  options: CompareOptions,
  context: AskContext,
): Promise<void> {
  const { cwd, report, output } = context
  const { workspace: wanted } = options
  const opening = { ...appSurroundings(options, context), workspace: wanted, isKnown: true, cwd, report }
  const { app, workspace } = await openForAsking(opening)
  try {
    const { comparison } = await compare(app, { chat, workspaceId: workspace.id }, options, context)
    if (!comparison) throw new CliError('answer-failed', 'There is no comparison.')
    await output.write(`${options.json ? JSON.stringify(comparison) : shown(comparison.text, context)}\n`)
  } catch (error) {
    throw isAppError(error) ? await explainRefusal(app, error) : error
  } finally {
    await app.close()
  }
}

async function compare(
  app: App,
  { chat, workspaceId }: { readonly chat: string; readonly workspaceId: string },
  { turn, model: modelId, json }: CompareOptions,
  { report }: AskContext,
): ReturnType<App['compareAnswers']> {
  const place = { workspaceId, chatId: await app.findChat({ workspaceId, wanted: chat }) }
  const { id: turnId } = await turnNamed(app, place, turn)
  const { modelName, inputTokens, contextTokens, costUSD } = await app.forecastComparison({
    ...place,
    turnId,
    modelId,
  })
  if (!json)
    report(
      plainText(
        `${modelName} reads ${countOf(inputTokens, 'token')}${contextTokens === 0 ? '' : ` (${countOf(contextTokens, 'token')} of them attached)`}, for about ${showMoney(costUSD)}.`,
      ),
    )
  return app.compareAnswers({ ...place, turnId, modelId })
}

/** What a model writes must not speak to the terminal; a file gets it as it is. */
function shown(text: string, { isScreen }: AskContext): string {
  return isScreen ? text.split('\n').map(plainText).join('\n') : text
}
