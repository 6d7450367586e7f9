import type { ScanTools } from '../text-index/scan-tools.ts'
import type { Vocabulary } from '../text-index/vocabulary.ts'
import { isLed } from './is-led.ts'
import { findInternational, isDialledNumber } from './numbering-plans.ts'
import type { DialledNumber } from './read-numbers.ts'

/** Small words that lead to a number to call, and where they are spoken: "citas al 33 3978 4934". */
const LEADS: readonly { readonly lead: RegExp; readonly countries: readonly string[] }[] = [
  {
    lead: /(?:^|[^\p{L}])(?:al|en el|a el|para el|ao|no|pelo|allo|sul|sullo)\s$/iu,
    countries: ['ES', 'MX', 'PT', 'IT', 'AR', 'CO', 'CL', 'BR'],
  },
  { lead: /(?:^|[^\p{L}])(?:au|sur le|via le)\s$/iu, countries: ['FR', 'BE', 'CH', 'LU'] },
  { lead: /(?:^|[^\p{L}])(?:unter|auf der|auf die)\s$/iu, countries: ['DE', 'AT', 'CH'] },
  { lead: /(?:^|[^\p{L}])(?:op|naar|via)\s$/iu, countries: ['NL', 'BE'] },
  { lead: /(?:^|[^\p{L}])(?:at|on)\s$/iu, countries: ['GB', 'IE'] },
]
/** A message to leave, a time to agree on, an answer to give: what people have telephones for. */
const ERRAND =
  /(?:^|[^\p{L}])(?:recados?|recepci[oó]n|accueil|empfang|reception|guardia|astreinte|secretar[ií]a|sekretariat|secr[eé]tariat|centralita|zentrale|front desk|desk|standard|mensajes?|citas?|reservas?|contest\p{L}{1,4}|atiend\p{L}{1,3}|pedidos|urgencias|consultas?|informes|taxi|turnos?|messages?|répond\p{L}{1,4}|rendez-vous|rdv|réserv\p{L}{2,8}|urgences|nachricht|termin\p{L}{0,3}|reservier\p{L}{2,4}|notfall|appuntament[oi]|prenot\p{L}{2,6}|messaggi[oi]?|rispond\p{L}{1,4}|afspra\p{L}{2,4}|reserver\p{L}{2,5}|bericht|marca\p{L}{2,6}|recados?|mensage\p{L}{1,2}|answer|leave word|booking|bookings|appointments?|emergenc\p{L}{1,3}|out of hours|pick(?:s|ed)? up|cut off)(?!\p{L})/iu
/** "They're not answering at", "stop sending texts to": nothing else than a telephone does that. */
const REACHED =
  /(?<!\p{L})(?:(?:answer(?:ing|ed|s)?|pick(?:ing|s|ed)? up)\s(?:at|on)|(?:messages?|texts?|sms|calls?)\s(?:to|at|on|from)(?:\smy(?:\sregistered)?)?|(?:on|to|at) my registered)\s$/iu
/** Where numbers have eight digits or fewer, among others. */
const ELSEWHERE = [
  'NO',
  'DK',
  'CY',
  'SI',
  'FI',
  'SE',
  'GR',
  'HU',
  'CZ',
  'PL',
  'RO',
  'NZ',
  'EE',
  'LV',
  'LT',
  'IS',
  'LU',
  'PT',
  'UY',
]
/** "a number in case we get cut off?", "her number is". */
const ANY_NUMBER =
  /(?<![\p{L}\p{N}])(?:(?:my|your|ur|his|her|their|our|a|the|new|best|good|contact|what|which|what['’]?s the|mi|tu|su|mon|ton|son|votre|meine|deine|ihre|seine|mijn|jouw|il mio|o meu|\p{L}{2,}(?:['’]s|(?<!s)s))\s(?:new |old |other |own |best |personal |private |direct |nuevo |nouveau |neue )?(?:numbers?|digits|no|num|nummer|num[eé]ro|n[uú]mero))(?!\p{L})[^.!?\d\n]{0,60}[?.!:]{0,3}\s{0,2}[^\d\n]{0,28}$/iu
