import { foldWord } from './fold-word.ts'

/** Nouns that make something else of the label before them: "passport office", `password_length`, "account manager". */
const HEADS: ReadonlySet<string> = new Set(
  `agreement agreements terms office fee fees photo photos picture application applications renewal control queue manager management
  executive team desk database registry directory system project process processing version policy reset field fields
  length len format pattern regex column columns table service services server count counter limit limits size type
  types kind expiry expires expiration status state balance statement statements settings sync alias env mode min max
  minimum maximum created updated changed verified validated checked confirmed reviewed requested received sent seen issued since until model
  models department agency authority program programme scheme system systems expired valid holders museum test tests theory exam lesson lessons validity lookup index
  inhaber art saldo stand auszug gebuhr gebuhren amt stelle antrag antrage prufung verlangerung gultigkeit lange
  frais bureau demande demandes renouvellement longueur taille solde releve titulaire expiration
  tasa tasas oficina solicitud solicitudes renovacion longitud tamano saldo titular vencimiento caducidad
  tassa ufficio richiesta rinnovo lunghezza saldo intestatario scadenza kosten kantoor aanvraag lengte geldigheid
  taxa pedido renovacao comprimento ttl timeout retries attempts age days weight height list lists group groups rate rates cache queue worker job runner rows records`.split(
    /\s+/,
  ),
)

function isHead(word: string): boolean {
  return HEADS.has(word) || (word.length > 3 && word.endsWith('s') && HEADS.has(word.slice(0, -1)))
}

/** What is said of a value that is not there. */
const ABSENT =
  /^(?:\s(?:is|was|are|ist|est|es|è|é|wird))?(?:\s(?:not|still|encore))?\s(?:missing|absent|empty|blank|unset|redacted|hidden|masked|unknown|lost|required|mandatory|optional|fehlt|leer|unbekannt|manquante?|vide|absente?|inconnue?|falta|faltaba|vac[ií][oa]|desconocid[oa]|mancante|vuot[oa]|ontbreekt|leeg|vazi[oa])(?!\p{L})/iu
const DENIED = /(?:^|[^\p{L}])(?:no|without|missing|sans|ohne|keine?|keinen|senza|geen|zonder|sem)\s$/iu

/** "passport no changed from … to …": the value follows. */
const RETOLD =
  /^ (?:verified|validated|checked|confirmed|scanned|seen): |^ (?:(?:was|is|has been) )?(?:(?:changed|updated) (?:from|to)|(?:confirmed|verified) as) /i

/** Whether what follows a label turns it into another thing's name, or says that there is no value. */
export function isDerailed(text: string, label: { readonly start: number; readonly end: number }): boolean {
  const after = text.slice(label.end, label.end + 32)
  const next = /^[ _.-]{0,2}(\p{L}+)/u.exec(after)?.[1]
  if (next !== undefined && isHead(foldWord(next)) && !RETOLD.test(after)) return true
  // `passport.use(…)`, "passport.js".
  if (/^\.(?!no|nr|num|id|ref)\p{Ll}{2}/u.test(after)) return true
  return ABSENT.test(after) || DENIED.test(text.slice(Math.max(0, label.start - 9), label.start))
}

/** Whether the rest of a key behind the label in it makes another thing of it. */
export function isDerailing(rest: string): boolean {
  return rest
    .split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .some(
      (word) =>
        isHead(foldWord(word)) ||
        /^(?:at|on|is|has|hash|hashed|regexp?|re|ok|flag|log|level|url|uri|host|port|path|dir|file|api|endpoint|enabled|debug|errors?)$/i.test(
          word,
        ),
    )
}
