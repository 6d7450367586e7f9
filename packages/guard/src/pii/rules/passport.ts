import { findLabelledCodes } from './labelled-code.ts'
import type { Rule } from './rule.ts'

/** Six to nine characters, mostly digits, with up to three letters before and one behind. */
const FORM =
  /^(?:[A-Z]{0,3} ?\d{5,9}[A-Z]?|[A-Z]{1,2} \d{2,3} \d{2,3}(?: \d{2})?\d?|[A-Z]{1,3}-\d{6,8}|\d{2} ?[A-Z]{2} ?\d{5}|[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}\d|[A-Z0-9]{8,9}|\d{2} \d{7}|\d{2} \d{2} \d{5,6}|\d{3} \d{3} \d{3}|\d{4} \d{5,6})(?![\p{L}\p{N}])/iu

/** What lets people into programs. */
const LIBRARY =
  /passport\.(?:use|js|authenticate|initialize|session|serialize)|(?:from|require\()\s?['"]passport/
/** Words about such papers, whatever they end with. */
const SCENE_STEMS = /pass(?:port|eport|aport|kontroll)|reisep[aä]ss|pasaport|paspoort|paszport/iu

/** Nine of the letters that are mistaken for no digit and no vowel. */
const GERMAN = /^[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}$/
/** Two letters, six of either, a digit. */
const DUTCH = /^[A-NP-Z]{2}[A-NP-Z0-9]{6}\d$/

export const passportRule: Rule = {
  type: 'PASSPORT',
  version: 5,
  find: (text, tools) =>
    LIBRARY.test(text)
      ? []
      : findLabelledCodes(text, tools, {
          vocabulary: 'passport',
          form: FORM,
          scene: SCENE_STEMS,
          accepts: (code) => {
            // "is 13500" begins with a word.
            if (/^[a-z]+ /.test(code)) return false
            const compact = code.replace(/[ -]/g, '')
            const digits = compact.replace(/\D/g, '').length
            // Germany's and those of the Netherlands have nine characters, of which seven may be letters.
            const least = GERMAN.test(compact) || DUTCH.test(compact) ? 2 : 3
            if (compact.length < 6 || compact.length > 10 || digits < least) return false
            // Days as one number are dates of issue.
            return (
              !/^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$/.test(compact) &&
              (!/[a-z]/.test(compact.replace(/^[a-z]{1,2}\d+$/, '')) ||
                (digits > 3 && /^[a-z0-9]{8,9}$/.test(compact)))
            )
          },
          leastDigits: (code) => (GERMAN.test(code) ? 2 : 5),
          confidence: 0.85,
        }),
}
