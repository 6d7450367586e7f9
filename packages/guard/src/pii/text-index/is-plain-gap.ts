import { foldWord } from './fold-word.ts'

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

/** Whether nothing but small words and signs lies between a label and its value. */
export function isPlainGap(gap: string): boolean {
  return gap.split(/[^\p{L}\p{N}]+/u).every((word) => word === '' || FILLERS.has(foldWord(word)))
}
