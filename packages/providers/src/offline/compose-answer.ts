import type { PlaceUnit } from '@varve/engine/internal'
import type { ContextDocument, OfflineRequest } from './read-request.ts'
import { type Quote, quotePassage } from './quote-passage.ts'
import { type Passage, splitPassages } from './split-passages.ts'
import { answerLanguage, type Facet, isCalculation, questionTerms } from './question-terms.ts'
import { indexPassages, rankPassages } from './rank-passages.ts'
import { SENTENCES, type Sentences } from './sentences.ts'

const QUESTION_WORD =
  'what|when|where|who|whose|why|how|which|do|does|did|is|are|was|were|can|should|will|would'

const JOINT = new RegExp(String.raw`[?!;\n]+|,?\s(?:and|but|or)\s(?=(?:${QUESTION_WORD})\b)`, 'giu')

const MOST_PARTS = 3

const MOST_PASSAGES = 4

/** A folder listing answers only questions about files, however often file names match. */
const ASKS_FOR_FILES =
  /\b(?:files?|folders?|(?:which|what|list)(?: all)?(?: the)? notes?|dateien|ordner|fichiers?|dossiers?|archivos?|carpetas?)\b/i

/** What a greeting, thanks or a farewell begins with, in the languages that are most likely. */
const COURTESIES = words(`
  hello hi hey hiya greetings morning evening welcome thanks thank thx ty cheers bye goodbye ok okay yes yep no nope
  good great nice perfect excellent wonderful super cool awesome brilliant sorry bravo
  merci bonjour bonsoir salut coucou parfait oui non d'accord
  gracias muchas hola adiós vale perfecto buenos buenas sí
  danke vielen hallo tschüss guten servus grazie ciao prego obrigado obrigada olá bedankt dank`)

/** What may be behind it and still asks for nothing. */
const FILLERS = words(`
  a again all and at day done everyone everything for friend friends from have help helped helpful i is it it's its job
  just later luck lot lots lovely morning afternoon evening night much now of really see so soon that that's thats the
  then there this to tomorrow too very was weekend well with work you your
  à aide beaucoup bien bonne bonsoir c'est de journée la le les pour soirée tout très vous votre tu ton
  ayuda días día eso es esto hasta luego más muchas mucho noches por tardes todo tu muy bien
  abend auf das dir die gut herzlich ihnen für hilfe ist morgen nacht schön schönen sehr tag vielen war wiedersehen`)

