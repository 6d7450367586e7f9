import { findLabelledCodes } from './labelled-code.ts'
import type { Rule } from './rule.ts'

const FORM =
  /^(?:[A-Z]{1,6}[-:#/ ]?)?[A-Z0-9]{0,12}\d[A-Z0-9]{0,12}(?:[-/ .][A-Z0-9]{0,8}\d[A-Z0-9]{0,8}){0,4}|^[a-z]{0,3}-?\d{4,12}/

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
        return !/^(?:\d{1,2}[-./ ]\d{1,2}[-./ ]\d{2,4}|(?:19|20)\d\d[-./]\d{2}[-./]\d{2})$/.test(code)
      },
      confidence: 0.85,
    }),
}
