import type { Attachable, ComparisonView } from '@varve/contract'
import type { Artifact } from '@varve/engine'
import { type Hash, hashText, type JsonValue } from '@varve/engine/internal'
import type { AnswerRecord } from '@varve/store'
import {
  type AttachedArtifact,
  type AttachRequest,
  type ChatAnswer,
  type ChatContext,
  type ChatDocument,
  type ChatTurn,
  type JsonRecord,
  WorkspaceError,
} from '@varve/workspace'
import { parseAttachables } from '../files/attachable.ts'
import { attachedWith, missingOf, withoutMissing } from '../files/missing-attached.ts'
import type { PlanSummary } from '../turn/record-plan.ts'
import { pathOf } from './file-texts.ts'
import { asInFile } from './foreign-changes.ts'
import type { EngineTurn, GatheredChat, GatheredTurn } from './gather-chat.ts'

/** A chat as a file, and the texts that the file names by their hashes. */
export interface BuiltChat {
  readonly document: ChatDocument
  readonly texts: ReadonlyMap<Hash, string>
}

const CHAT_TAG = 'varve-chat'

/** The tags of a chat beside the one that every chat file has; a user's own of that name is that one. */
export function withoutChatTag(tags: readonly string[]): readonly string[] {
  return tags.filter((tag) => tag !== CHAT_TAG)
}

/** Puts a chat into the form of its file. The states of the engine come to it by their hashes, where they are kept. */
export function buildChatDocument(gathered: GatheredChat, kept?: KeptStates): BuiltChat {
  const { chat, privacy, turns, forgets, pendingOptions, current } = gathered
  const texts = new Map<Hash, string>()
  const keep = (text: string): Hash => {
    const hash = hashText(text)
    texts.set(hash, text)
    return hash
  }
  const shown = turns.find(({ turn }) => turn.id === current) ?? turns.at(-1)
  const model = shown?.answers.find(({ id }) => id === shown.chosen)?.modelId
  const whole = {
    titledBy: chat.titledBy,
    updatedAt: chat.updatedAt,
    settings: toJson(chat.settings),
    ...(forgets.length > 0 ? { forget: forgets } : {}),
    ...(pendingOptions.compact ? { compact: true } : {}),
    ...(pendingOptions.priorities.length > 0 ? { priorities: toJson(pendingOptions.priorities) } : {}),
  }
  const last = { chat: whole, ...(kept?.state === undefined ? {} : { state: kept.state }) }
  return {
    document: {
      id: chat.id,
      title: chat.title,
      created: chat.createdAt,
      ...(model === undefined ? {} : { model }),
      tags: [CHAT_TAG, ...withoutChatTag(chat.tags)],
      ...(current === undefined || current === turns.at(-1)?.turn.id ? {} : { current }),
      ...(chat.pinnedAt === undefined ? {} : { pinned: chat.pinnedAt }),
      ...(chat.archivedAt === undefined ? {} : { archived: chat.archivedAt }),
      ...(privacy === 'open' ? {} : { privacy }),
      turns: turns.map((turn, index) => {
        const before = turns[index - 1]?.turn.id
        const end = kept?.ends.get(turn.turn.id)
        const more = {
          ...(end === undefined ? {} : { end }),
          ...(index === turns.length - 1 ? last : {}),
        }
        return buildTurn(turn, { keep, before, more })
      }),
    },
    texts,
  }
}

type Keep = (text: string) => Hash

interface TurnPlace {
  readonly keep: Keep
  /** The turn that is before it in the file. */
  readonly before: string | undefined
  /** What its decisions hold beside its own. */
  readonly more: JsonRecord
}

function buildTurn(gathered: GatheredTurn, { keep, before, more }: TurnPlace): ChatTurn {
  const { turn, answers, chosen, summaries, record, comparison } = gathered
  const attach = turn.attach as readonly Attachable[]
  const summary = summaries.get(chosen ?? '')
  const options = withoutMissing(turn.options)
  const missing = missingOf(turn.options)
  const attached = record?.attached ?? []
  const decisions = {
    ...(attach.length > 0 ? { attach: attach.map((item) => namedJson(item, keep)) } : {}),
    ...(record && record.images.length > 0 ? { images: toJson(record.images) } : {}),
    ...(summary ? { plan: toJson(summary) } : {}),
    ...(turn.parentAnswerId === undefined ? {} : { after: turn.parentAnswerId }),
    ...(isEmpty(options) ? {} : { options: toJson(options) }),
    ...(comparison ? { comparison: comparisonJson(comparison) } : {}),
    ...more,
  }
  return {
    id: turn.id,
    ...(turn.parentId === before ? {} : { parent: turn.parentId ?? null }),
    at: turn.at,
    userText: turn.text,
    context: describeContext(attach, [
      ...attached.map(({ artifact }) => artifact),
      ...missing.map(({ attached: gone }) => ({ role: gone.role, source: gone.extra?.['source'] })),
    ]),
    attached: attachedWith(
      attached.map((each) => attachedJson(each, keep)),
      missing,
    ),
    answers: answers.map((answer) =>
      buildAnswer(answer, {
        keep,
        chosen,
        summary: answer.id === chosen ? undefined : summaries.get(answer.id),
      }),
    ),
    ...(Object.keys(decisions).length > 0 ? { decisions } : {}),
  }
}

