const LINES = [
  'a an the and or but if then else of at by for with about against between into through during before after',
  'above below to from up down in out on off over under again further once here there when where why how all any',
  'both each few more most other some such no nor not only own same so than too very can could will would shall',
  'should may might must just don now is am are was were be been being have has had having do does did doing i me',
  'my we our you your he him his she her it its they them their what which who whom this that these those as until',
  'while because also s t m re ve ll d please tell know want need like get use using make',
]

/** English words that say little about what is sought. */
export const STOP_WORDS: ReadonlySet<string> = new Set(LINES.flatMap((line) => line.split(' ')))
