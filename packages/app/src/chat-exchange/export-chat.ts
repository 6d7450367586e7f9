import type { JsonValue } from '@varve/engine/internal'
import {
  type ChatAnswer,
  type ChatDocument,
  type ChatTurn,
  type JsonRecord,
  printChatFile,
  printChatHtml,
  printChatJson,
  printChatJsonLines,
} from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { type BuiltChat, buildChatDocument } from '../chat-files/build-chat-document.ts'
import { chatFileName } from '../files/chat-file-name.ts'
import { gatherChat } from '../chat-files/gather-chat.ts'
import { type ChatPlace, requireChat } from '../chat/require-chat.ts'
import { EXPORT_FORMATS, type ExportForm, type ExportView } from '@varve/contract'
import { talkParts, withAgentSteps } from './with-agent-steps.ts'

const WRITERS: Readonly<Record<ExportForm, (chat: BuiltChat) => string>> = {
  markdown: ({ document }) => printChatFile(withAgentSteps(asShown(document))),
  html: ({ document }) =>
    printChatHtml(asShown(document), ({ text, extra }) => talkParts(text, extra?.['steps'])),
  json: ({ document, texts }) => printChatJson(document, texts),
  jsonl: ({ document }) => [...printChatJsonLines(document)].join(''),
}

/** A chat with every branch and answer as one file. JSON also holds the texts that were attached. */
export async function exportChat(
  context: AppContext,
  { form, ...place }: ChatPlace & { readonly form: ExportForm },
): Promise<ExportView> {
  const chat = await requireChat(context, place)
  if (chat.answering)
    throw new AppError(
      'answer-running',
      'An answer is still being written in this chat. Export it afterwards.',
    )
  const built = asOwn(buildChatDocument(await gatherChat(context, place, chat)))
  const { extension, mediaType } = EXPORT_FORMATS[form]
  const path = chatFileName(chat)
  const name = `${path.slice(path.lastIndexOf('/') + 1, -'.md'.length)}.${extension}`
  return { name, type: mediaType, text: WRITERS[form](built) }
}

/** Without the note that it was imported: for anyone who reads the export, the chat comes from here. */
function asOwn({ document, texts }: BuiltChat): BuiltChat {
  return { texts, document: { ...document, turns: document.turns.map(withoutOrigin) } }
}

function withoutOrigin(turn: ChatTurn): ChatTurn {
  const decisions = recordOf(turn.decisions)
  const options = recordOf(decisions?.['options'])
  if (!decisions || options?.['imported'] === undefined) return turn
  const { imported: _, ...own } = options
  const { options: __, ...others } = decisions
  const kept = Object.fromEntries(
    Object.entries(decisions).map(([name, value]) => [name, name === 'options' ? own : value]),
  )
  return { ...turn, decisions: Object.keys(own).length === 0 ? others : kept }
}

function recordOf(value: JsonValue | undefined): JsonRecord | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonRecord)
    : undefined
}

/** Without the hashes of what providers sent: these formats are for people. */
function asShown(document: ChatDocument): ChatDocument {
  const turns = document.turns.map((turn) => ({
    ...turn,
    answers: turn.answers.map(withoutReceived),
  }))
  return { ...document, turns }
}

function withoutReceived(answer: ChatAnswer): ChatAnswer {
  const { receivedHash: _, ...shown } = answer
  return shown
}
