/** How a warning begins that says why a run was ended by a limit of its own. */
const ENDED = 'The run was ended:'

export interface SplitWarnings {
  /** Why the run was ended, where it was: said in the line on how the answer ended. */
  readonly ended: string | undefined
  /** Everything else. */
  readonly others: readonly string[]
}

export function splitWarnings(warnings: readonly string[] = []): SplitWarnings {
  return {
    ended: warnings.find((warning) => warning.startsWith(ENDED)),
    others: warnings.filter((warning) => !warning.startsWith(ENDED)),
  }
}
