import type { AppErrorCode, GuardQuestionView, OverBudgetView, PassageView } from '@varve/contract'

/** Alone, for commands that load nothing else of the app. What a user's action can be refused for. The message is for people and says what to do where it can. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: AppErrorCode
  /** The numbers of `does-not-fit`. */
  readonly details: OverBudgetView | undefined
  /** What `guard-findings` asks the user about. */
  readonly guard: GuardQuestionView | undefined
  /** What `passages-undecided` is about. */
  readonly passages: readonly PassageView[] | undefined

  constructor(code: AppErrorCode, message: string, options?: AppErrorOptions) {
    super(message, options)
    this.code = code
    this.details = options?.details
    this.guard = options?.guard
    this.passages = options?.passages
  }
}

interface AppErrorOptions extends ErrorOptions {
  readonly details?: OverBudgetView
  readonly guard?: GuardQuestionView
  readonly passages?: readonly PassageView[]
}
