import type { Artifact } from '@varve/engine'
import { type ChatAnswer, type ChatTurn, describeAttached, NO_CONTEXT } from '../chat-file/chat-document.ts'
import type { ImportLog } from './import-report.ts'
import { fieldOf, listOf, recordOf, textOf, type Untrusted } from './untrusted.ts'

/** A message of a foreign conversation: a tree, where several messages may follow the same one. */
export interface ForeignMessage {
  readonly id: string
  readonly parent: string | undefined
  readonly role: 'user' | 'assistant'
  readonly text: string
  readonly at?: number | undefined
  readonly model?: string | undefined
  readonly status?: ChatAnswer['status'] | undefined
  readonly toolSteps?: ChatAnswer['toolSteps']
  /** The files of a question; the results of tools of an answer. */
  readonly artifacts?: readonly Artifact[]
}

export interface ForeignTree {
  /** Each after the one that it follows. */
  readonly messages: readonly ForeignMessage[]
  /** The message where the branch on show ends. */
  readonly current: string | undefined
  readonly log: ImportLog
}

/** Answers that share more than this many messages come from no person; copies of them would fill the memory. */
const LONGEST_SHARED = 100

interface OpenTurn {
  readonly id: string
  readonly parent: string | null
  readonly question: ForeignMessage | undefined
  readonly answers: ForeignAnswer[]
}

/** Messages of a model that follow one another are one answer. */
interface ForeignAnswer {
  readonly id: string
  readonly messages: ForeignMessage[]
}

/** What a message became: the turn, and for a message of a model its answer. */
interface Place {
  readonly turn: OpenTurn
  readonly answer: ForeignAnswer | undefined
}

/**
 * The turns of a tree of messages, and which one is current. A question that follows an answer other than the chosen
 * one still follows its turn: which of the answers it had before its eyes is then in the report.
 */
export function buildTurns({ messages, current, log }: ForeignTree): {
  readonly turns: readonly ChatTurn[]
  readonly current?: string
} {
  const places = new Map<string, Place>()
  const turns: OpenTurn[] = []
  for (const message of messages) {
    const before = message.parent === undefined ? undefined : places.get(message.parent)
    places.set(message.id, placeMessage({ message, before, turns, log }))
  }
  const chosen = chosenAnswers(messages, places, current)
  for (const message of messages) {
    const answer = message.parent === undefined ? undefined : places.get(message.parent)?.answer
    if (message.role === 'user' && answer && !chosen.has(answer))
      log.lose('questions that follow an answer which is not the chosen one')
  }
  const shown = current === undefined ? undefined : places.get(current)?.turn.id
  const last = turns.at(-1)?.id
  return {
    turns: turns.map((turn, index) => closeTurn({ turn, before: turns[index - 1], chosen, log })),
    ...(shown === undefined || shown === last ? {} : { current: shown }),
  }
}

interface Placing {
  readonly message: ForeignMessage
  readonly before: Place | undefined
  readonly turns: OpenTurn[]
  readonly log: ImportLog
}

function placeMessage({ message, before, turns, log }: Placing): Place {
  if (message.role === 'user') {
    const turn = { id: message.id, parent: before?.turn.id ?? null, question: message, answers: [] }
    turns.push(turn)
    return { turn, answer: undefined }
  }
  const turn = before?.turn ?? addGreeting(message, turns)
  const last = before?.answer
  // Only the first follow-up message continues an answer; a second one begins another version.
  if (last && last.messages.at(-1)?.id === message.parent) {
    last.messages.push(message)
    return { turn, answer: last }
  }
  const beginning = last ? last.messages.slice(0, LONGEST_SHARED) : []
  const shared = beginning.findIndex(({ id }) => id === message.parent) + 1
  if (last && shared === 0)
    log.lose('answers that share a long beginning: the later ones have only what is their own')
  const answer: ForeignAnswer = { id: message.id, messages: [...beginning.slice(0, shared), message] }
  turn.answers.push(answer)
  return { turn, answer }
}

/** A conversation that begins with the model. */
function addGreeting(message: ForeignMessage, turns: OpenTurn[]): OpenTurn {
  const turn: OpenTurn = { id: `before-${message.id}`, parent: null, question: undefined, answers: [] }
  turns.push(turn)
  return turn
}

/** On the path from the current message to the start; in other branches, the last answer that was continued. */
function chosenAnswers(
  messages: readonly ForeignMessage[],
  places: ReadonlyMap<string, Place>,
  current: string | undefined,
): ReadonlySet<ForeignAnswer> {
  const byTurn = new Map<OpenTurn, ForeignAnswer>()
  const add = (place: Place | undefined): void => {
    if (place?.answer && !byTurn.has(place.turn)) byTurn.set(place.turn, place.answer)
  }
  const parents = new Map(messages.map(({ id, parent }) => [id, parent]))
  for (let id = current; id !== undefined; id = parents.get(id)) add(places.get(id))
  for (const { role, parent } of messages.toReversed())
    if (role === 'user' && parent !== undefined) add(places.get(parent))
  for (const { turn } of places.values()) add({ turn, answer: turn.answers.at(-1) })
  return new Set(byTurn.values())
}

interface ClosingTurn {
  readonly turn: OpenTurn
  readonly before: OpenTurn | undefined
  readonly chosen: ReadonlySet<ForeignAnswer>
  readonly log: ImportLog
}

function closeTurn({ turn, before, chosen, log }: ClosingTurn): ChatTurn {
  const { id, parent, question, answers } = turn
  const artifacts = question?.artifacts ?? []
  log.inline(id, [...artifacts, ...answers.flatMap(({ messages }) => messages.flatMap(resultsOf))])
  return {
    id,
    ...(parent === (before?.id ?? null) ? {} : { parent }),
    ...(question?.at === undefined ? {} : { at: question.at }),
    userText: question?.text ?? '',
    context: NO_CONTEXT,
    attached: artifacts.map(describeAttached),
    answers: answers.map((answer) => closeAnswer(answer, chosen.has(answer))),
  }
}

