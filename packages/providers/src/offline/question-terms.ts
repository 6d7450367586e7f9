import type { AnswerLanguage } from './sentences.ts'
import { wordsOf } from './words-of.ts'

const GERMAN = wordsIn(
  'de',
  `der die das den dem des ein eine einen einem einer eines und oder aber wie was wer wen wem wessen wann wo wohin woher
  warum wieso weshalb welche welcher welches welchen welchem ist sind war waren wird werden wurde wurden sein hat haben
  hatte hatten habe kann können könnte konnte soll sollen sollte muss müssen musste darf dürfen will wollen ich du er sie
  es wir ihr mich dich sich uns euch mir dir ihm ihn ihnen mein meine meinen meinem meiner dein deine unser unsere unseren
  euer eure ihre ihren ihrem ihrer seine seinen seiner in im an am auf aus bei beim mit nach seit von vom vor zu zum zur
  für über unter durch gegen ohne um bis als wenn ob dass weil auch noch nur schon nicht kein keine keinen mehr sehr hier
  dort da dann denn doch so man etwas alles bitte gibt viel viele hoch lang lange steht sagt sagen`,
  'zusammenfassung zusammenfassen fasse zusammen überblick notiz notizen dokument dokumente beschreibe erkläre inhalt',
)

const FRENCH = wordsIn(
  'fr',
  `le la les l un une des du de d et ou mais que qui quoi quel quelle quels quelles quand où comment pourquoi combien est
  sont était étaient sera seront être a ont avait avoir peut peuvent doit doivent faut je tu il elle on nous vous ils elles
  me te se mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ce cet cette ces cela ça c qu n s j m t y en
  dans sur sous par pour avec sans chez vers entre depuis au aux plus moins très ne pas aussi si lui eux dont dit`,
  'résumé résume résumer résumez synthèse aperçu document documents note notes décris explique contenu',
)

const SPANISH = wordsIn(
  'es',
  `el la los las un una unos unas y o u pero que quién quiénes cuál cuáles cuándo dónde cómo por para porque cuánto cuánta
  cuántos cuántas es son era fue ser está están hay tiene tienen puede pueden debe deben yo tú él ella nosotros ellos me te
  se mi mis su sus nuestro nuestra este esta estos estas eso esa de del al a en con sin sobre entre desde hasta más muy no
  también si lo le dice`,
  'resumen resume resumir resuma documento documentos nota notas describe explica contenido',
)

/** They are English words as well, so they tell no language. */
const SHARED = new Set(
  wordsOf(
    'die war hat man den des pour son sera ton ta me on but plus par sur a no sin es era note document describe resume',
  ),
)

/** One thing that the question asks for: a word with the words that say nearly the same. */
export interface Facet {
  /** Weight by word; 1 for the question's own word. */
  readonly words: ReadonlyMap<string, number>
  /** 1 for the question itself, less for what a short one inherits from the question before. */
  readonly weight: number
}

export interface QuestionTerms {
  readonly facets: readonly Facet[]
  readonly question: string
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

/** Words that name the context as a whole; a question made only of these asks for an overview. */
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
const RECKONING: ReadonlySet<string> = stems('calculate compute add sum result equal solve')
/** With fewer content words than this, a question refers to the one before it. */
const SHORT_QUESTION = 2
/** A pasted page is no question; its first words say what it is about. */
const MOST_FACETS = 32
const LONGEST_WORDING = 40

/** `2+2`, `17 times 23`: nothing that notes are asked for. A dash or a slash without blanks is a date or a range. */
const CALCULATION = new RegExp(
  String.raw`\p{N}[\p{N}.,]{0,20}(?:\s{0,3}(?:[+*×÷^]|\b(?:times|plus|minus|mal|fois|por)\b|divided by|(?<=\s)[-−/x](?=\s))\s{0,3}\p{N}[\p{N}.,]{0,20})+`,
  'giu',
)

/** Whether a question wants something reckoned, and nothing else. */
export function isCalculation(question: string): boolean {
  const rest = question.replace(CALCULATION, ' ')
  return rest !== question && contentWords(rest).words.every((word) => RECKONING.has(word))
}

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
    question,
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

/** The language to answer in. One small word may be part of a name, such as "La Plata". */
export function answerLanguage(question: string): AnswerLanguage {
  return languageOf(wordsOf(question), STOP_WORDS, 2)?.id ?? 'en'
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

/** Words of a language that say little by themselves, and those that name the context as a whole. */
interface LanguageWords {
  readonly id: AnswerLanguage
  readonly stop: ReadonlySet<string>
  readonly overview: ReadonlySet<string>
}

/** The language that a question is in, by its small words; undefined where it is English, or nothing tells. */
function languageOf(
  words: readonly string[],
  english: ReadonlySet<string>,
  atLeast = 1,
): LanguageWords | undefined {
  const asked = [...new Set(words)]
  let best: LanguageWords | undefined
  let most = atLeast - 1
  for (const language of [GERMAN, FRENCH, SPANISH]) {
    const own = asked.filter(
      (word) =>
        (language.stop.has(word) || language.overview.has(word)) && !english.has(word) && !SHARED.has(word),
    )
    const others = asked.filter((word) => english.has(word) && !language.stop.has(word))
    if (own.length > Math.max(most, others.length)) [best, most] = [language, own.length]
  }
  return best
}

function wordsIn(id: AnswerLanguage, stop: string, overview: string): LanguageWords {
  return { id, stop: new Set(wordsOf(stop)), overview: new Set(wordsOf(overview)) }
}
