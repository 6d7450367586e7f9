import { foldWord } from './tokens.ts'

/** Articles, pronouns, verbs that say what something is, and adjectives that leave it what it is; folded. */
const FILLERS: ReadonlySet<string> = new Set(
  `check scan band wristband bracelet a about actual actually ahead ahora ahorro ahorros all allemand allemande already als also am americain
  americaine american americana americano amerikanische an and ao aos aqui are as at au aujourd australian aux
  bancaire bancaria bancario being belge below brazilian britanica britanico britannique britische britischen
  britischer british broj by c ca california canadian canadien canadienne card cheque cheques chinese cislo
  class code complet completa complete completo contains correct correcta corrente corriente courant courante
  current currently d da dag das day de defaut defecto definitivo degli dei del della delle dello dem den der
  des deutsche deutschen deutscher deutsches di dia die do document dos du dutch e el emitido en ending ends
  entered entier epargne er era es espagnol espagnole espanol espanola esse est esta este et exact expired
  expires field file filed first fl florida foi folgend folgende following for francais francaise french from
  full fur german giorno given gultig has have held her her's here hier his holder hui i ici id ihr ihre il in
  indian irish is issued ist it italian italiana italiano italien italienne its je jest jetzt joint jour just
  kanadische l la last lautet le les leur listed lleva lo located luidt m maintenant me mea mein meine meu
  mexicain mexican mexicana mexicano mexikanische mi mia mijn min mine minha mio mit mitt moj mon must my n na
  namely namlich nbr new no nomina notre nova now nr nro nu nuestra nuestro nueva nuevo num number numbers
  numer numera numerado numero nummer ny n° o of old on one onze ora ordem osterreichischer our par para
  patient per personal personlich personliche personnel personnelle please polish polnischer por porta porte
  portuguese poupanca pour prefix primary provided provisional provisoire provvisoria provvisorio read reads
  ref richtige romanian s sao says second see seguente sera seria should show shown shows si siguiente sind
  son sono sont spanish state still str string su sua suisse suivant suivante suo swiss tax temporaire
  temporal teu texas that the their this to ton tragt tu tua turkish tx u uk ukrainian ul um un und under
  unser unsere unter us usa used va val valid valida valido value vista volgende votre war waren was were
  estatal federal nacional vigente vencida vencido caducado digital quebecois quebecoise ontarien polonais polonaise portugais portugaise
  neerlandais neerlandaise marocain marocaine algerien algerienne tunisien anglais anglaise ecossais irlandais irlandaise europeen europeenne
  frances francesa aleman alemana portugues portuguesa polaco polaca rumano rumana ingles inglesa irlandes argentino argentina chileno chilena
  peruana peruano colombiana colombiano ecuatoriana ecuatoriano venezolana venezolano uruguayo uruguaya marroqui brasileira brasileiro brasilena
  brasileno francese tedesca tedesco spagnola spagnolo inglese polacca polacco rumena rumeno svizzera svizzero estrangeira europea europeo
  franzosischen polnischen italienischen spanischen niederlandischen turkischen schweizer nederlands nederlandse duits duitse belgisch belgische
  svenskt norskt danskt polskie polskiego niemieckie ukrainskie which with would wurde y your za zum`.split(
    /\s+/,
  ),
)

/** Whether only small words and punctuation separate a label from its value. */
export function isPlainGap(gap: string): boolean {
  return gap.split(/[^\p{L}\p{N}]+/u).every((word) => word === '' || FILLERS.has(foldWord(word)))
}

/** Nouns that change the meaning of the label before them: "passport office", `password_length`, "account manager". */
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
