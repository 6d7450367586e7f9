import { stem, tokenize } from '@varve/workspace/notes'

/**
 * What a question is about: the stems of its words without those that any conversation holds. A folder's own counts
 * cannot tell these apart: "launch" is common in the notes of a launch, and "wrong" is rare there.
 */
export function tellingWords(text: string): readonly string[] {
  const words = tokenize(text).map(({ word }) => word)
  return [
    ...new Set(words.filter((word) => !EVERYDAY.has(word) && !/^(?:\p{N}+|[a-z])$/u.test(word)).map(stem)),
  ]
}

/** The stems that a text holds. */
export function stemsOf(text: string): ReadonlySet<string> {
  return new Set(tokenize(text).map(({ word }) => stem(word)))
}

const LINES = [
  // Small words.
  `a about above across after again against ago all almost along already also although always am among an and another
  any anybody anyone anything anyway are aren around as at away back be because been before behind being below beside
  best better between beyond both but by can cannot could couldn did didn do does doesn doing don done down during
  each either else enough etc even ever every everybody everyone everything except few for from further had has hasn
  have haven having he her here hers herself him himself his how however i if in indeed inside instead into is isn it
  its itself just least less let like ll many may maybe me might mine more most mostly much must my myself near nearly
  neither never next no nobody none nor not nothing now of off often oh ok okay on once one ones only onto or other
  others otherwise ought our ours out outside over own per perhaps please quite rather re really s same shall she
  should shouldn since so some somebody somehow someone something sometimes somewhere soon still such t than that the
  their theirs them themselves then there these they this those though through throughout thus till to together too
  toward towards twice under unless until up upon us usually ve versus very via was wasn we well were weren what
  whatever when whenever where wherever whether which whichever while who whoever whole whom whose why will with
  within without won wouldn would yes yet you your yours yourself`,
  // Words of the conversation itself, and of what an answer should be like.
  `answer ask bored bye cheers chat compose continue correct curious describe detail detailed details different draft
  elaborate elaborated essay example examples explain explained explanation fact facts favorite favourite fun funny
  game go goes going gone good got great greet haiku hello help helped helpful helping hey hi idea ideas interesting
  joke jokes know known knows later letter limerick longer mean meaning means mention message morning night nice
  paragraph perfect phrase phrases play poem politely possible question questions quick quickly reply rephrase rewrite
  rhyme rhymes right say saying says sentence sentences short shorter simple simpler simply sorry sound sounds speech
  story suggest suggested suggestion suppose sure synonym talk tell thank thanks think thinks thought today tomorrow
  tonight translate translation true false try understand understood welcome wonder wondering word words wrong
  yesterday`,
  // What is done, and what things are like, in any of them.
  `able add allow appear bad become becomes begin behave big bit bring buy call called calls came cause change changed
  changes changing check choose clear close come comes coming common consider contain contained contains create
  created currently day days difference differences difficult direct easily easy end ends exactly expect fact far fast
  feel felt fill find finds fine first five found four full gave general generally get gets getting give given gives
  happen happened happens happening hard hear held high hold hour hours huge imagine important include included
  includes keep keeps kept kind kinds large last late latest learn leave left life like likely list little live lives
  living local long look looked looking looks lose lot lots love low made main make makes making matter matters
  mention minute minutes moment month months move name named names necessary need needed needs new newest normal
  number numbers old older part parts particular people person place popular put real reason reasons receive recent
  recently remain remember run same saw second seconds see seem seems seen send sent set several show showed shown
  shows side similar six small sort special stand start started starts stay step stop stuff take taken takes taking
  tall third thing things three time times took total turn turned two type types use used useful user uses using
  usual various version want wanted wants way ways week weeks went work worked working works world worth write
  writes written wrote year years young anyhow half ten hundred thousand million zero seven eight nine eleven twelve
  fourth fifth top bottom`,
  // Small words of the other languages that the page speaks.
  `aber alle als am an auch auf aus bei bin bis bist bitte da damit dann das dass dein dem den denn der des dich die
  dies diese dieser dieses dir doch du durch ein eine einem einen einer eines er es euch für gab ganz gegen gibt hab
  habe haben hat hatte hier ich ihm ihn ihr im ist ja jede jeder kann kein keine können machen mehr mein mich mir mit
  muss nach nein nicht noch nur ob oder ohne schon sein seine sich sie sind soll über um und uns unser unter viel vom
  von vor wann war waren warum was weil welche welcher welches wem wen wenn wer werden wie wieder wieviel wird wo
  woher wohin wurde wurden zu zum zur zwischen danke hallo`,
  `au aux avec bien ce ces cette ceux chez comme comment dans de des donc du elle elles en est et étaient était être
  eux fait faire ici il ils je la le les leur leurs lui mais me merci même mes moi mon ne nos notre nous ont ou où par
  pas peut plus pour pourquoi qu quand que quel quelle quelles quels qui sa sans se ses si son sont sur ta te tes toi
  ton tous tout très tu un une vos votre vous bonjour`,
  `al algo como con cual cuál cuales cuáles cuando cuándo cuánto cuántos cuántas de del desde donde dónde el él ella
  ellas ellos entre era eran es esa ese eso esta está están estas este esto estos fue fueron gracias ha hace hacer han
  hasta hay hola la las le les lo los más mi mis muy ni no nos nosotros o para pero por porque qué que quien quién
  quiénes se ser si sí sin sobre son su sus también te tiene tienen todo todos tu tus un una uno unos y ya yo`,
]

const EVERYDAY = new Set(LINES.flatMap((line) => tokenize(line).map(({ word }) => word)))
