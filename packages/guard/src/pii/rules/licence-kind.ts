import { isPlainGap } from '../text-index/is-plain-gap.ts'
import { foldWord } from '../text-index/fold-word.ts'
import { isOnRoad } from './is-on-road.ts'
import { leavesLicence } from './licence-modifiers.ts'

interface Place {
  readonly start: number
  readonly end: number
}

/** Labels that do not say that the licence is one to drive. */
const PLAIN =
  /^(?:(?:my|his|her|your|ur|their|our|its|valid|current|suspended|revoked|clean|full|uk|us)\s)?(?:licen[cs]es?|lic|lics|licensee|permis|licencia|lic[ae]n[çc]a|operators?['’]?s?\slic\p{L}{0,5})[\s._-]{0,2}(?:(?:n|no|nr|num|n[uú]m|number|num[eé]ro|n[uú]mero|id|is)[.°º]?\s?#?|#)?$/iu
const PLAIN_NUMBERED =
  /^(?:n|no|nr|num|n[uú]m|nro|num[eé]ro|n[uú]mero)[.°º]{0,2}[\s_-](?:de|du|del|d)?\s?(?:la\s|mi\s|mon\s|su\s)?(?:permis|licencia|lic|permiso)$/iu

/** To drive, in languages that say so behind the word. */
const TO_DRIVE =
  /^(?:condu|mane[jg]|guid|chof|motor|autom|veh[ií]|camion|transport|(?:b|c|tipo|clase|cat|categor[ií]a|federal|estatal|digital|vigente|no|n[uú]m|nro|num[eé]ro|n[uú]mero|est|es|ist|is|was|number|nr|id)$)/iu

/** Trades, sports, programs and whatever else has licences. */
const OTHER_KINDS =
  /(?<!\p{L})(?:electric(?:ian|al)|plumb(?:er|ing)|roof(?:er|ing)|contractor|nurs(?:e|es|ing)|physician|pharm(?:d|acist|acy)|dentist|dental|m\.?d\.?(?=,)|rn(?=,)|lpn|cpa|attorney|lawyer|bar (?:no|number)|broker|realtor|real estate|dre|estate agent|notary|teacher|cosmetolog\p{L}{1,5}|barber|architect|engineer|pilot|skipper|radio|ship|vessel|marine|aircraft|drone|fish(?:ing|eries)?|hunt(?:ing|er)?|angling|firearms?|shotgun|liquor|alcohol|premises|gaming|gambling|betting|lottery|tv licen\p{L}{1,3}|television|taxi|minicab|private hire|hackney|phv|o-licen[cs]e|haulage|software|product|perpetual|edition|autocad|eula|oem|trial|plugin|saas|subscription|seats?|floating|lmgrd|flexlm|flexnet|license (?:server|manager|file|key|daemon|pool|check)|checkout|activation|toolbox|cad|odbc|jdbc|kernel|gpl|firmware|adobe|microsoft|autodesk|jetbrains|matlab|vmware|sia|door supervisor|security guard|cannabis|dispensary|street trading|spectrum|broadcast\p{L}{0,5}|ffsa|fia|msa|federation|f[eé]d[eé]ration|federaci[oó]n|licenciad[oa]s?|funcionamiento|apertura|obras?|construcci[oó]n|pesca|caza|armas|funcionamento|veterinar\p{L}{1,6}|psycholog\p{L}{1,5}|therapist|surveyor|inspector|adjuster|insurance agent|producer|notaire|avocat|m[eé]decin)(?!\p{L})/iu

/** That somebody drives, and not a program or a device. */
const ROAD_NEAR =
  /driv(?:er|ers|er['’]s|ing)['’]?s? (?:lic|permit)|driving|motorist|fahrer|f[uü]hrersch|fuehrersch|conduc|condui|chofer|manejo|pulled over|speeding|dvla|dmv|(?<!\p{L})(?:rental|renter|hirer|hire car|trooper|traffic stop|cdl)(?!\p{L})/iu

/** Whether a label that names a licence is of one for something else than to drive. */
export function isOtherLicence(text: string, label: Place, start: number): boolean {
  const named = text.slice(label.start, label.end)
  if (FOR_HIRE.test(text.slice(Math.max(0, label.start - 24), label.start))) return true
  // Of a company's own drivers, unless the paper is spoken of and the number is as long as Ireland's.
  if (/^drivers?[\s_-]?(?:no|nr|num|number|#)/i.test(named))
    return !(isLong(text, start) && PAPER.test(text.slice(Math.max(0, start - 150), start + 80)))
  if (/^patente(?: n\p{L}{0,5}[.°º]?)?$/iu.test(named))
    return (
      INVENTION.test(text.slice(start, start + 14)) ||
      SPANISH.test(text.slice(Math.max(0, start - 400), start + 100))
    )
  const wide = text.slice(Math.max(0, label.start - WIDE), Math.max(start, label.end) + WIDE)
  if (SHORT.test(named)) return HOMONYMS.test(wide) && !ROAD_NEAR.test(wide)
  const isDriver =
    ROAD_NEAR.test(wide) || (label.end < start - 40 && /driver/i.test(lineOf(text, start).text))
  if (ANY_LICENCE.test(named) && OTHER_KINDS.test(wide) && !isDriver) return true
  if (!PLAIN.test(named) && !PLAIN_NUMBERED.test(named)) return false
  // Americans drive with an operator's license; an operator's licence is a British firm's.
  if (/^operators?['’]?s? licen[cs]e/i.test(named) && /licence/i.test(named))
    return !CANADA.test(text.slice(Math.max(0, label.start - LONGEST), start + LONGEST))
  if (isModified(text, label, named)) return true
  // A word behind it that nobody knows makes it another kind only where nobody drives.
  if (isOfOther(text, label.end, start) && !isDriven(text, label, start)) return true
  const near = label.end <= start - FAR ? label.start : start
  if (/^(?:lic|your?|our|its)/i.test(named) && !isOnRoad(text.slice(Math.max(0, near - 250), near + 200)))
    return true
  // What else is spoken of right before a plain "licence" is what it allows.
  if (/^lic/iu.test(named) && OTHER_KINDS.test(text.slice(Math.max(0, label.start - 60), label.start)))
    return true
  const own = lineOf(text, start)
  if (label.end <= own.start && OTHER_KINDS.test(own.text)) return true
  const around = `${lineOf(text, label.start).text} ${own.text}`
  return OTHER_KINDS.test(around) && !ROAD_NEAR.test(around)
}

const WIDE = 200
/** `licenseId`, "numero: LIC": of whatever it is. */
const ANY_LICENCE =
  /^(?:(?:n|no|nr|num|numero|número|number|id)[\s:._-]{1,3})?lic(?:en[cs]es?|encias?)?[\s._-]{0,2}(?:id|no|nr|num|number|key)?$/iu
/** "DL" is an airline, a direction of traffic, a list on a page and a locator of tax returns too. */
const SHORT = /^(?:d\.?\s?l\.?n?|dl[\s_-]?(?:no|nr|num|number|id))$/iu
const HOMONYMS =
  /(?<!\p{L})(?:flights?|airlines?|boarding|layover|irs|locator|[kmg]bps|uplink|downlink|throughput|bandwidth|deep learning|epochs?)(?!\p{L})|<\/?d[ltd](?:\s|>)/iu

/** Where people too drive with an operator's licence. */
const CANADA =
  /(?<!\p{L})(?:alberta|ontario|manitoba|saskatchewan|nova scotia|new brunswick|prince edward|newfoundland|yukon|nunavut|class [1-7])(?!\p{L})/iu

/** Those who drive for hire have a second licence for that, and so have those of trains and cranes. */
const FOR_HIRE =
  /(?<!\p{L})(?:private[ -]hire|hackney(?: carriage)?|taxi|minicab|phv|pco|rickshaw|tram|train|forklift|crane)\s$/iu
const PAPER = /licen[cs]e(?!_)|dvla|dva|ndls|photocard|provisional/iu

function isLong(text: string, start: number): boolean {
  return /^\d{8,9}(?!\w)|^[A-Z]{2}/.test(text.slice(start, start + 10))
}

const LONGEST = 120
/** Of a heading above a table. */
const FAR = 200

/** Whether the very paper that is spoken of is one to drive with: said of it, and not only of somebody near it. */
function isDriven(text: string, label: Place, start: number): boolean {
  const around = text.slice(Math.max(0, label.start - LONGEST), Math.max(start, label.end + 40))
  return ROAD_NEAR.test(around) && !OTHER_KINDS.test(around)
}

/** The line of a place, as far as it is near. */
function lineOf(text: string, place: number): { readonly start: number; readonly text: string } {
  const from = Math.max(0, place - LONGEST)
  const start = from + text.slice(from, place).lastIndexOf('\n') + 1
  const rest = text.slice(place, place + LONGEST)
  const length = rest.indexOf('\n')
  return { start, text: text.slice(start, place + (length < 0 ? rest.length : length)) }
}

/** A patent has the letters of its office, and no letter behind its digits as Italian licences have. */
const INVENTION = /^(?:ES|EP|US|WO|DE|FR|GB|IT|CN|JP|KR|CA|CH) ?\d{6,}(?![A-Z\d])/

/** "Patente" is the plate where Spanish is spoken. */
const SPANISH = /licencia|conducir|conductor(?!e)|veh[ií]culo|cami[oó]n|chofer|legajo|placa/iu

/** Whose licence is that of their trade. */
const TRADES =
  /^(?:captain|master|contractor|dealer|haulier|hauler|carrier|broker|instructor|publican|skipper|trader|retailer|vendor|pilot|nurse|engineer|guard|operator)s?['’]/iu

/** "SIA licence", "State nursing license": words right before say what it allows. */
function isModified(text: string, { start: at, end: to }: Place, named: string): boolean {
  if (!/^lic/i.test(named)) return false
  const word = /(?:^|[^\p{L}\p{N}'’])(\p{L}[\p{L}'’-]{1,23})[ _-]$/u.exec(
    text.slice(Math.max(0, at - 26), at),
  )?.[1]
  // The licence to run goods vehicles.
  if (/(?<!\p{L})O[- ]$/iu.test(text.slice(Math.max(0, at - 3), at))) return true
  if (word === undefined || (text[at - 1] === ' ' && text[to] === '=')) return false
  if (/['’]s?$/.test(word)) return TRADES.test(word)
  if (text[at - 1] !== ' ' && !/^["']?\s?[:=]/.test(text.slice(to, to + 3))) return false
  return !word.split('-').some((part) => leavesLicence(foldWord(part)))
}

/** Languages in which the kind stands behind. */
const BEHIND = /(?:licencia|permis|licenza|licença)$/iu

/** "licencia de funcionamiento", "licence FFSA n°", "permis de construire": words right behind say so. */
function isOfOther(text: string, at: number, start: number): boolean {
  const rest = text.slice(at, Math.min(start, at + 40))
  const of =
    /^ (?:de|du|d['’]|di|do|da|del|para|pour|for|of)\s?(?:la |el |l['’]|los |les |un |una |une )?(\p{Ll}{3,24})/u.exec(
      rest,
    )?.[1]
  if (of !== undefined) return !TO_DRIVE.test(of) && !leavesLicence(foldWord(of))
  const kind = /^ (\p{Ll}{4,24})[ :]/u.exec(rest)?.[1]
  if (kind !== undefined && BEHIND.test(text.slice(Math.max(0, at - 9), at)))
    return !TO_DRIVE.test(kind) && !leavesLicence(foldWord(kind)) && !isPlainGap(kind)
  // France numbers what may be built so: "PC 057 270 …".
  if (
    /^ (?:PC|PA|DP|PD|CU)[ -]?\d{3}/.test(text.slice(at, at + 8)) &&
    /permis$/i.test(text.slice(Math.max(0, at - 6), at))
  )
    return true
  const acronym = /^ (\p{Lu}{2,8}) (?:n[.°º]|no\b|number|#)/u.exec(rest)?.[1]
  return acronym !== undefined && !leavesLicence(foldWord(acronym))
}
