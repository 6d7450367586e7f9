/** What kind of answer the form of a question asks for. */
export interface QuestionCues {
  readonly wantsDate: boolean
  readonly wantsAmount: boolean
  readonly wantsMoney: boolean
  readonly wantsReason: boolean
  readonly wantsList: boolean
  readonly wantsTable: boolean
  /** Asks about what no longer holds, so that superseded notes count in full. */
  readonly wantsPast: boolean
}

/** Reads the cues off a question; English words, and harmless elsewhere: they only tip the scales. */
export function questionCues(question: string): QuestionCues {
  return {
    wantsDate: /\b(?:when|date|dates|deadline|what day|how soon)\b/i.test(question),
    wantsAmount: /\b(?:how (?:much|many|long|far|good|big|old|often|accurate)|number)\b/i.test(question),
    wantsMoney: /\b(?:how much|prices?|pricing|costs?|fees?|charge|budget)\b/i.test(question),
    wantsReason: /\b(?:why|reasons?|how come)\b/i.test(question),
    wantsList: /\b(?:list|all|which|what are|steps|actions|tasks|todos?|to do)\b/i.test(question),
    wantsTable: /\b(?:tables?|compare|comparison|plans|columns?|rows?)\b/i.test(question),
    wantsPast:
      /\b(?:revers|supersed|replac|overturn|revert|old|former|previous|used to|first|original|chang|histor)/i.test(
        question,
      ),
  }
}
