/** Verbs, prepositions and words such as "number" that lead to a value. */
export const LEADING_WORDS: readonly string[] =
  `wrote gave got sent texted found have has had see mine display displays list lists printed copied entered typed put used
  numbered decir dire lesen är ar ai hai ho habe hab tengo tenho heb mam read reads say says show shows is was are were be to into with as by under on in at of for from and or not then just here
  number no id nr nummer numéro numero número numer y e o et ou und oder est es ist lautet war è é jest als mit con com met
  pod unter sous avec le la el il the de di van von voici hier aquí ecco tiene hat a à steht dice pone indique c'est cest
  ok okay sure yes yeah yep um uh er sí si oui ja claro vale serial ref réf reference document full doc hers his theirs yours ours contain contains containing still already now actually n nº n° num núm nro become became becomes being be i'm im namely via per through using uses it's its that's thats thts bien heres here's replaces replaced`.split(
    /\s+/,
  )
const LED = new RegExp(
  `(?:^|:/|\\d\\)|[\\n:=#([{"'\`,;?–—→|>*-]|(?:^|[^\\p{L}])(?:${LEADING_WORDS.join('|')})[.:]?)\\s{0,3}["'\`(]?$`,
  'iu',
)

/** Whether a sign, the beginning of a line, or a word that leads to values stands right before a place. */
export function isLed(text: string, start: number): boolean {
  return LED.test(text.slice(Math.max(0, start - 24), start))
}
