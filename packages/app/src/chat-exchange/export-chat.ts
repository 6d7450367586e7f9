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
import type { ExportForm, ExportView } from '@varve/contract'
import { talkParts, withTalk } from './with-talk.ts'

const FILES: Readonly<Record<ExportForm, { readonly ending: string; readonly type: string }>> = {
  markdown: { ending: 'md', type: 'text/markdown; charset=utf-8' },
  json: { ending: 'json', type: 'application/json' },
  jsonl: { ending: 'jsonl', type: 'application/x-ndjson' },
  html: { ending: 'html', type: 'text/html; charset=utf-8' },
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
  const { ending, type } = FILES[form]
  const path = chatFileName(chat)
  const name = `${path.slice(path.lastIndexOf('/') + 1, -'.md'.length)}.${ending}`
  return { name, type, text: print(built, form) }
}

function print({ document, texts }: BuiltChat, form: ExportForm): string {
  switch (form) {
    case 'markdown':
      return printChatFile(withTalk(asShown(document)))
    case 'html':
      return printChatHtml(asShown(document), ({ text, extra }) => talkParts(text, extra?.['steps']))
    case 'json':
      return printChatJson(document, texts)
    case 'jsonl':
      return [...printChatJsonLines(document)].join('')
    default:
      return form satisfies never
  }
}

/** That it was imported once says nothing to who gets it: for them it comes from here. */
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

/** Without what stood behind the answers: these forms are for people. */
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
