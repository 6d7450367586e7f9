import type { Artifact, ArtifactKind, State } from '@varve/engine'
import type { GatheredResult } from '@varve/engine/internal'
import { restoreText } from '@varve/guard'
import type { AnswerUsage, Statement } from '@varve/store'
import { fileKind } from '@varve/workspace'
import type { SourceView, ToolStepRecord } from '@varve/contract'
import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import { spendStatements } from '../spending.ts'
import { saveResponse } from '../call-log/save-response.ts'
import { keepWarm } from '../chat/load-state.ts'
import { broughtPaths, broughtResults } from '../files/brought-paths.ts'
import { drawnByAnswer } from '../files/chat-sources.ts'
import { marksOf, whyUnknown } from '../files/marks-of.ts'
import { redactionStatements } from '../guard/load-redaction.ts'
import { originalOf } from '../guard/original-of.ts'
import { type InstructionFile, withInstructions } from '../guard/redaction.ts'
import { accountFor, cacheStatements, isRefused, learningStatements, reviewAnswer } from './account-for.ts'
import type { AnswerJob } from './answer-job.ts'
import { commitEnd } from './commit-end.ts'
import { correctionStatements } from './correct-job.ts'
import type { LiveAnswer } from './live-answer.ts'
import { stateStatements } from './store-state.ts'
import type { AnswerOutcome } from './stream-answer.ts'
import { tellEnded } from './tell-call.ts'

const MARK = /\[\^(\d{1,4})\](?!:)/g

/** Adjacent marks, with the blanks before them. */
const MARKS = /[ \t]{0,3}\[\^\d{1,4}\](?!:)(?:[ \t]{0,3}\[\^\d{1,4}\](?!:))*/g

