import { isPlainGap } from './is-plain-gap.ts'
import { classOf } from './split-tokens.ts'

/** "appointment id 69402675", "cheque no. 426134": the number of something that no vocabulary has. */
const NUMBERED =
  /(?<![\p{L}\p{N}'’-])(\p{Ll}{3,24})[ _-](?:number|no|nr|num|id|code|ref)[.]?["'`]?(?:\s?[:=#]|\sis|\swas)?\s?["'`#]?$/u

/** "Termin-Nr. 48291033", as German joins it. */
const JOINED =
  /(?<![\p{L}\p{N}'’-])(\p{Lu}\p{Ll}{3,24})-(?:Nr|Nummer|Code|ID)[.]?(?:\s?[:=#]|\sist|\slautet)?\s?["'`#]?$/u
/** "le dossier de remboursement n° 40781", "el volante número 39099": behind an article or "of". */
const ROMANCE =
  /(?:[:;,]\s|(?<![\p{L}\p{N}])(?:(?:les?|la|el|los|une?|una|uno|il|lo|o|a|de|du|del|des|di|da|do|della|dello|sua?|sa|votre|notre|mi|tu|con|avec|cette?|ce|este|esta)\s|[ld]['’]))(\p{Ll}{3,24})\s(?:n[°º]|n\.[°º]?|num[eé]ro|n[uú]mero|n[uú]m\.)(?:\s?[:=#]|\s(?:est|es|è|é))?\s?["'`#]?$/u

/** "NMLS #1615223": a register by its initials. */
const REGISTER = /(?<![\p{L}\p{N}'’-])(\p{Lu}{4,8})\s?#\s?$/u

/** What says nothing of whose number it is, besides the words that say nothing at all. */
const OPEN =
  /^(?:doc|docs|document|documents|identity|identification|booklet|book|holder|card|reg|official|government|gov|govt|issuing|issuer|own|extracted|parsed|detected|scanned|captured|full|actual|correct|right|wrong|same|following|attached|latest|updated|previous|former|only|ident|unique|person|customer|client|member|user|guest|traveller|traveler|passenger|employee|worker|owner|subscriber|titular|titulaire|titolare|inhaber|personne|persona|pessoa|solicitante|demandeur|richiedente|viajero|viajera|voyageur|voyageuse|passager|pasajero|passeggero|passageiro|conductor|conducteur|conducente|condutor|chauffeur|paciente|patiente|paziente|utente|client|cliente|asegurado|document|documento|ausweis|pi[eè]ce|identit[eé]|identidad|identit[aà]|tarjeta|carte|livret|libreta|conduire|conducir|guida|voyage|viaje|viaggio|conductora)$/

/** Whether a value is called the number of some other thing, in words that begin at or behind a place. */
export function isNumberOfOther(text: string, start: number, from: number): boolean {
  if (!endsInWord(text, start)) return false
  const offset = Math.max(from, start - 48, 0)
  const before = text.slice(offset, start)
  const match = NUMBERED.exec(before) ?? JOINED.exec(before) ?? ROMANCE.exec(before) ?? REGISTER.exec(before)
  const noun = match?.[1]?.toLowerCase()
  // "passeport biométrique no 23XS28570": what follows a label at once says more of the same.
  if (match && from > 0 && offset === from && match.index <= 1 && !/^[:;,]/.test(before)) return false
  return noun !== undefined && !OPEN.test(noun) && !isPlainGap(noun)
}

/** Whether a word stands right before a place, behind blanks and signs: a look at few characters. */
function endsInWord(text: string, start: number): boolean {
  for (let at = start - 1; at >= start - 4; at -= 1) {
    const character = text.charCodeAt(at)
    if (classOf(character) === 2) return true
    if (!' .:=#"\'`°º'.includes(text[at] ?? '')) return false
  }
  return false
}
