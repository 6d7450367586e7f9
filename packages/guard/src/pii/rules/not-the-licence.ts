import { isPlainGap } from '../text-index/is-plain-gap.ts'

/** How far before a value another name for it is looked for. */
const REACH = 64

/** "mi cita es la 88120447", "my spot in line is …": the sentence has a subject of its own. */
const SUBJECT =
  /(?:^|[^\p{L}]|(?<!\p{L})(?<of>of|for|on|from|by|at|in|to|with|de|du|del|en|para|con|pour|sur|von|für|auf|di|per|van|op|do|da)\s)(?:my|his|her|our|their|your|the|mi|su|tu|el|la|mon|ma|son|sa|le|mein|meine|sein|seine|ihre?|der|die|das|il|mio|mia|suo|sua|meu|minha|mijn|het)\s(?<noun>[\p{L}-]{3,24})(?<rest>\s(?:of|in|for|at|de|du|en|di|für|zur|zum|per|van|voor|da|do)\s[\p{L}-]{2,20})?\s(?:is|was|es|est|ist|war|lautet|è|é)\s(?:(?:la|el|le|il|lo|the|die|der|das|o|a)\s)?["'`#]?$/iu

const SAID = /\s(?:is|was|es|est|ist|war|lautet|è|é)\s(?:\p{L}{1,3}\s)?["'`#]?$/iu

/** Subjects that are the paper, its number, or who has it. */
const OPEN =
  /licen|permi[st]|f[uü]hrer|fahrer|patente|rijbewijs|condu|carta|carte|carn[eé]|prawo|driv|chauffeur|holder|owner|renter|officer|trooper|^(?:dl|cdl|dln|one|ones|rest|answer|result|info|detail|details|photocard|plastic|replacement|duplicate|renewal|original|provisional|ausweis|mine|mien|mienne|suya|suyo|nuevo|nueva|otro|otra|neue|alte|other|latter|former|cnh|habilitação|registration)$/iu

/** What an office that issues licences numbers as well: letters, cases. */
const OFFICES =
  /(?<!\p{L})(?:dvla|dmv|dvsa|dva|ants|dgt|rdw|rmv|bmv|icbc)(?:['’]s)?\s(?:\p{L}{2,12}\s){0,2}(?:ref|reference|case|letter|ticket|file|application|appointment|enquiry|inquiry|complaint)\.?(?:\s(?:no|number|id|code)\.?)?\s?(?:[:#]|is)?\s?["'`]?$|(?<!\p{L})(?:call|ring|phone|contact|dial|tel)\s(?:the\s)?(?:dvla|dmv|dvsa|dva|rmv|bmv|icbc)\s(?:on|at)\s$/iu

/** Programs have drivers and licences too. */
const SOFTWARE =
  /(?<!\p{L})(?:(?:printer|kernel|device|graphics|gpu|usb|nvidia|jdbc|odbc|network|audio|display|video|database)\W{1,2}driver|(?:web)?driver\.(?:get|find|quit|click|navigate|switch|exec|manage|wait|current|page))/iu

/** The licence of a British firm to run lorries or buses, by its traffic area. */
const OPERATORS = /^O[BCDFGHKM]\d{7}$/
const OPERATOR = /operator|(?<!\p{L})o[- ]licen[cs]e/iu

/** Whether words right at a value make it the number of something else, though a licence is spoken of. */
export function isNotTheLicence(text: string, start: number, code: string): boolean {
  const before = text.slice(Math.max(0, start - REACH), start)
  if (OFFICES.test(before) || SOFTWARE.test(text.slice(Math.max(0, start - REACH), start + REACH)))
    return true
  if (OPERATORS.test(code) && OPERATOR.test(before)) return true
  // Most values have no sentence before them, and that is told at once.
  if (!SAID.test(before.slice(-18))) return false
  const { of, noun, rest = '' } = SUBJECT.exec(before)?.groups ?? {}
  // "the number on the back is …" is still the licence's.
  return noun !== undefined && of === undefined && !OPEN.test(noun) && !OPEN.test(rest) && !isPlainGap(noun)
}

/** "la cita para canjear el permiso es la …", "the appointment to renew my licence is …": of what serves the licence. */
const PURPOSE =
  /(?<!\p{L})(?:para|pour|to|per|om|for|um|zum|zur|do|att)\s(?:\p{L}{3,16}\s)(?:el |la |mi |su |le |mon |ma |son |my |his |her |the |il |mia |meinen |den |mijn |het |a |o |minha )?$/iu
const COPULA =
  /^\s(?:is|was|es|est|ist|war|lautet|è|é)\s(?:(?:la|el|le|il|lo|the|die|der|das|o|a)\s)?["'`#]?$/iu

/** Whether a label is only what the subject of the sentence is for. */
export function isPurpose(
  text: string,
  label: { readonly start: number; readonly end: number },
  start: number,
): boolean {
  return (
    COPULA.test(text.slice(label.end, start)) &&
    PURPOSE.test(text.slice(Math.max(0, label.start - 40), label.start))
  )
}

const IN_ADDRESS = /:\/\/[^\s"'`<>]{1,200}$/
const OWN_PARAMETER = /[?&][\w.-]{0,24}lic(?:en[cs]e)?[\w.-]{0,12}=$/i

/** Whether a place lies in a web address whose words name pages, and no parameter names the licence. */
export function isInPath(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 200), start)
  return IN_ADDRESS.test(before) && !OWN_PARAMETER.test(before)
}
