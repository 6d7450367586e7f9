const QUESTION_WORD =
  'what|when|where|who|whose|why|how|which|do|does|did|is|are|was|were|can|should|will|would'
const JOINT = new RegExp(String.raw`[?!;\n]+|,?\s(?:and|but|or)\s(?=(?:${QUESTION_WORD})\b)`, 'giu')
const MOST_PARTS = 3

/** The parts of a question that each want an answer of their own; the whole when it has one. */
export function splitQuestion(question: string): string[] {
  const parts = question
    .split(JOINT)
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
  return parts.length > 1 && parts.length <= MOST_PARTS ? parts : [question.trim()]
}
