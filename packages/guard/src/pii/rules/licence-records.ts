import type { Candidate } from '../finding.ts'

/** A paper named in a record, however keys and constants spell it. */
const PAPER =
  "(?:driv(?:er|ing)['’]?s?[_\\s-]?(?:licen[cs]es?|lic|permit)|permis(?:[_\\s-]?de)?[_\\s-]?conduire|f(?:ü|u|ue)hrersch(?:ein)?|(?:licencia|permiso|carnet)(?:[_\\s-]?de)?[_\\s-]?(?:conducir|manejo|conducci[oó]n)|patente(?:[_\\s-]?di)?[_\\s-]?guida|rijbewijs|prawo[_\\s-]?jazdy|carta[_\\s-]?(?:de[_\\s-]?)?condu[cç][aã]o|k[oö]rkort)"
/** The key of a number, whatever it is of. */
const NUMBER_KEY =
  '(?:id|doc|document|documento|dokument|identity|piece)?[_\\s-]?(?:number|no|nr|num|numero|número|numéro|nummer|numer|folio|value|valor|id)'
const CODE = '([A-Z0-9][A-Z0-9 ./-]{4,22}[A-Z0-9])(?![A-Za-z0-9])'
/** What may stand between the two in one record: neither another record nor another paper. */
const BETWEEN = '[^{}\\[\\]()]{0,120}?'

const FORMS: readonly RegExp[] = [
  // `doc_type=DRIVERS_LICENSE state=OH doc_number=TX482917`, `IdType = IdType.DriversLicense, IdNumber = "…"`
  new RegExp(
    `(?:type|kind|typ|tipo|art|document|doc)["']?\\s?[:=]\\s?["']?(?:\\w{1,20}\\.)?${PAPER}["']?${BETWEEN}(?<![\\w])["']?${NUMBER_KEY}["']?\\s?[:=]\\s?["']?${CODE}`,
    'giu',
  ),
  // `"licenciaManejo": { "folio": "…" }`
  new RegExp(
    `${PAPER}["']?\\s?[:=]\\s?\\{[^{}]{0,80}?["']?(?<![\\w])${NUMBER_KEY}["']?\\s?[:=]\\s?["']?${CODE}`,
    'giu',
  ),
  // `DAQ (driver license no) = …`
  new RegExp(`\\([^()\\n]{0,12}${PAPER}[^()\\n]{0,12}\\)\\s?[:=]\\s?["']?${CODE}`, 'giu'),
]

/** Numbers of records that say elsewhere which paper they are of. */
export function findInRecords(text: string, accepts: (code: string) => boolean): readonly Candidate[] {
  return FORMS.flatMap((form) =>
    [...text.matchAll(form)].flatMap((match) => {
      const code = /^\S+/.exec(match[1] ?? '')?.[0] ?? ''
      const end = match.index + match[0].length - (match[1] ?? '').length + code.length
      return accepts(code) && /\d{2}/.test(code) ? [{ start: end - code.length, end, confidence: 0.85 }] : []
    }),
  )
}
