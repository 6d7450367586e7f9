import { readSet, type TextSet } from '../read-half.ts'

export interface PiiSpan {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** A text with everything that is to be found in it. */
export interface PiiCase {
  readonly id: string
  readonly form: string
  readonly text: string
  readonly jurisdictions?: readonly string[]
  readonly findings: readonly PiiSpan[]
  /** The type that the text was written for. */
  readonly about: string
}

/** The texts of a set; undefined where the file is not there. */
export function readPiiCases(set: TextSet): readonly PiiCase[] | undefined {
  return readSet(set, 'pii')?.map(parseCase)
}

/** The message has the line's number only: the test half must not show itself. */
function parseCase(line: string, index: number): PiiCase {
  const value = JSON.parse(line) as Partial<PiiCase>
  if (typeof value.text !== 'string' || !Array.isArray(value.findings) || typeof value.about !== 'string')
    throw new Error(`Line ${index + 1} is not a text with its findings.`)
  return {
    id: String(value.id),
    form: String(value.form),
    text: value.text,
    findings: value.findings,
    about: value.about,
    ...(value.jurisdictions ? { jurisdictions: value.jurisdictions } : {}),
  }
}
