import { wordsOf } from './words-of.ts'

/** Words of a language that say little by themselves, and those that name the context as a whole. */
export interface LanguageWords {
  readonly stop: ReadonlySet<string>
  readonly overview: ReadonlySet<string>
}

const GERMAN = wordsIn(
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
  `le la les l un une des du de d et ou mais que qui quoi quel quelle quels quelles quand où comment pourquoi combien est
  sont était étaient sera seront être a ont avait avoir peut peuvent doit doivent faut je tu il elle on nous vous ils elles
  me te se mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ce cet cette ces cela ça c qu n s j m t y en
  dans sur sous par pour avec sans chez vers entre depuis au aux plus moins très ne pas aussi si lui eux dont dit`,
  'résumé résume résumer résumez synthèse aperçu document documents note notes décris explique contenu',
)
const SPANISH = wordsIn(
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

/** The language that a question is in, by its small words; undefined where it is English, or nothing tells. */
export function languageOf(
  words: readonly string[],
  english: ReadonlySet<string>,
): LanguageWords | undefined {
  const asked = [...new Set(words)]
  let best: LanguageWords | undefined
  let most = 0
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

function wordsIn(stop: string, overview: string): LanguageWords {
  return { stop: new Set(wordsOf(stop)), overview: new Set(wordsOf(overview)) }
}