const PLAIN_MARK = /(?<![\w\]!])\[(\d{1,3})\](?![(:[])/g

/** `[^2]: path/to/note.md, lines 3–9` or `report.pdf, p. 12`, as models list what they used. */
const DEFINITION =
  /^\[\^(\d{1,4})\]:[ \t]*(.+?)(?:,? (lines?|L|pages?|pp?|cells?|turns?)\.? ?(\d{1,7})(?: ?(?:-|–|—|to) ?L?(\d{1,7}))?)?[ \t]*$/

/** By how models begin their words. */
const UNITS: Readonly<Record<string, 'page' | 'cell' | 'turn'>> = { p: 'page', c: 'cell', t: 'turn' }

/** Their keys are hashes and ids, which say nothing to the one who attached them. */
const NAMED_BY_TITLE: ReadonlySet<ArtifactKind> = new Set(['upload', 'dataview', 'paste', 'chat', 'unparsed'])

const PAGE = /^\[page (\d{1,7})\]$/

/** How the last call of an answer ended, and what those before it used. */
export interface OutcomeToKeep extends AnswerOutcome {
  readonly earlier: readonly AnswerUsage[]
}

/** Stores how an answer ended, and all that its next turn needs of it. */
export async function endAnswer(
  context: AppContext,
  job: AnswerJob,
  live: LiveAnswer,
  outcome: OutcomeToKeep,
): Promise<void> {
  const { store, clock } = context
  const at = clock.now()
  live.endHearing()
  const { status, error, errorCode, reported, resent, response } = outcome
  const { text, sources: cited } = citedText(job, live, outcome)
  const sources = await nameSources(context, job, cited)
  const findings = reviewAnswer(job, reported)
  const ownUsage = accountFor(job, outcome, { text: outcome.received, at, findings })
  const usage = sumUsage([...outcome.earlier, ownUsage])
  const reasoning = keptReasoning(job, outcome)
  const received = outcome.received === text ? undefined : outcome.received
  const isNothing = isRefused(outcome, text)
  const { workspaceId } = job.chat
  if (isNothing) restoreCache(job)
  await recordMarks(context, job)
  const statements = async (): Promise<readonly Statement[]> => {
    const { turnId, open, answer } = job
    const asked = { workspaceId, turnId, stage: 'asked', state: open.state } as const
    const restored = isNothing ? await stateStatements(context, asked) : []
    const corrected = resent ? await correctionStatements(context, job) : []
    // The steps as they are now: a change may have been taken back since.
    const { steps } = live
    const shown = { text, sources, steps: steps.length > 0 ? steps : undefined }
    return [
      ...restored,
      store.answers.finish(answer, { ...shown, status, error, errorCode, received, usage, reasoning, at }),
      ...spendStatements(store, usage?.costUSD),
      ...store.chatTexts.putAnswer({
        workspaceId,
        conversationId: job.chat.chatId,
        answerId: answer.id,
        text,
        at,
      }),
      ...cacheStatements(store, job, isNothing),
      ...learningStatements(store, job, { reported, findings }),
      ...corrected,
      ...(response ? [await saveResponse(context, job, { response, usage: ownUsage, endedAt: at })] : []),
    ]
  }
  await commitEnd(context, { job, live, statements })
  tellEnded(context, job, { status, at, usage, errorCode })
  keepWarm(context, job.chat, { turnId: job.turnId, state: job.open.state, rebuilt: false })
}

/** Where a model was asked to cite, its citations are put in order; the built-in one orders its own. */
function citedText(
  job: AnswerJob,
  { text, steps }: LiveAnswer,
  { sources }: AnswerOutcome,
): { readonly text: string; readonly sources: AnswerOutcome['sources'] } {
  const { sources: known, open } = job
  if (!known || sources.length > 0) return { text, sources }
  const settled = settleCitations(text, known, citablePlaces(job, steps))
  // A path can hold what was taken out of it; the user knows the file by its own name.
  const { values } = open.redaction.state
  return {
    ...settled,
    sources: settled.sources.map((source) => ({ ...source, path: restoreText(source.path, values) })),
  }
}

/** What the model thought, where its provider wants it back with the next message. */
function keptReasoning(
  { model }: AnswerJob,
  { reasoning }: AnswerOutcome,
): AnswerOutcome['reasoning'] | undefined {
  const wanted = model.catalogue?.reasoning ?? 'none'
  const isKept =
    wanted === 'opaque' ? reasoning.opaque !== undefined : wanted === 'text' && reasoning.text !== ''
  return isKept ? reasoning : undefined
}

/** A request that was refused has left nothing at the provider. */
function restoreCache({ open, model, cacheBefore }: AnswerJob): void {
  const { [model.spec.id]: _, ...caches } = open.state.caches
  open.state = {
    ...open.state,
    caches: cacheBefore ? { ...caches, [model.spec.id]: cacheBefore } : caches,
  }
}

/** What several calls of one answer used together; undefined where none of them used anything. */
function sumUsage(all: readonly (AnswerUsage | undefined)[]): AnswerUsage | undefined {
  const used = all.filter((usage) => usage !== undefined)
  const [first] = used
  const last = used.at(-1)
  if (!first || !last || used.length === 1) return last
  const sum = (count: (usage: AnswerUsage) => number | undefined): number =>
    used.reduce((total, usage) => total + (count(usage) ?? 0), 0)
  const warnings = [...new Set(used.flatMap((usage) => usage.warnings ?? []))]
  return {
    ...last,
    input: sum(({ input }) => input),
    cached: sum(({ cached }) => cached),
    written: sum(({ written }) => written),
    uncached: sum(({ uncached }) => uncached),
    output: sum(({ output }) => output),
    costUSD: sum(({ costUSD }) => costUSD),
    savedUSD: sum(({ savedUSD }) => savedUSD),
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}

/**
 * Writes down which marked files an answer of a model on this machine drew on: they may lose their marks later, and
 * the answer holds what they said. A cloud model was given none.
 */
async function recordMarks(context: AppContext, job: AnswerJob): Promise<void> {
  const { audience, open, chat, turnId } = job
  if (audience === 'cloud') return
  try {
    // While the rules cannot be read every file counts as private; that is no mark of the file.
    if ((await whyUnknown(context, chat.workspaceId)) !== undefined) return
    const { state } = open
    const marks = await marksOf(context, chat.workspaceId, drawnByAnswer({ state, lost: [] }))
    const files = [...marks].map(([path, mark]): InstructionFile => ({ path, mark }))
    const known = open.redaction
    open.redaction = withInstructions(known, files)
    if (open.redaction !== known)
      await context.store.commit(await redactionStatements(context, { ...chat, turnId }, open.redaction))
  } catch (error) {
    // What is kept of the files themselves still tells their marks of today.
    context.report(`The marks of what an answer drew on are not recorded: ${toAppError(error).message}`)
  }
}

/** Sources with what the user calls them, where no path does, and places that the user can look up. */
async function nameSources(
  { store }: AppContext,
  { open, chat }: AnswerJob,
  sources: readonly SourceView[],
): Promise<readonly SourceView[]> {
  if (sources.length === 0) return sources
  const { state, redaction } = open
  const chats = sources.flatMap(({ path, unit }) => (unit === 'turn' ? [path.replace(/^chat:/, '')] : []))
  const records = await store.conversations.some(chat.workspaceId, [...new Set(chats)])
  const titles = new Map(records.map(({ id, title }) => [`chat:${id}`, title]))
  const given = new Map(
    [...state.library, ...(state.open?.attached ?? [])].map(({ artifact }) => [artifact.key, artifact]),
  )
  return sources.map((source) => {
    const artifact = given.get(source.path)
    const placed = inPages(source, artifact)
    const chatTitle = source.unit === 'turn' ? titles.get(source.path) : undefined
    if (chatTitle !== undefined) return { ...placed, title: chatTitle }
    if (!artifact || !NAMED_BY_TITLE.has(artifact.kind)) return placed
    return { ...placed, title: restoreText(artifact.title, redaction.state.values) }
  })
}

/** A PDF has no lines: those of its text, in which each page is named above it, become pages. */
function inPages(source: SourceView, artifact: Artifact | undefined): SourceView {
  const { unit, lines, path } = source
  if (unit !== undefined || ![path, artifact?.title ?? ''].some((name) => fileKind(name) === 'pdf'))
    return source
  // What a tool gave of it was counted in pages.
  if (!artifact) return { ...source, unit: 'page' }
  const pageAt = (line: number): number => {
    const above = artifact.content.split('\n', line).findLast((one) => PAGE.test(one))
    return Number(PAGE.exec(above ?? '')?.[1] ?? 1)
  }
  return { ...source, unit: 'page', lines: [pageAt(lines[0]), pageAt(lines[1])] }
}

interface SettledCitations {
  readonly text: string
  readonly sources: readonly SourceView[]
}

/**
 * Citations of an answer, numbered without gaps by first mention, each source once. `known` are the sources that
 * the model was given by number; those that it lists itself count too where `placeOf` knows them, and its list
 * leaves the text; pages of the web become links. Where it tried to cite and named none that there is, all known
 * sources are listed.
 */
export function settleCitations(
  text: string,
  known: readonly SourceView[],
  placeOf: (listed: string) => CitedPlace | undefined,
): SettledCitations {
  const { body, listed } = takeDefinitions(text)
  if (known.length === 0 && listed.length === 0) return { text, sources: [] }
  const sources = new Map(known.map((source) => [source.number, source]))
  const links = new Map<number, string>()
  for (const source of listed) {
    const place = placeOf(source.path)
    if (place?.kind === 'file') sources.set(source.number, { ...source, path: place.path })
    if (place?.kind === 'page') links.set(source.number, linkTo(place.url))
  }
  const hasMarks = body.match(MARK) !== null
  const marked = hasMarks
    ? body
    : body.replace(PLAIN_MARK, (mark, number: string) => {
        return sources.has(Number(number)) ? `[^${number}]` : mark
      })
  const cited = new Map<string, SourceView>()
  const settled = replaceMarks(marked, (number) => {
    const source = sources.get(number)
    if (!source) return links.get(number) ?? ''
    const name = JSON.stringify([source.path, source.lines, source.unit])
    const before = cited.get(name)
    const kept = before ?? { ...source, number: cited.size + 1 }
    cited.set(name, kept)
    return `[^${kept.number}]`
  })
  if (cited.size > 0) return { text: settled, sources: [...cited.values()] }
  const tried = hasMarks || listed.length > 0
  return {
    text: settled,
    sources: tried ? known.map((source, index) => ({ ...source, number: index + 1 })) : [],
  }
}

/** Marks that go leave no hole: no blank before a comma, or at the end of a line. */
function replaceMarks(text: string, markFor: (number: number) => string): string {
  return text.replace(MARKS, (marks: string, at: number) => {
    const replaced = marks.replace(MARK, (_mark, number: string) => markFor(Number(number)))
    if (replaced.trim() !== '') return replaced
    return /^[\s.,;:!?)\]]|^$/.test(text.charAt(at + marks.length)) ? '' : (/^[ \t]*/.exec(marks)?.[0] ?? '')
  })
}

function linkTo(url: string): string {
  return URL.canParse(url) ? ` ([${new URL(url).host}](${url}))` : ''
}

/** Only at the end of a text; in other places such lines are part of it. */
function takeDefinitions(text: string): { readonly body: string; readonly listed: readonly SourceView[] } {
  const lines = text.split('\n')
  const listed: SourceView[] = []
  let end = lines.length
  while (end > 0) {
    const line = (lines[end - 1] ?? '').trim()
    const source = parseDefinition(line)
    if (source) listed.unshift(source)
    else if (line !== '') break
    end -= 1
  }
  if (listed.length === 0) return { body: text, listed }
  const isHeading = /^(?:#{1,6} |\*\*)?(?:sources?|references?|fuentes|sources? :)\W*$/i.test(
    lines[end - 1]?.trim() ?? '',
  )
  const body = lines.slice(0, isHeading ? end - 1 : end)
  return { body: body.join('\n').trimEnd(), listed }
}

function parseDefinition(line: string): SourceView | undefined {
  const [, number, name, word = 'l', from, to] = DEFINITION.exec(line) ?? []
  if (number === undefined || name === undefined) return undefined
  const path = name.replace(/^\[\[(.+?)\]\]$/, '$1').replace(/^`(.+)`$/, '$1')
  const first = Number(from ?? 1)
  const unit = UNITS[word.charAt(0).toLowerCase()]
  return { number: Number(number), path, lines: [first, Number(to ?? first)], ...(unit ? { unit } : {}) }
}

/** Where something comes from that a model lists as its source. */
type CitedPlace =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'page'; readonly url: string }

