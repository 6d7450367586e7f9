/** What of a message is meant for the program. */
export interface TurnDirectives {
  /** Search the workspace, and the web, whatever a planner thinks. */
  readonly vault?: boolean | undefined
  readonly web?: boolean | undefined
  /** Write into notes, each change shown as a difference to accept. */
  readonly composer?: boolean | undefined
}
