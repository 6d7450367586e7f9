import { foldWord } from './fold-word.ts'

/** Articles, pronouns, verbs that say what something is, and adjectives that leave it what it is; folded. */
const FILLERS: ReadonlySet<string> = new Set(
  `a about actual actually ahead ahora ahorro ahorros all already als also am americain americaine americana
  americano amerikanische an and ao aos aqui are as at au aujourd aux bancaire bancaria bancario being below
  britanica britanico britannique britische britischen britischer british broj by c ca california canadian
  canadien canadienne card cheque cheques cislo class code complet completa complete completo contains correct
  correcta corrente corriente courant courante current currently d da das de definitivo degli dei del della
  delle dello dem den der des di die do document dos du e el emitido en ending ends entered entier epargne er
  era es esse est esta este et exact expired expires field file filed first fl florida foi folgend folgende
  following for french from full fur german given gultig has have held her her's here hier his holder hui i
  ici id ihr ihre il in irish is issued ist it italian its jest jetzt joint just kanadische l la last lautet
  le les leur listed lleva lo located luidt m maintenant me mein meine meu mexicain mexicana mexicano
  mexikanische mi mia mijn mine minha mio mon must my n na o namely namlich nbr new no nomina notre nova now dia jour day giorno dag par defaut por defecto nr
  nro nu nuestra nuestro nueva nuevo num number numbers numer numera numerado numero nummer ny n° of old on
  one onze ora ordem our para patient per personal personlich personliche personnel personnelle please porta
  porte poupanca pour prefix primary provided provisional provisoire provvisoria provvisorio read reads ref
  richtige s sao says second see seguente sera seria should show shown shows si siguiente sind son sono sont
  spanish state still str string su sua suivant suivante suo tax temporaire temporal teu texas that the their
  this to ton tragt tu tua tx u uk um un und under unser unsere unter us usa used va val valid valida valido
  value vista volgende votre war waren was were which with would wurde y your za zum`.split(/\s+/),
)

/** Whether nothing but small words and signs lies between a label and its value. */
export function isPlainGap(gap: string): boolean {
  return gap.split(/[^\p{L}\p{N}]+/u).every((word) => word === '' || FILLERS.has(foldWord(word)))
}
