import { findLabelledCodes } from './labelled-code.ts'
import type { Rule } from './rule.ts'

const FORM = /^(?:[A-Z]{1,5}[-:# ]?)?\d[A-Z0-9]{2,13}(?:[-/ .]\d{1,8}){0,3}[A-Z]?/i

export const medicalRecordRule: Rule = {
  type: 'MEDICAL_RECORD',
  version: 1,
  find: (text, tools) =>
    findLabelledCodes(text, tools, {
      vocabulary: 'medical',
      form: FORM,
      accepts: (code) => {
        const digits = code.replace(/\D/g, '').length
        if (digits < 4 || digits > 14) return false
        if (/^(?:19|20)\d\d$/.test(code)) return false
        if (/^\p{L}+ /u.test(code) && !/^[A-Z]{1,4} /.test(code)) return false
        return !/^(?:\d{1,2}[-./ ]\d{1,2}[-./ ]\d{2,4}|(?:19|20)\d\d[-./]\d{2}[-./]\d{2})$/.test(code)
      },
      confidence: 0.85,
    }),
}
