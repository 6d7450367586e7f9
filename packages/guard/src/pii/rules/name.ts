import type { Candidate } from '../finding.ts'
import { foldWord } from '../text-index/fold-word.ts'
import { FIRST_NAMES } from './first-names.ts'
import type { Rule } from './rule.ts'

const PART = "\\p{Lu}(?:[\\p{L}-]|['’](?=\\p{L})){1,24}"
const PARTICLE = "(?:de|del|de la|la|von|van|van der|van den|den|der|di|da|dos|du|le|el|al|bin|ibn|y|O['’])"
const REST = `(?:[ ]\\p{Lu}\\.)?(?:[ ](?:${PARTICLE}[ ])?${PART}){0,3}`
const TITLED = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:M(?=\\.)|Maître|Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Herr|Herrn|Frau|Monsieur|Madame|Mme|Mlle|Señor|Señora|Sr|Sra|Don|Doña|Sig|Signor|Signora|Dott|Pan|Pani|Mevrouw|Meneer|Dhr)\\.?[ ](${PART}${REST})`,
  'gu',
)
const INTRODUCED = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:[Mm]y name is|[Nn]ame is|I am called|[Jj]e m['’]appelle|[Mm]e llamo|[Mm]i nombre es|[Ii]ch heiße|[Mm]ein Name ist|[Mm]i chiamo|[Ii]k heet|[Nn]azywam się|[Cc]hamo-me|[Dd]ear|[Cc]her|[Cc]hère|[Ll]ieber|[Ll]iebe|[Qq]uerid[oa]|[Ee]stimad[oa]|[Rr]egards,|[Ss]incerely,|[Ss]igned by|(?:[Nn]ame|NAME|[Nn]om|[Nn]ombre|[Nn]ome|[Nn]aam)\\s?:)\\s{1,2}(${PART}${REST})`,
  'gu',
)
const PAIR = new RegExp(`(?<![\\p{L}\\p{N}_@./-])(${PART})(${REST})(?![\\p{L}\\p{N}_@])`, 'gu')
const NO_NAME =
  /^(?:Sir|Madam|Madame|Mesdames|Monsieur|Messieurs|Maître|Damen|Herren|Herr|Frau|Kolleg(?:e|en|in|innen)|Se[ñn]or(?:a|es|as)?|Team|All|Customer|Customers|Colleagues|Everyone|Friends|Support|Hiring|The|Mr|Mrs|Ms|Dr|Street|Avenue|University|Bank|Inc|Corp|Ltd|GmbH|Saint|St|Day|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)$/

/** What signs a letter or is written to, and is nobody: "Regards, Sales Team", "Dear Admissions Office". */
const NO_PERSON =
  /^(?:Teams?|Departments?|Dept|Office|Desk|Group|Division|Staff|Committee|Board|Council|Services?|Support|Sales|Marketing|Billing|Accounting|Finance|Payroll|Resources|Operations|Engineering|Administration|Management|Manager|Company|Association|Society|Foundation|Institute|Agency|Authority|Ministry|Équipe|Direction|Equipo|Departamento|Abteilung|Vertrieb|Kundendienst|Kundenservice|Personalabteilung|Buchhaltung)$/u

/** Names are told by titles, by introductions, and by common given names: never sure, so only ever a hint. */
export const nameRule: Rule = {
  type: 'NAME',
  version: 3,
  find: (text) => {
    const found: Candidate[] = []
    for (const form of [TITLED, INTRODUCED])
      for (const match of text.matchAll(form)) {
        const name = match[1] ?? ''
        const parts = name.split(' ')
        if (NO_NAME.test(parts[0] ?? '')) continue
        if (form === INTRODUCED && NO_PERSON.test(parts.at(-1) ?? '')) continue
        const end = match.index + match[0].length
        found.push({ start: end - name.length, end, confidence: 0.5 })
      }
    for (const match of text.matchAll(PAIR)) {
      const [, first = '', rest = ''] = match
      if (
        rest === '' ||
        !FIRST_NAMES.has(foldWord(first)) ||
        NO_NAME.test(rest.trim().split(' ').at(-1) ?? '')
      )
        continue
      found.push({ start: match.index, end: match.index + match[0].length, confidence: 0.45 })
    }
    return found
  },
}