/** Asked out of politeness. */
const POLITE_QUESTION =
  /\b(?:how are you(?: doing)?(?: today)?|how's it going|what's up|(?:comment )?(?:ça|ca) va|cómo estás|qué tal|wie geht's|wie geht es dir)\s*\?*/giu

/** More words than these say something. */
const MOST_WORDS = 12

/** The place of a quoted passage; `number` is that of its citation `[^n]`. */
export interface OfflineSource {
  readonly number: number
  readonly path: string
  /** First and last line in the current text of the source, counted from 1. */
  readonly lines: readonly [from: number, to: number]
  /** What these are, where they are no lines. */
  readonly unit?: PlaceUnit
}

export interface OfflineAnswer {
  readonly text: string
  readonly sources: readonly OfflineSource[]
}

interface Quoted {
  readonly passage: Passage
  readonly quote: Quote
}

const ABOUT_ITSELF =
  /^\W*(?:who|what) are you\b|\bwhat can you do\b|\bare you (?:an? )?(?:ai|llm|bot|human|model)\b/i
const MOST_NAMED = 5

/** An answer made of quotations, with a few sentences beside them. */
export function composeAnswer(request: OfflineRequest): OfflineAnswer {
  const say = SENTENCES[answerLanguage(request.question)]
  if (ABOUT_ITSELF.test(request.question)) return plain(say.whoItIs)
  if (isSmallTalk(request.question)) return plain(say.asksNothing)
  if (isCalculation(request.question)) return plain(say.cannotCalculate)
  const attached = [...request.documents.map(({ path }) => path), ...request.shortened]
  if (attached.length === 0) return plain(say.nothingMatches)
  const choice = choosePassages(request)
  const quoted = quoteAll(choice)
  if (quoted.length === 0) return plain(say.notInNotes(nameAll(attached, say)))
  return {
    text: [opening(quoted, choice, say), ...quoted.map(({ quote }) => quote.text)].join('\n\n'),
    sources: quoted.map(({ passage, quote }, index) => ({
      number: index + 1,
      path: passage.document.path,
      ...placeOf(passage, quote),
    })),
  }
}

function placeOf({ document: { place } }: Passage, { lines }: Quote): Pick<OfflineSource, 'lines' | 'unit'> {
  return place ? { lines: place.range, unit: place.unit } : { lines }
}

function quoteAll({ passages, facets }: Choice): Quoted[] {
  const quoted: Quoted[] = []
  // Properties say little beside words, unless they answer best.
  for (const passage of passages.filter(({ kind }, at) => at === 0 || kind !== 'front-matter')) {
    const quote = quotePassage(passage, facets, `[^${quoted.length + 1}]`)
    if (quote !== undefined) quoted.push({ passage, quote })
  }
  return quoted
}

function opening(quoted: readonly Quoted[], { isOverview }: Choice, say: Sentences): string {
  return say.opening({
    quotes: quoted.length,
    isOverview,
    sources: new Set(quoted.map(({ passage }) => passage.document.path)).size,
    areNotes: quoted.every(({ passage }) => passage.document.isNote),
  })
}

function nameAll(paths: readonly string[], say: Sentences): string {
  const named = paths.slice(0, MOST_NAMED).map((path) => `\`${oneLine(path)}\``)
  const more = paths.length - named.length
  return `${named.join(', ')}${more > 0 ? say.andMore(more) : ''}`
}

/** A path cannot break out of the line or of its code span. */
function oneLine(path: string): string {
  return path.replace(/[\p{Cc}\p{Cf}\u2028\u2029`]/gu, '').slice(0, 200)
}

function plain(text: string): OfflineAnswer {
  return { text, sources: [] }
}

/** Whether a message greets, thanks or takes leave, and asks for nothing. */
export function isSmallTalk(message: string): boolean {
  const rest = message.toLowerCase().replaceAll('’', "'").replace(POLITE_QUESTION, ' ')
  const said = rest.match(/[\p{L}\p{N}']+/gu) ?? []
  const [first] = said
  return (
    first !== undefined &&
    !/[?¿]/.test(rest) &&
    said.length <= MOST_WORDS &&
    COURTESIES.has(first) &&
    said.every((word) => COURTESIES.has(word) || FILLERS.has(word))
  )
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

interface Choice {
  readonly passages: readonly Passage[]
  /** What the question asks for; a long passage is clipped around it. */
  readonly facets: readonly Facet[]
  /** Nothing in particular was asked for: the passages are the beginnings of the documents. */
  readonly isOverview: boolean
}

/** The passages to quote: for each part of the question its best, then the next best of each in turn. */
function choosePassages(request: OfflineRequest): Choice {
  const { documents, question } = request
  const texts = documents.filter(({ isListing }) => isListing !== true)
  if (texts.length === documents.length || ASKS_FOR_FILES.test(question))
    return chooseFrom(documents, request)
  const choice = chooseFrom(texts, request)
  return choice.passages.length > 0 ? choice : chooseFrom(documents, request)
}

function chooseFrom(documents: readonly ContextDocument[], request: OfflineRequest): Choice {
  const passages = withoutRepeats(documents.flatMap(splitPassages))
  const parts = splitQuestion(request.question)
  const terms = parts.map((part, index) => questionTerms(part, parts[index - 1] ?? request.previousQuestion))
  const facets = terms.flatMap((each) => each.facets)
  if (facets.length === 0) return { passages: openings(passages), facets, isOverview: true }
  const indexed = indexPassages(passages)
  const ranked = terms.map((each) => (each.facets.length === 0 ? [] : rankPassages(indexed, each)))
  const most = Math.ceil(MOST_PASSAGES / parts.length)
  const chosen = new Set<Passage>()
  for (let rank = 0; rank < most; rank++)
    for (const list of ranked) {
      const passage = list[rank]
      if (passage !== undefined && chosen.size < MOST_PASSAGES) chosen.add(passage)
    }
  return { passages: [...chosen], facets, isOverview: false }
}

/** A note and a section of it that another note embeds hold the same lines: they are quoted once. */
function withoutRepeats(passages: readonly Passage[]): readonly Passage[] {
  const known = new Map<string, Passage>()
  for (const passage of passages) {
    const { path, firstLine } = passage.document
    const name = JSON.stringify([path, passage.from + firstLine - 1, passage.lines])
    // What was attached now is what the question is about.
    if (!known.has(name) || passage.document.attachedNow) known.set(name, passage)
  }
  return [...known.values()]
}

/** How each document begins, then how its sections do: of what is attached now, or of everything. */
function openings(passages: readonly Passage[]): Passage[] {
  const now = passages.filter((passage) => passage.document.attachedNow)
  const from = now.length > 0 ? now : passages
  const leads = from.filter((passage) => passage.isLead)
  const sections = from.filter((passage) => !passage.isLead && passage.headingLine !== undefined)
  return [...leads, ...sections].slice(0, MOST_PASSAGES)
}

/** The parts of a question that each want an answer of their own; the whole when it has one. */
function splitQuestion(question: string): string[] {
  const parts = question
    .split(JOINT)
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
  return parts.length > 1 && parts.length <= MOST_PARTS ? parts : [question.trim()]
}