const NATIONAL = ['GB', 'FR', 'DE', 'NL', 'BE', 'IT', 'ES', 'IE', 'CH', 'AT', 'AU', 'MX']
/** How numbers are written where a language is spoken, and by which small words it is known. */
const LANGUAGES: readonly {
  readonly words: RegExp
  readonly shape: RegExp
  readonly countries: readonly string[]
}[] = [
  {
    words:
      /(?<!\p{L})(?:el|los|las|por|para|con|del|una|al|se vende|razón|más|pregunt\p{L}{1,3}|comunicarse|pedidos|horario|lunes|sábado|señora?|sra?|calle|guardia|nocturna|recepción|atención|oficina|clínica|fontanero|electricista|taquería|citas?)(?!\p{L})/giu,
    shape: /^(?:3 3 3|3 2 2 2|2 3 2 2|2 4 4|3 3 4|9)$/,
    countries: ['ES', 'MX', 'AR', 'CO', 'CL'],
  },
  {
    words: /(?<!\p{L})(?:della|alle|gli|che|dal|stasera|dello|nella|il|pomeriggio|ore)(?!\p{L})/giu,
    shape: /^(?:3 3 4|3 7|3 3 2 2|2 4 4|3 4 4|2 8)$/,
    countries: ['IT'],
  },
  {
    words: /(?<!\p{L})(?:os|para|uma|das|às|ao|pela|não|são|rua|contacte\p{L}*|telem[oó]vel)(?!\p{L})/giu,
    shape: /^(?:3 3 3|2 3 2 2|2 5-4|2 4-4|\(2\) 5-4)$/,
    countries: ['PT', 'BR'],
  },
  {
    words: /(?<!\p{L})(?:się|dla|proszę|jest|dzwonić|godz|zapraszam\p{L}?|ul)(?!\p{L})/giu,
    shape: /^(?:3 3 3|3-3-3|2 3 2 2)$/,
    countries: ['PL'],
  },
]
const LEAST_WORDS = 1
/** `dst=447867633940`: whom a message or a call goes to or comes from, with the country but without a plus. */
const DIRECTION =
  /(?<![\p{L}\p{N}])(?:to|from|dst|src|dest|destination|ani|dnis|cli|recipient|sender|rcpt|da|oa|number|num)["']?\s?[:=]\s?["']?$|(?<!\p{L})(?:to|from)\s$/iu
const SIGN = /(?:☎|✆|℡|📞|📱|📲|🤙)\uFE0F?\s{0,2}$/u
const CLOCK = /[[(]?(?<!\d)\d{1,2}:\d\d(?::\d\d)?[\])]?/g
const MESSAGE =
  /(?<!\p{L})(?:sms|mms|msg|message|body|text|call|calls|voip|sip|otp|twilio|whatsapp|dialed|ringing|inbound|outbound)(?!\p{L})/iu
const ALL = [...new Set(['US', ...NATIONAL, ...LEADS.flatMap(({ countries }) => countries)])]
const LEAST_DIGITS = 9
/** Numbers of which one may as well be spoken. */
const OTHERS: readonly Vocabulary[] = [
  'account',
  'medical',
  'passport',
  'licence',
  'card',
  'ssn',
  'sin',
  'nhs',
  'routing',
  'itin',
  'nationalId',
  'clabe',
  'iban',
  'vat',
]

/** The country of a number that no label, but what is said around it, makes one to call; undefined where nothing does. */
export function unlabelledCountry(text: string, number: DialledNumber, tools: ScanTools): string | undefined {
  if (number.isPartOfMore) return undefined
  const line = text.slice(Math.max(0, number.start - 120), number.start)
  if (REACHED.test(line.slice(-40)))
    return [...ALL, ...ELSEWHERE].find((country) => isDialledNumber(country, number.digits))
  if (number.digits.length < LEAST_DIGITS) return undefined
  // The time at which something was written is no part of it.
  const before = line.includes(':') ? line.replace(CLOCK, ' ') : line
  if (SIGN.test(before)) return ALL.find((country) => isDialledNumber(country, number.digits))
  if (DIRECTION.test(before)) return countryOfMessage(text, number, tools)
  const places = LEADS.find(({ lead }) => lead.test(before))
  if (/[\p{L}]:\s$/u.test(before) && ERRAND.test(before.slice(-24)))
    return ALL.find((country) => isDialledNumber(country, number.digits))
  if (places && ERRAND.test(text.slice(Math.max(0, number.start - 120), number.end + 60)))
    return places.countries.find((country) => isDialledNumber(country, number.digits))
  if (tools.speaksOf(number, ...OTHERS)) return undefined
  const spoken = !/[.,]\d|\d\s?$/.test(before.slice(-3)) ? countryBySpeech(text, number) : undefined
  if (spoken !== undefined) return spoken
  const isCalled =
    tools.speaksOf(number, 'phone') && isLed(text, number.start) && !tools.isTaken(number, 'phone')
  // The first look is the cheaper one.
  if (!isCalled && !(/[uú]m|digits|s no/i.test(before) && ANY_NUMBER.test(before))) return undefined
  if (number.digits.length === 10 && isDialledNumber('US', number.digits)) return 'US'
  return NATIONAL.find((country) => isDialledNumber(country, number.digits))
}

function countryOfMessage(text: string, number: DialledNumber, tools: ScanTools): string | undefined {
  const isMessage =
    tools.speaksOf(number, 'phone') ||
    MESSAGE.test(text.slice(Math.max(0, number.start - 80), number.end + 80))
  if (!isMessage) return undefined
  if (number.digits.length > 10) return findInternational(number.digits)
  return isDialledNumber('US', number.digits) ? 'US' : undefined
}

function countryBySpeech(text: string, { start, end, shape, digits }: DialledNumber): string | undefined {
  const around = `${text.slice(Math.max(0, start - 120), start)} ${text.slice(end, end + 80)}`
  // Nine digits in one need more than a language.
  if (shape === '9' && !/[:,(]\s?$|razón\s$/iu.test(text.slice(Math.max(0, start - 8), start)))
    return undefined
  for (const { words, shape: usual, countries } of LANGUAGES) {
    if (!usual.test(shape) || (around.match(words) ?? []).length < LEAST_WORDS) continue
    const country = countries.find((one) => isDialledNumber(one, digits))
    if (country !== undefined) return country
  }
  return undefined
}
