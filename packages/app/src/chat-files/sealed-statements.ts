import { hashText } from '@varve/engine'
import { type Statement, StoreError } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { sealExchange } from '../aside/sealed-exchange.ts'
import { redactionStatements } from '../guard/load-redaction.ts'
import type { Redaction } from '../guard/redaction.ts'
import type { ChatTurnRows } from './chat-rows.ts'

export interface ChatToSeal {
  readonly workspaceId: string
  readonly chatId: string
  /** What stood behind placeholders, by turns. */
  readonly redactions?: ReadonlyMap<string, Redaction> | undefined
}

/** What storage keeps sealed of turns that come from a file: values behind placeholders, and what judges said. */
export async function sealedStatements(
  context: AppContext,
  chat: ChatToSeal,
  turns: readonly ChatTurnRows[],
): Promise<readonly Statement[]> {
  const { workspaceId, chatId, redactions } = chat
  const statements: Statement[] = []
  try {
    for (const turn of turns) {
      const { turnId } = turn
      const redaction = redactions?.get(turnId)
      if (redaction)
        statements.push(...(await redactionStatements(context, { workspaceId, chatId, turnId }, redaction)))
      statements.push(...(await comparisonStatements(context, chat, turn)))
    }
    return statements
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    // The chat is worth more than the values, which stand in its texts anyway.
    context.report(`What chat ${chatId} keeps sealed cannot be sealed and is left out: ${error.message}`)
    return []
  }
}

/** What was asked of the judge is not in a file. */
const UNKNOWN_REQUEST = ''

async function comparisonStatements(
  context: AppContext,
  { workspaceId, chatId: conversationId }: ChatToSeal,
  { turnId, decisions: { comparison } }: ChatTurnRows,
): Promise<readonly Statement[]> {
  if (!comparison) return []
  const { text: answer, model: modelId, name: modelName, at, costUSD } = comparison
  const id = context.newId()
  const sealed = await sealExchange(context, { workspaceId, id }, { request: UNKNOWN_REQUEST, answer })
  return [
    context.store.sideCalls.insert({
      workspaceId,
      id,
      conversationId,
      turnId,
      purpose: 'comparison',
      modelId,
      modelName,
      at: Date.parse(at),
      milliseconds: 0,
      error: undefined,
      requestHash: hashText(UNKNOWN_REQUEST),
      usage: { input: 0, cached: 0, written: 0, output: 0, costUSD },
      sealed,
    }),
  ]
}
