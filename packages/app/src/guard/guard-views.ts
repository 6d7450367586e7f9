/** What the guard found in a message and what came with it, without the values. */
export interface GuardSummaryView {
  /** How many different values of each type were replaced by placeholders. */
  readonly redacted?: Readonly<Record<string, number>>
  /** How many were sent as they are, because the user said so. */
  readonly sent?: Readonly<Record<string, number>>
  /** Found, too light to ask for, and sent as it is. */
  readonly noted?: Readonly<Record<string, number>>
}

/** The rules of a workspace's guard. */
export interface GuardView {
  readonly policy: GuardPolicyView
  /** The version of the rules that find things. */
  readonly rules: string
  /** What of the policy is stored and cannot be read: until it is set anew, nothing goes to a model elsewhere. */
  readonly problems?: readonly string[]
}

export interface GuardPolicyView {
  readonly sensitivity: 'strict' | 'normal' | 'relaxed'
  /** Whose kinds of numbers count for more; all count where it is empty. */
  readonly jurisdictions: readonly string[]
  /** By type: what is done without asking, or that it is asked about however light it is. */
  readonly decisions: { readonly [type: string]: 'redact' | 'send' | 'ask' }
  /** Values, domains and types that are never findings. */
  readonly allow: {
    readonly literals: readonly string[]
    readonly domains: readonly string[]
    readonly types: readonly string[]
  }
  readonly custom: readonly CustomRuleView[]
  /** Models on this machine are not guarded against, unless this is set. */
  readonly guardLocal: boolean
}

/** A rule of one's own: it has either a text, found as it is, or a pattern. Its findings have a type of its name. */
export interface CustomRuleView {
  readonly name: string
  readonly text?: string
  /** A regular expression without look-around and back references, which runs in linear time. */
  readonly pattern?: string
  readonly severity: 'critical' | 'high' | 'moderate' | 'low'
}

/** What a rule finds in a sample. */
export interface RuleTrialView {
  readonly type: string
  readonly matches: readonly { readonly start: number; readonly end: number }[]
}

/** Something that was done, without the values that it was about. */
export interface AuditEntryView {
  readonly sequence: number
  readonly at: string
  readonly actor?: string
  readonly action: string
  readonly detail: unknown
}

/** One kind of private data in one place of what would be sent. */
export interface GuardFindingView {
  readonly type: string
  readonly severity: 'critical' | 'high' | 'moderate' | 'low'
  /** The values, each masked. */
  readonly masked: readonly string[]
  readonly count: number
  /** `message`, `memory`, `instructions`, `history`, or the path of a note. */
  readonly place: string
  readonly advice: string
  /** What the user called the rule that found it, where it is one of theirs. */
  readonly rule?: string
}

/** Something private in a text, by place and not by value. In UTF-16 code units. */
export interface GuardMarkView extends Pick<GuardFindingView, 'type' | 'severity'> {
  readonly start: number
  readonly end: number
}

/** A stretch of a message as a model would read it. */
export type GuardPartView =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'placeholder' } & Omit<GuardReplacedView, 'place'>)

/** A value that a placeholder would stand for. */
export interface GuardReplacedView {
  /** As in a finding. */
  readonly place: string
  readonly placeholder: string
  readonly type: string
  readonly masked: string
}

/** What a model would read, were it all redacted. */
export interface GuardReadingView {
  /** The user's own message, whole; empty where there is none. */
  readonly message: readonly GuardPartView[]
  /** In all the rest that would be sent, by place; without the text around it. */
  readonly elsewhere: readonly GuardReplacedView[]
}

/** Why a message was not sent: the user decides. */
export interface GuardQuestionView {
  readonly findings: readonly GuardFindingView[]
  /** How many different values of each type those are. */
  readonly values: Readonly<Record<string, number>>
  /** Different values that are too light to ask about: what *redact* replaces with them, and what is sent in any case. */
  readonly lighter: {
    readonly redacted: Readonly<Record<string, number>>
    readonly sent: Readonly<Record<string, number>>
  }
  /** What would be sent and is not scanned, in words. */
  readonly unscanned: readonly string[]
  /** What *redact* would make of it; absent in a forecast. */
  readonly reading?: GuardReadingView
}