function comparisonJson({ modelId, modelName, at, costUSD, text }: ComparisonView): JsonValue {
  return { model: modelId, name: modelName, at, costUSD, text }
}

/** As the user named it, its own text by its hash. */
function namedJson(item: Attachable, keep: Keep): JsonValue {
  if (typeof item === 'string') return item
  const { priority, ...named } = item
  const mark = priority === undefined ? {} : { priority }
  if (named.kind === 'name') return { ...named, ...mark }
  return { ...named, ...mark, content: keep(named.content) }
}

function attachedJson({ artifact, ...record }: EngineTurn['attached'][number], keep: Keep): AttachedArtifact {
  const { key, kind, contentHash, content, role, title, source, recoverable, images, metadata } = artifact
  const text = keep(content)
  return {
    key,
    kind,
    hash: contentHash,
    ...(role === undefined ? {} : { role }),
    priority: record.ownPriority,
    extra: {
      title,
      source: toJson(source),
      // Of a PDF or a picture the hash is that of the file, and the text is what was read from it.
      ...(text === contentHash ? {} : { text }),
      ...(recoverable ? {} : { recoverable }),
      ...(record.freshness === 'update' ? {} : { freshness: record.freshness }),
      ...(record.pinned ? { pinned: true } : {}),
      ...(images.length > 0 ? { images: toJson(images) } : {}),
      ...(Object.keys(metadata).length > 0 ? { metadata: toJson(metadata) } : {}),
    },
  }
}

interface AnswerPlace {
  readonly keep: Keep
  readonly chosen: string | undefined
  /** For answers that the chat doesn't continue from; the other one's is stored with the turn. */
  readonly summary: PlanSummary | undefined
}

function buildAnswer(answer: AnswerRecord, { keep, chosen, summary }: AnswerPlace): ChatAnswer {
  const { settings, usage, sources, error, errorCode, endedAt, received, reasoning, steps, position } = answer
  return {
    id: answer.id,
    model: answer.modelId,
    text: answer.text,
    ...(received === undefined || received === answer.text ? {} : { receivedHash: keep(received) }),
    ...(endedAt === undefined ? {} : { at: endedAt }),
    status: answer.status,
    chosen: answer.id === chosen,
    ...(settings === undefined ? {} : { settings: toJson(settings) }),
    ...(usage ? { usage: toJson(usage) } : {}),
    ...(sources.length > 0 ? { sources: toJson(sources) } : {}),
    ...(error === undefined
      ? {}
      : { error: { message: error, ...(errorCode === undefined ? {} : { code: errorCode }) } }),
    extra: {
      name: answer.modelName,
      startedAt: answer.startedAt,
      ...(position === 0 ? {} : { position }),
      ...(reasoning === undefined ? {} : { reasoning: toJson(reasoning) }),
      ...(steps === undefined ? {} : { steps: toJson(asInFile(steps)) }),
      ...(summary ? { plan: toJson(summary) } : {}),
    },
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0
}

/** What is stored is JSON; what is in memory may have fields that are undefined. */
function toJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value ?? null)) as JsonValue
}

/** The artifacts of a chat, each version once. */
export function artifactsOf({ turns }: GatheredChat): readonly Artifact[] {
  const all = turns.flatMap(({ record }) => record?.attached.map(({ artifact }) => artifact) ?? [])
  return [
    ...new Map(
      all.map((artifact) => [JSON.stringify([artifact.key, artifact.contentHash]), artifact]),
    ).values(),
  ]
}

interface Given {
  readonly role?: string | undefined
  readonly source: unknown
}

/** What the line below a question names: what the user named, and the note that was open. */
function describeContext(attach: readonly Attachable[], given: readonly Given[]): ChatContext {
  const requests = attach.flatMap(requestOf)
  const names = (nameOf: (request: AttachRequest) => string | undefined): readonly string[] => [
    ...new Set(requests.flatMap((request) => nameOf(request) ?? [])),
  ]
  const active = given.flatMap(({ role, source }) => (role === 'active' ? (pathOf(source) ?? []) : []))
  const notes = names((request) =>
    request.kind === 'path' || request.kind === 'selection' ? request.path : undefined,
  )
  return {
    notes: [...new Set([...notes, ...active])],
    urls: names((request) => (request.kind === 'url' ? request.url : undefined)),
    tabs: [],
    tags: names((request) => (request.kind === 'tag' ? `#${request.tag}` : undefined)),
    folders: names((request) => (request.kind === 'folder' ? request.path || '/' : undefined)),
  }
}

/** A name that an earlier version took and this one does not is still in the comment. */
function requestOf(item: Attachable): readonly AttachRequest[] {
  try {
    return parseAttachables([item])
  } catch (error) {
    if (error instanceof WorkspaceError) return []
    throw error
  }
}

/** The states of the engine that are beside a chat file. */
export interface KeptStates {
  /** Of the branch on show. */
  readonly state?: Hash | undefined
  /** At the ends of other branches, by their turns. */
  readonly ends: ReadonlyMap<string, Hash>
}
