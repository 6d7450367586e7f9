import { splitWords } from './split-words.ts'

/** English words that say nothing about what a message is about: a search for them would bring back chatter. */
const SILENT = new Set(
  splitWords(
    `a about again all also am an and any are as at be because been but by can could did do does doing done for
    from get give go got had has have he hello her here hi him his how i if in into is it its just know let like
    make many may me mean might more most much must my no not now of oh ok okay on one or our out over please
    say shall she should so some such sure tell than thank thanks that the their them then there these they
    thing this those to too up us very want was we well were what when where which while who whom whose why
    will with would yeah yes yet you your`,
  ),
)

/** The words of a message that earlier turns are searched for; none where it is only a nod or a nudge. */
export function questionWords(text: string): readonly string[] {
  return splitWords(text).filter((word) => !SILENT.has(word))
}
