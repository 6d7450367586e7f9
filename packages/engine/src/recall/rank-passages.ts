import { safeEnd } from '../budget/cut-text.ts'
import { stem } from './stem.ts'

/** How soon a repeated word counts no more, and how much a long passage is held against it. */
const SATURATION = 1.2

const LENGTH_WEIGHT = 0.75

/** An answer is next to the question that matched: a passage also raises those one and two places away. */
const NEIGHBOUR_WEIGHTS = [0.5, 0.25] as const

/** What is much weaker than the best only shares a common word with the question. */
const LEAST_SHARE = 0.2

/** If even the best passage matches so little of the question, the question is about something else. */
const LEAST_MATCH = 0.25

/**
 * Word separators. Fixed ranges instead of Unicode properties, whose tables grow between runtime versions:
 * the same text must be found by the same words everywhere. [L-1]
 */
const BETWEEN =
  /[\0-/:-@[-`{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02c2-\u02df\u055a-\u055f\u0589\u05be\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufe10-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\u{1f000}-\u{1faff}]+/u

/** Scripts that write no blanks between words: Thai, Lao, Khmer, kana and Han. */
const UNSPACED = /[\u0e00-\u0eff\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+/

const RUNS = new RegExp(`${UNSPACED.source}|[^${UNSPACED.source.slice(1, -2)}]+`, 'g')

/** Where a text is cut, best first. */
const BREAKS = ['\n\n', '\n', '. ', ' ']

/** Words that say nothing about what a message is about: a search for them would bring back chatter. */
const ENGLISH = new Set(
  splitWords(
    `a about again all also am an and any are as at be because been but by can could did do does doing done for
    from get give go got had has have he hello her here hi him his how i if in into is it its just know let like
    make many me mean might more most much must my no not now of oh ok okay on one or our out over please
    say shall she should so some such sure tell than thank thanks that the their them then there these they
    thing this those to too up us very want was we well were what when where which while who whom whose why
    will with would yeah yes yet you your`,
  ),
)

/** The same in other languages. Some are words of English too, so a message must be in the language. */
const OTHERS = [
  `aber als am an auch auf aus bei bin bitte da danke das dass dem den der des die dir du ein eine einem einen einer
  er es für gab gibt haben habe hast hat hatte hatten ich ihr im in ist ja kann kannst können man mein meine mich mir
  mit nach nein nicht noch nun nur oder schon sich sie sind so über um und uns unser unsere vom von vor wann war
  waren warum was weil welche welcher welches wenn wer werden wie wieder wir wird wo wollte zu zum zur`,
  `ai as au aux avait avec avez avons c ce cela ces cet cette comment d dans de des donc du elle en est et étais était
  être eu fait il ils j je l la le les leur lui m ma mais me merci mes moi mon n ne non nos notre nous on ont ou où oui
  par pas peux plus pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se ses si son sont sur t ta
  te tes toi ton tu un une vos votre vous y à ça`,
  `a al como con cual cuál cuando cuándo de del donde dónde e el él ella ellos en era eran es esa ese eso esta está
  estaba este esto fue gracias ha había has hay he la las le les lo los me mi mis muy nada no nos nosotros o para pero
  por porque puede puedes que qué quien quién se si sí sin sobre son su sus también te tiene tu tus un una uno unos y
  ya yo`,
].map((words) => new Set(splitWords(words)))

/** Passages in order, ready to be searched. An index of more is a list of these. */
export interface PassageIndex {
  /** How many words each passage has. */
  readonly lengths: readonly number[]
  /** How many all of them have. */
  readonly words: number
  /** By word: the passages that hold it, each as `passage * MOST_COUNT + count`. */
  readonly postings: ReadonlyMap<string, readonly number[]>
}

/** A word that a passage holds more often counts as if it were held so often. */
const MOST_COUNT = 1024

export function indexPassages(passages: readonly string[]): PassageIndex {
  const postings = new Map<string, number[]>()
  const lengths = passages.map((text, passage) => {
    const words = splitWords(text)
    const counts = new Map<string, number>()
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    for (const [word, count] of counts) {
      const posting = passage * MOST_COUNT + Math.min(count, MOST_COUNT - 1)
      const found = postings.get(word)
      if (found) found.push(posting)
      else postings.set(word, [posting])
    }
    return words.length
  })
  return { lengths, words: lengths.reduce((sum, length) => sum + length, 0), postings }
}

/** All that the indexes are a part of, where they hold only what was looked up of it. */
export interface PassageCounts {
  readonly passages: number
  /** By word: how many of them hold it. */
  readonly holding: ReadonlyMap<string, number>
}

/**
 * BM25 over passages in the order of the conversation, neighbours counting for each other: places of those that a
 * question is about, best first, of equal ones the newer, and `most` of them. Only sums and quotients: a logarithm may
 * differ in its last bits from one runtime to the next, and bytes of a request hang on the order.
 */
export function rankPassages(
  question: readonly string[],
  indexes: readonly PassageIndex[],
  { among, most = Infinity }: { readonly among?: PassageCounts; readonly most?: number } = {},
): readonly number[] {
  const length = indexes.reduce((sum, { lengths }) => sum + lengths.length, 0)
  const average = indexes.reduce((sum, { words }) => sum + words, 0) / Math.max(1, length)
  const own = new Float64Array(length)
  let total = 0
  for (const word of new Set(question)) {
    const found = indexes.map(({ postings }) => postings.get(word))
    const holding = among?.holding.get(word) ?? found.reduce((sum, some) => sum + (some?.length ?? 0), 0)
    const weight = rarity(holding, among?.passages ?? length)
    total += weight
    let start = 0
    for (let at = 0; at < indexes.length; at += 1) {
      const { lengths = [] } = indexes[at] ?? {}
      for (const posting of found[at] ?? []) {
        const count = posting % MOST_COUNT
        const passage = (posting - count) / MOST_COUNT
        const damping = 1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * (lengths[passage] ?? 0)) / Math.max(1, average)
        own[start + passage]! += (weight * count * (SATURATION + 1)) / (count + SATURATION * damping)
      }
      start += lengths.length
    }
  }
  const scores = withNeighbours(own)
  const best = scores.reduce((highest, score) => Math.max(highest, score), 0)
  if (best === 0 || best < LEAST_MATCH * total) return []
  const least = Math.max(LEAST_SHARE * best, most < length ? (scores.toSorted()[length - most] ?? 0) : 0)
  const places: number[] = []
  for (let place = 0; place < length; place += 1) if (scores[place]! >= least) places.push(place)
  return places.sort((a, b) => scores[b]! - scores[a]! || b - a).slice(0, most)
}

function withNeighbours(own: Float64Array): Float64Array {
  const scores = own.slice()
  for (let index = 0; index < NEIGHBOUR_WEIGHTS.length; index += 1) {
    const weight = NEIGHBOUR_WEIGHTS[index] ?? 0
    for (let place = 0; place < own.length; place += 1)
      scores[place]! += weight * ((own[place - index - 1] ?? 0) + (own[place + index + 1] ?? 0))
  }
  return scores
}

/** Sums of 1/n, as far as they were asked for. */
const HARMONIC = [0]

/** Rare words count more. The sum of 1/n from a word's passages to all of them is close to the usual logarithm. */
function rarity(holding: number, passages: number): number {
  for (let count = HARMONIC.length; count <= passages; count += 1)
    HARMONIC.push((HARMONIC[count - 1] ?? 0) + 1 / count)
  return (HARMONIC[passages] ?? 0) - (HARMONIC[Math.min(holding, passages)] ?? 0)
}

/** The words of a message that earlier turns are searched for; none where it is only a nod or a nudge. */
export function questionWords(text: string): readonly string[] {
  // The month is written with a capital.
  const words = splitWords(text.replaceAll(/\bmay\b/g, ' '))
  const said = (silent: ReadonlySet<string>): number => words.filter((word) => silent.has(word)).length
  const [other] = OTHERS.toSorted((a, b) => said(b) - said(a))
  const isOther = other !== undefined && said(other) > said(ENGLISH)
  return words.filter((word) => !ENGLISH.has(word) && !(isOther && other.has(word)))
}

/**
 * The words of a text as a search compares them: lower case, English endings taken off. Where a script has no
 * blanks, every two neighbouring characters are a word.
 */
export function splitWords(text: string): readonly string[] {
  const parts = text.normalize('NFC').toLowerCase().split(BETWEEN)
  return parts.flatMap((part) => (part === '' ? [] : wordsOf(part)))
}

function wordsOf(part: string): readonly string[] {
  if (!UNSPACED.test(part)) return [stem(part)]
  return (part.match(RUNS) ?? []).flatMap((run) => (UNSPACED.test(run) ? pairsOf(run) : [stem(run)]))
}

function pairsOf(run: string): readonly string[] {
  if (run.length < 2) return [run]
  return Array.from({ length: run.length - 1 }, (_, index) => run.slice(index, index + 2))
}

/** A text in exact pieces of at most `maximum` characters, cut between paragraphs, lines or sentences if it can be. */
export function splitPassages(text: string, maximum: number): readonly string[] {
  const passages: string[] = []
  let start = 0
  while (start < text.length) {
    const end = text.length - start <= maximum ? text.length : findCut(text, start, start + maximum)
    const passage = text.slice(start, end).trim()
    if (passage !== '') passages.push(passage)
    start = end
  }
  return passages
}

/** The last break of the best kind in the second half: shorter pieces would tell too little. */
function findCut(text: string, start: number, limit: number): number {
  const least = start + Math.floor((limit - start) / 2)
  for (const mark of BREAKS) {
    const found = text.lastIndexOf(mark, limit - mark.length)
    if (found >= least) return found + mark.length
  }
  return Math.max(start + 1, safeEnd(text, limit))
}
