import { languageOf } from './foreign-words.ts'
import { type QuestionCues, questionCues } from './question-cues.ts'
import { wordsOf } from './words-of.ts'

/** One thing that the question asks for: a word with the words that say nearly the same. */
export interface Facet {
  /** Weight by word; 1 for the question's own word. */
  readonly words: ReadonlyMap<string, number>
  /** 1 for the question itself, less for what a short one inherits from the question before. */
  readonly weight: number
}

export interface QuestionTerms {
  readonly facets: readonly Facet[]
  readonly cues: QuestionCues
  /** Nothing in particular is asked for: the beginning of each note answers best. */
  readonly wantsOverview: boolean
  /** The question's words in order, to tell a passage that repeats it from one that answers it. */
  readonly wording: readonly string[]
}

const STOP_WORDS: ReadonlySet<string> = stems(`
  a about actually again all already also am an and any anybody anyone anything are as at be because been before
  being between both but by can come could currently did do does doing done during each either else ever every
  everyone everything exactly few find for from further get give given go going got had happen has have having he her
  here hers him his how however i if in into is it its itself just know let like made make many may maybe me might mine
  more most much must my myself need no nor not now of off on once one only or other our ours out over own please
  quite quote really said same saw say says see seem shall she should show since so some somebody someone something
  still such tell than that the their them then there these they thing think this those though through to today
  together too under until up upon us use very want was way we well went were what when where whether which while
  who whom whose why will with within without would yet you your yours`)

/** Words that name the context as a whole; a question made of nothing else asks for an overview. */
const OVERVIEW_WORDS: ReadonlySet<string> = stems(
  'describe document explain gist note overview recap summarise summarize summary takeaway tldr',
)
const OVERVIEW_PHRASE = /\b(?:key|main|most important) (?:points?|ideas?|takeaways?|things?|facts?)\b/i
/** Words that ask for a form; they count little as words to look for. */
const FORM_WORDS: ReadonlySet<string> = stems('all compare date list number reason step table')

/** Everyday neighbours. A neighbour counts less, so that the question's own word wins. */
const RELATED: readonly (readonly string[])[] = [
  'cost price pricing fee',
  'launch release ship',
  'block blocker obstacle prevent',
  'reverse supersede replace overturn revert',
  'decide decision agree choose chose chosen',
  'begin start',
  'problem issue bug trouble badly wrong fail failure',
  'fear worry afraid scared risk',
  'owner responsible handle',
  'newcomer onboarding join hire',
  'accurate accuracy error precise precision good',
  'write wrote written',
  'buy pay purchase paid',
  'offline signal connection internet',
  'undecided open unresolved',
  'survey interview research',
  'learn lesson retro',
  'task action todo',
  'team people person colleague',
].map((group) => [...stems(group)])

const NEIGHBOUR_WEIGHT = 0.4
const INHERITED_WEIGHT = 0.5
const FORM_WEIGHT = 0.2
/** With fewer words of its own than this, a question leans on the one before it. */
const SHORT_QUESTION = 2
/** A pasted page is no question; its first words say what it is about. */
const MOST_FACETS = 32
const LONGEST_WORDING = 40

/** What to look for, from the question and, when it is short ("and why?"), the one before it. */
export function questionTerms(question: string, previousQuestion: string): QuestionTerms {
  const { words: named, overview } = contentWords(question.replace(OVERVIEW_PHRASE, ' '))
  const own = named.filter((word) => !overview.has(word))
  const asksOverview = own.length === 0 && (named.length > 0 || OVERVIEW_PHRASE.test(question))
  const inherited = own.length < SHORT_QUESTION && !asksOverview ? contentWords(previousQuestion).words : []
  const facets = own.map((word) => facetOf(word, FORM_WORDS.has(word) ? FORM_WEIGHT : 1))
  for (const word of inherited) if (!own.includes(word)) facets.push(facetOf(word, INHERITED_WEIGHT))
  return {
    facets: facets.slice(0, MOST_FACETS),
    cues: questionCues(question),
    wantsOverview: facets.length === 0,
    wording: wordsOf(question).slice(0, LONGEST_WORDING),
  }
}

interface ContentWords {
  readonly words: readonly string[]
  /** Which words ask for an overview in the language of the text. */
  readonly overview: ReadonlySet<string>
}

function contentWords(text: string): ContentWords {
  const words = [...new Set(wordsOf(text))]
  const { stop, overview } = languageOf(words, STOP_WORDS) ?? { stop: STOP_WORDS, overview: OVERVIEW_WORDS }
  return { words: words.filter((word) => !stop.has(word)), overview }
}

function facetOf(word: string, weight: number): Facet {
  const words = new Map([[word, 1]])
  for (const group of RELATED) {
    if (!group.includes(word)) continue
    for (const neighbour of group) if (!words.has(neighbour)) words.set(neighbour, NEIGHBOUR_WEIGHT)
  }
  return { words, weight }
}

function stems(words: string): ReadonlySet<string> {
  return new Set(wordsOf(words))
}