const resultsOf = ({ artifacts = [] }: ForeignMessage): readonly Artifact[] => artifacts

function closeAnswer({ id, messages }: ForeignAnswer, chosen: boolean): ChatAnswer {
  const last = messages.at(-1)
  const toolSteps = messages.flatMap((message) => message.toolSteps ?? [])
  const model = messages.find((message) => message.model !== undefined)?.model
  return {
    id,
    ...(model === undefined ? {} : { model }),
    text: messages
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join('\n\n'),
    ...(last?.at === undefined ? {} : { at: last.at }),
    status: last?.status ?? 'complete',
    chosen,
    ...(toolSteps.length > 0 ? { toolSteps } : {}),
  }
}

interface TreeNode {
  readonly id: string
  readonly parent: string | undefined
}

/**
 * The nodes of a tree, each after its parent and with what follows it right behind it. Nodes whose parent is not
 * there begin a tree of their own; those that follow themselves in a circle are left out.
 */
export function orderTree<Node extends TreeNode>(nodes: readonly Node[]): readonly Node[] {
  const ids = new Set(nodes.map(({ id }) => id))
  const children = new Map<string | undefined, Node[]>()
  for (const node of nodes) {
    const parent = node.parent !== undefined && ids.has(node.parent) ? node.parent : undefined
    const siblings = children.get(parent)
    if (siblings) siblings.push(node)
    else children.set(parent, [node])
  }
  const ordered: Node[] = []
  const waiting = (children.get(undefined) ?? []).toReversed()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    ordered.push(node)
    const below = children.get(node.id) ?? []
    for (let index = below.length - 1; index >= 0; index -= 1) waiting.push(below[index] as Node)
  }
  return ordered
}

/** Where an answer cites something: `【3:0†source】`, words between two private characters, or an older name of a place. */
const MARK =
  /【[^【】\n]{1,200}】|\ue200[^\ue200\ue201]*\ue201|:{0,2}contentReference\[oaicite:\d+\]\{index=\d+\}/g
/** Brackets of this kind are also used in plain Japanese and Chinese; a citation has a dagger. */
const isMark = (text: string): boolean => !text.startsWith('【') || /†|oaicite/.test(text)

/**
 * An answer with its citation marks turned into links, and links without a mark added at the end. Marks with
 * an unknown source are counted.
 */
export function withCitations(text: string, metadata: Untrusted | undefined, log: ImportLog): string {
  const cited = [...citedAt(text, metadata), ...citedAs(metadata)]
  const sources = new Map(cited)
  const used = new Set<string>()
  const linked = text.replace(MARK, (mark) => {
    if (!isMark(mark)) return mark
    const source = sources.get(mark)
    if (source !== undefined) used.add(source)
    const words = wordsIn(mark)
    if (source === undefined && words === undefined) log.lose('citations whose source is not in the export')
    return source ?? words ?? ''
  })
  const others = new Set(cited.flatMap(([, link]) => (used.has(link) ? [] : [link])))
  return others.size === 0 ? linked : `${linked} ${[...others].join(' ')}`
}

/** Some marks replace a word of the answer: the name of something, or of a page. */
function wordsIn(mark: string): string | undefined {
  const [kind, words = ''] = mark.slice(1, -1).split('\ue202')
  if (kind === 'url') return words
  return kind === 'entity' ? /^\["[^"]*","([^"]*)"/.exec(words)?.[1] : undefined
}

/** The newer form: each reference names the words of the answer that it replaces. */
function citedAs(metadata: Untrusted | undefined): readonly (readonly [mark: string, link: string])[] {
  return listOf(fieldOf(metadata, 'content_references')).flatMap((value) => {
    const reference = recordOf(value)
    const mark = textOf(reference, 'matched_text')
    const items = [...listOf(fieldOf(reference, 'items')), ...listOf(fieldOf(reference, 'sources')), value]
      .map(recordOf)
      .flatMap((item) => [item, ...listOf(fieldOf(item, 'supporting_websites')).map(recordOf)])
    const links = [...new Set(items.flatMap((item) => linkTo(item) ?? []))]
    const isWord = textOf(reference, 'type') === 'entity'
    return mark === undefined || isWord || links.length === 0 ? [] : [[mark, links.join(' ')] as const]
  })
}

/** The older form: places in the answer, counted in characters as Python counts them. */
function citedAt(
  text: string,
  metadata: Untrusted | undefined,
): readonly (readonly [mark: string, link: string])[] {
  const points = Array.from(text)
  return listOf(fieldOf(metadata, 'citations')).flatMap((value) => {
    const citation = recordOf(value)
    const [from, to] = [fieldOf(citation, 'start_ix'), fieldOf(citation, 'end_ix')]
    const link = linkTo(recordOf(fieldOf(citation, 'metadata')))
    if (typeof from !== 'number' || typeof to !== 'number' || link === undefined) return []
    return [[points.slice(from, to).join(''), link] as const]
  })
}

/** A web page as a link, a file by its name. */
export function linkTo(source: Untrusted | undefined): string | undefined {
  const url = textOf(source, 'url')
  const title = (textOf(source, 'title') ?? textOf(source, 'name') ?? '').replace(/\s+/g, ' ').trim()
  if (url !== undefined && /^https?:\/\/[^\s<>]+$/i.test(url))
    return `([${(title || hostOf(url)).replace(/[[\]\\]/g, '\\$&')}](<${url}>))`
  return title === '' ? undefined : `(${title})`
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}
