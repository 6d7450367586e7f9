import type { Label } from './find-labels.ts'
import { ASIDE, lastBefore } from './owner.ts'

/** "ID type: passport, ID number: …": the first says what the second is the number of. */
export const ANY_ID =
  /^(?:(?:id|identity|identification|document|doc)[ _-]?(?:number|no|nr|num|#)|(?:dokument(?:en)?|document|ausweis)n(?:umme)?r)$/i

/** `doc_type=… state=CO id_number=…`: nothing, or what else is said of the same paper. */
const PAIRS_BETWEEN =
  /^["'\s,;]{1,8}(?:["']?\w{1,24}["']?\s?[:=]\s?["']?[\w-]{1,24}["']?[\s,;]{1,3}["']?|\w{1,16}(?: \w{1,12}){0,2} [A-Z]{2,3}, ){0,2}$/

/** Characters between a label and an aside to it. */
const LONGEST_ASIDE = 40

const LEADS_ASIDE =
  /(?:^|[^\p{L}])(?:over|on|by|via|for|from|through|during|pour|par|au|por|para|per|am|für|via|voor|op|przez|dla)\s(?:the |my |a |an |this |your |le |la |les |el |los |il |das |dem |die |de |het |mon |mi )?(?:\p{L}{2,14} ){0,3}$/iu

/** Whose it is: "the IBAN of the client: …". */
const GENITIVE =
  /^\s(?:(?:of|du|de la|del|de los|des|der|della|dello|van de|van het|do|da)\s|de l['’])(?:the |our |my |your )?(?:\p{L}{2,14} )?$/iu

/** Index of the label that speaks of the place: "my SIN for the callback, it's …" is not about a telephone. */
export function beforeAside(text: string, labels: readonly Label[], place: number): number {
  const at = lastBefore(labels, place)
  const nearest = labels[at]
  const further = labels[at - 1]
  if (!nearest || !further) return at
  if (ANY_ID.test(text.slice(nearest.start, nearest.end)))
    return PAIRS_BETWEEN.test(text.slice(further.end, nearest.start)) ? at - 1 : at
  if (!nearest.about.every((one) => ASIDE.has(one))) return at
  const isWeak = further.about.every((one) => ASIDE.has(one) && one !== 'phone')
  if (isWeak || nearest.start - further.end > LONGEST_ASIDE) return at
  if (GENITIVE.test(text.slice(further.end, nearest.start))) return at - 1
  // A colon or nothing but a blank behind it makes it the label after all: "by phone: 0171 …".
  if (
    !/^[^:=\n]{0,24},\s|^\s(?:is|it['’]?s|are|est|es|ist|is)\s|^[^:=\n]{0,32}\n/iu.test(
      text.slice(nearest.end, place),
    )
  )
    return at
  return LEADS_ASIDE.test(text.slice(further.end, nearest.start)) ? at - 1 : at
}

const GIVEN = /^["']?=["']?[\w.:-]{1,40}["']?[\s,;&]/
const MOST_GIVEN = 3

/** `doc=passport session=s24 number=…`: names with a value of their own say nothing of the next. */
export function beforeGiven(
  text: string,
  labels: readonly Label[],
  nearest: number,
  keyStart: number,
): number {
  let at = nearest
  for (let label = labels[at]; label && nearest - at < MOST_GIVEN; label = labels[at]) {
    if (label.end > keyStart || !GIVEN.test(text.slice(label.end, label.end + 48))) return at
    at -= 1
  }
  return at
}