/**
 * What a model can have seen: what is kept, what was found or read in this conversation, what this answer changed.
 * What it lists beyond that it has made up. Undefined for that.
 */
function citablePlaces(
  { open }: AnswerJob,
  steps: readonly ToolStepRecord[],
): (listed: string) => CitedPlace | undefined {
  const { state, redaction } = open
  const restore = (words: string): string => restoreText(words, redaction.state.values).normalize('NFC')
  const results = resultsOf(state)
  const files = new Set(
    [
      ...[...state.library].flatMap(({ artifact }) => [artifact.key, originalOf(artifact).path]),
      ...(state.open?.attached ?? []).flatMap(({ artifact }) => [artifact.key, originalOf(artifact).path]),
      ...results.flatMap(broughtPaths),
      ...steps.flatMap(({ calls }) => calls.flatMap(({ changes = [] }) => changes.map(({ path }) => path))),
    ].map(restore),
  )
  const pages = results
    .filter(({ tool }) => tool === 'fetchUrl' || tool === 'webSearch')
    .map(({ arguments: args, text }) => restore(`${args}\n${text}`))
  return (listed) => {
    const name = restore(listed).replace(/^\.\//, '')
    const path = [name, `${name}.md`].find((one) => files.has(one))
    if (path !== undefined) return { kind: 'file', path }
    const isPage = /^https?:\/\/[^\s<>()]+$/.test(name) && pages.some((text) => text.includes(name))
    return isPage ? { kind: 'page', url: name } : undefined
  }
}

/** All tool results, of this turn and earlier ones. */
function resultsOf({ history, open }: State): readonly GatheredResult[] {
  return [...history, ...(open ? [open] : [])].flatMap(broughtResults)
}
