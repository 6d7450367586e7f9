import { type Hash, hashText } from '@varve/engine'
import { StoreError } from '@varve/store'
import type { ChatDocument } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { adoptChatFile, writeAgainIfUnmarked } from './adopt-chat-file.ts'
import { withoutChatTag } from './build-chat-document.ts'
import type { ChatTurnRows } from './chat-rows.ts'
import { chatTexts } from './chat-texts.ts'
import { compareWithKnown } from './compare-with-known.ts'
import { type DocumentRows, documentRows } from './document-rows.ts'
import type { FileToReindex } from './file-to-reindex.ts'
import { withForeignSteps } from './foreign-steps.ts'
import { readDecisions } from './chat-decisions.ts'
import { currentText, type TextOf } from './file-texts.ts'
import { unpackState } from './pack-state.ts'
import { importChat } from './import-chat.ts'
import { type ChatFileContent, readChatFile } from './read-chat-files.ts'
import type { ReindexedFile } from './reindexed-file.ts'
import { restoreRedactions } from './restore-redactions.ts'
import { type RestoredState, restoreEnds, restoreOthers, restoreState } from './restore-state.ts'

/** Brings one chat back from its file. */
export async function reindexChat(context: AppContext, options: FileToReindex): Promise<ReindexedFile> {
  const { opened, file, force, isDuplicate } = options
  const { path } = file
  const content = await readChatFile(opened.files, path)
  const rows = await readRows(options, content)
  const { document, problems } = content.reading
  const about = {
    path,
    chatId: file.chatId,
    title: titleOf(document, path),
    turns: rows.turns.length,
    problems: problems.map(({ text }) => text),
  }
  const known = await compareWithKnown(context, { workspaceId: opened.record.id, file, content, rows })
  if (isDuplicate && !force) return { ...about, outcome: 'duplicate', gaps: [] }
  if (known.kind === 'known') {
    await writeAgainIfUnmarked(context, options, content)
    return { ...about, outcome: 'known', gaps: [] }
  }
  if (known.kind !== 'new' && !force) return { ...about, outcome: 'changed', gaps: [] }
  const isCopy = known.kind === 'other'
  const chat = isCopy
    ? { rows: await readRows(options, content, context.newId), chatId: context.newId() }
    : { rows, chatId: file.chatId }
  const stored = known.kind === 'beginning' ? known.turns : 0
  const back = await bringBack(context, options, { ...chat, content, title: about.title, stored })
  if (!back) return { ...about, outcome: 'in-trash', gaps: [] }
  const { restored, gaps } = back
  if (!isCopy) await adoptChatFile(context, options, content, back.isRebuilt)
  return {
    ...about,
    chatId: chat.chatId,
    outcome: isCopy ? 'copied' : known.kind === 'beginning' ? 'extended' : 'added',
    state: restored.rebuilt ? 'rebuilt' : 'exact',
    gaps: [...gapsIn(content, rows), ...gaps],
  }
}

interface ChatToBringBack {
  readonly chatId: string
  readonly rows: DocumentRows
  readonly content: ChatFileContent
  readonly title: string
  /** So many of its turns are stored already. */
  readonly stored: number
}

interface BroughtBack {
  readonly restored: RestoredState
  /** Of any of its branches. */
  readonly isRebuilt: boolean
  readonly gaps: readonly string[]
}

/** Undefined where the chat lies in the trash. */
async function bringBack(
  context: AppContext,
  options: FileToReindex,
  { chatId, rows: { turns, shown, others }, content, title, stored }: ChatToBringBack,
): Promise<BroughtBack | undefined> {
  const { opened } = options
  const { document } = content.reading
  const restored = await restore(options, content, { chatId, turns: shown, last: turns.at(-1) })
  const ends = await restoreBranches(options, content, { chatId, branches: others })
  try {
    await importChat(context, opened, {
      workspaceId: opened.record.id,
      chatId,
      title,
      createdAt: document.created ?? turns[0]?.at ?? content.modified,
      turns,
      tags: withoutChatTag(document.tags),
      pinned: document.pinned,
      archived: document.archived,
      shown: shown.at(-1)?.turnId ?? '',
      known: stored,
      restored,
      others: ends.others,
      redactions: await restoreRedactions({
        turns,
        states: [restored.state, ...ends.others.map(({ state }) => state)],
        textOf: chatTexts(opened, content.reading, options.listing),
      }),
    })
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'conflict') throw error
    return undefined
  }
  const isRebuilt = restored.rebuilt || ends.gaps.length > 0
  return { restored, isRebuilt, gaps: [...restored.gaps, ...ends.gaps] }
}

function gapsIn({ reading }: ChatFileContent, { turns }: DocumentRows): readonly string[] {
  return [...reading.gaps.map(({ text }) => text), ...turns.flatMap((turn) => turn.gaps)]
}

async function readRows(
  { opened, listing }: FileToReindex,
  { reading, modified }: ChatFileContent,
  newId?: () => string,
): Promise<DocumentRows> {
  const textOf = withStateTexts(reading.document, chatTexts(opened, reading, listing))
  const document = await withForeignSteps(reading.document, textOf)
  const textNow = (path: string) => currentText(opened.files, path)
  return documentRows(document, { textOf, textNow, at: modified, newId })
}

/** A state beside the file may hold the text of a note that the workspace does not have any more. */
function withStateTexts({ turns }: ChatDocument, textOf: TextOf): TextOf {
  let held: Promise<ReadonlyMap<Hash, string>> | undefined
  const readStates = async (): Promise<ReadonlyMap<Hash, string>> => {
    const texts = new Map<Hash, string>()
    for (const { decisions } of turns) {
      const { state, end } = readDecisions(decisions).decisions
      for (const hash of [state, end]) {
        const packed = hash === undefined ? undefined : await textOf(hash)
        const parsed = packed === undefined ? undefined : await unpackState(packed, textOf)
        if (parsed?.kind !== 'state') continue
        const { history, open, library } = parsed.state
        const records = [...history, ...(open ? [open] : [])].flatMap(({ attached }) => attached)
        for (const { artifact } of [...records, ...library])
          texts.set(hashText(artifact.content), artifact.content)
      }
    }
    return texts
  }
  return async (hash) => (await textOf(hash)) ?? (await (held ??= readStates())).get(hash)
}

interface BranchToRestore {
  readonly chatId: string
  readonly turns: readonly ChatTurnRows[]
  /** What holds for the chat as a whole stands in the last turn of the file. */
  readonly last: ChatTurnRows | undefined
}

/** A state is taken as it is only with a file that nobody has changed. */
function restore(
  { opened, listing }: FileToReindex,
  { reading }: ChatFileContent,
  { chatId, turns, last }: BranchToRestore,
): Promise<RestoredState> {
  const stateHash = isChanged(reading) ? undefined : last?.decisions.state
  return restoreState({ chatId, turns, stateHash, textOf: chatTexts(opened, reading, listing) })
}

async function restoreBranches(
  { opened, listing }: FileToReindex,
  { reading }: ChatFileContent,
  { chatId, branches }: { readonly chatId: string; readonly branches: DocumentRows['others'] },
): ReturnType<typeof restoreEnds> {
  if (isChanged(reading)) return { others: await restoreOthers(chatId, branches), gaps: [] }
  return restoreEnds(chatId, branches, chatTexts(opened, reading, listing))
}

function isChanged({ problems }: ChatFileContent['reading']): boolean {
  return problems.some(({ code }) => code !== 'line-endings')
}

function titleOf({ title }: ChatDocument, path: string): string {
  if (title.trim() !== '') return title
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
}
